// One file: its tests share one server.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useServer } from '@svc/test-kit/use-server'
import { expect, onTestFinished, test } from 'vitest'
import { repository, svc } from './shop.ts'

const server = useServer({ env: { SVC_RATE_READ: '0' } })

const environment = () => ({ SVC_API_KEY: server.apiKey, SVC_URL: server.url })
const docs = (folder: string, ...args: string[]) => svc(folder, ['docs', ...args], environment())

test('a document is printed by its path, title or id, and by section', async () => {
  const of = ['--project', 'printed']
  const text = '# Prices\n\nAll in cents.\n\n## Rounding\n\nTo even.\n'
  const folder = repository('work', { 'docs/prices.md': text })
  await docs(folder, 'push', 'docs', ...of)
  const whole = await docs(folder, 'read', 'docs/prices.md', ...of)
  expect(whole).toMatchObject({ code: 0, err: '' })
  expect(whole.out).toContain('docs/prices.md, project printed, revision 1, changed ')
  expect(whole.out).toContain(`\n\`\`\`\n${text.trim()}\n\`\`\`\n`)
  const { id } = JSON.parse((await docs(folder, 'read', 'Prices', '--json')).out)
  const section = await docs(folder, 'read', `${id}#Rounding`)
  expect(section.out).toContain('To even.')
  expect(section.out).not.toContain('All in cents.')
  expect(await docs(folder, 'read', 'nothing')).toMatchObject({ code: 1, out: '' })
})

test('what changed on the server is pulled, and what was edited here stays and is named', async () => {
  const of = ['--project', 'pulled']
  const source = repository('work', { 'docs/a.md': '# A\n', 'docs/deep/b.md': '# B\r\n' })
  await docs(source, 'push', 'docs', ...of)
  const folder = repository('work', { 'docs/mine.md': '# Mine\n' })
  const file = (name: string) => join(folder, 'docs', name)
  const dry = await docs(folder, 'pull', 'docs', '--dry-run', ...of)
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toBe(
    'to create: docs/a.md\nto create: docs/deep/b.md\nnot written (--dry-run): 2 to create of pulled, folder docs\nnote: 1 file here is no document of the server\n',
  )
  expect(readdirSync(join(folder, 'docs'))).toEqual(['mine.md'])
  expect((await docs(folder, 'pull', 'docs', ...of)).code).toBe(0)
  expect([readFileSync(file('a.md'), 'utf8'), readFileSync(file('deep/b.md'), 'utf8')]).toEqual([
    '# A\n',
    '# B\n',
  ])
  // A second revision replaces the first, whose text the server has; an edit is in no revision.
  writeFileSync(join(source, 'docs/a.md'), '# A 2\n')
  writeFileSync(join(source, 'docs/deep/b.md'), '# B 2\n')
  await docs(source, 'push', 'docs', ...of)
  writeFileSync(file('deep/b.md'), '# B of here\n')
  writeFileSync(file('a.md'), '# A\r\n')
  const second = await docs(folder, 'pull', 'docs', ...of)
  expect(second.code).toBe(1)
  expect(second.out).toContain('updated: docs/a.md\npulled: 1 updated, 1 kept as edited here of pulled')
  expect(second.err).toContain('docs/deep/b.md: its file was edited here and stays')
  expect([readFileSync(file('a.md'), 'utf8'), readFileSync(file('deep/b.md'), 'utf8')]).toEqual([
    '# A 2\n',
    '# B of here\n',
  ])
  const data = JSON.parse((await docs(folder, 'pull', 'docs', '--overwrite', '--json', ...of)).out)
  expect(data).toMatchObject({ counts: { updated: 1, unchanged: 1 }, alone: ['docs/mine.md'] })
  expect(readFileSync(file('deep/b.md'), 'utf8')).toBe('# B 2\n')
  expect(readdirSync(join(folder, 'docs')).sort()).toEqual(['a.md', 'deep', 'mine.md'])
  // Into a folder that does not exist, which is that of the server only by its prefix.
  await docs(folder, 'pull', 'elsewhere/new', '--prefix', 'docs', ...of)
  expect(readFileSync(join(folder, 'elsewhere/new/deep/b.md'), 'utf8')).toBe('# B 2\n')
})

test('no path of a document leads out of the folder, through a link or into git', async () => {
  const evil = [
    '../out.md',
    'a/../../out.md',
    '/out.md',
    '.git/x.md',
    '.GIT/hooks/x.md',
    'link/x.md',
    'x.sh',
    'a\\..\\b.md',
    'nul.md',
    'c:x.md',
    'linked.md',
    'dir.md',
    'mine.md/x.md',
  ]
  const list = evil.map((path, at) => ({
    id: `0197a000-0000-7000-8000-0000000000${10 + at}`,
    path,
    hash: 'a'.repeat(64),
  }))
  const hostile = createServer((request, response) => {
    const isList = request.url?.startsWith('/api/documents?')
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(
        isList
          ? { success: true, data: list, nextCursor: null }
          : { success: true, data: { content: 'evil' } },
      ),
    )
  })
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void hostile.close())
  const outside = mkdtempSync(join(tmpdir(), 'svc-outside-'))
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }))
  const folder = repository('work', { 'docs/mine.md': '# Mine\n' })
  mkdirSync(join(folder, 'docs/dir.md'))
  symlinkSync(outside, join(folder, 'docs/link'))
  symlinkSync(join(outside, 'target.md'), join(folder, 'docs/linked.md'))
  const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
  const { out, err } = await svc(folder, ['docs', 'pull', 'docs', '--prefix', '', '--overwrite', '--json'], {
    ...environment(),
    SVC_URL: url,
  })
  expect(JSON.parse(out).counts).toEqual({ refused: evil.length })
  expect(err).toContain('link is a symbolic link here')
  expect(readdirSync(outside)).toEqual([])
  expect(readdirSync(folder).filter((name) => name === 'out.md')).toEqual([])
  expect(readdirSync(join(folder, 'docs')).sort()).toEqual(['dir.md', 'link', 'linked.md', 'mine.md'])
})
