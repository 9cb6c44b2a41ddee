// @module-tag thorough
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { git } from '@svc/test-kit/git'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { commitAll, KEY, makeSetup, serve } from './set-up.ts'
import { onTerminal, repository, svc } from './shop.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

const server = useServer({ env: { SVC_RATE_READ: '0' } })

const environment = () => ({ SVC_API_KEY: server.apiKey, SVC_URL: server.url })
const push = (folder: string, ...args: string[]) => svc(folder, ['docs', 'push', ...args], environment())

let turn = 0
/** Each test has a project of its own. */
const newProject = () => `shop-${++turn}`

const documents = (project: string) =>
  server.get<{ path: string; title: string; visibility: string; id: string }[]>(
    `/api/documents?project=${project}`,
  )

const FILES = {
  '.gitignore': 'docs/drafts\n',
  'README.md': '# Shop\n',
  'docs/a.md': '---\ntitle: Alpha\ntags: [x]\n---\n# A\n\nText.\n',
  'docs/deep/café.mdx': '# Coffee\r\n\r\nText.\r\n',
  'docs/drafts/d.md': '# Draft\n',
  'docs/note.txt': 'no document',
}

test('a folder is pushed once, then what changed; deletion only when asked', async () => {
  const project = newProject()
  const folder = repository('work', FILES)
  const dry = await push(folder, 'docs', '--project', project, '--dry-run')
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toBe(
    `to send: docs/a.md\nto send: docs/deep/café.mdx\nnot sent (--dry-run): 2 to send; 2 files for ${project}, folder docs\n`,
  )
  const first = await push(folder, 'docs', '--project', project)
  expect(first).toMatchObject({
    code: 0,
    err: '',
    out: `pushed: 2 created; 2 files for ${project}, folder docs\n`,
  })
  const stored = await documents(project)
  expect(stored.map(({ path, title }) => [path, title]).sort()).toEqual([
    ['docs/a.md', 'Alpha'],
    ['docs/deep/café.mdx', 'Coffee'],
  ])
  // Line ends are no change.
  writeFileSync(join(folder, 'docs/deep/café.mdx'), '# Coffee\n\nText.\n')
  expect((await push(join(folder, 'docs'), '.', '--project', project)).out).toBe(
    `pushed: 2 unchanged; 2 files for ${project}, folder docs\n`,
  )
  writeFileSync(join(folder, 'docs/b.md'), '# B\n')
  rmSync(join(folder, 'docs/a.md'))
  const changed = await push(folder, 'docs', '--project', project)
  expect(changed.out).toBe(
    `pushed: 1 created, 1 unchanged; 2 files for ${project}, folder docs\nnote: 1 document of earlier pushes has no file any more; --delete deletes it\n`,
  )
  const dryDelete = JSON.parse(
    (await push(folder, 'docs', '--project', project, '--delete', '--dry-run', '--json')).out,
  )
  expect(dryDelete).toMatchObject({ isDry: true, counts: { unchanged: 2, deleted: 1 }, gone: ['docs/a.md'] })
  expect(await documents(project)).toHaveLength(3)
  const deleted = await push(folder, 'docs', '--project', project, '--delete')
  expect(deleted.out).toBe(
    `deleted: docs/a.md\npushed: 1 deleted, 2 unchanged; 2 files for ${project}, folder docs\n`,
  )
  expect(await documents(project)).toHaveLength(2)
})

test('with --delete, a renamed file moves its document', async () => {
  const project = newProject()
  const folder = repository('work', FILES)
  await push(folder, 'docs', '--project', project)
  const before = (await documents(project)).find(({ path }) => path === 'docs/a.md')
  renameSync(join(folder, 'docs/a.md'), join(folder, 'docs/alpha.md'))
  const dry = await push(folder, 'docs', '--project', project, '--delete', '--dry-run')
  expect(dry.out).toContain('to move: docs/a.md to docs/alpha.md\n')
  const moved = await push(folder, 'docs', '--project', project, '--delete')
  expect(moved.out).toBe(
    `moved: docs/a.md to docs/alpha.md\npushed: 1 moved, 1 unchanged; 2 files for ${project}, folder docs\n`,
  )
  const after = await documents(project)
  expect(after.map(({ path }) => path).sort()).toEqual(['docs/alpha.md', 'docs/deep/café.mdx'])
  expect(after.find(({ path }) => path === 'docs/alpha.md')?.id).toBe(before?.id)
})

test('invalid files get a reason and are not deleted, and the other files are pushed', async () => {
  const project = newProject()
  const folder = repository('work', {
    'docs/good.md': '# Good\n',
    'docs/latin.md': '# now fine\n',
    'docs/gone.md': '# Gone\n',
  })
  await push(folder, 'docs', '--project', project)
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, 'docs', name), content)
  write('latin.md', Buffer.from('# caf\xe9\n', 'latin1'))
  write('long.md', 'x'.repeat(1_048_577))
  write('nul.md', 'a\0b')
  write('front.md', '---\ntitle: [1\n---\n')
  write('back\\slash.md', '# x\n')
  write('new.md', '# New\n')
  mkdirSync(join(folder, 'outside'))
  writeFileSync(join(folder, 'outside/secret.md'), '# secret\n')
  symlinkSync(join(folder, 'outside/secret.md'), join(folder, 'docs/link.md'))
  symlinkSync(join(folder, 'outside'), join(folder, 'docs/linked'))
  rmSync(join(folder, 'docs/gone.md'))
  const dry = await push(folder, 'docs', '--project', project, '--delete', '--dry-run')
  expect(dry).toMatchObject({
    code: 1,
    out: `to delete: docs/gone.md\nto send: docs/new.md\nnot sent (--dry-run): 1 to send, 1 to delete, 1 unchanged, 6 refused; 8 files for ${project}, folder docs\n`,
  })
  expect(await documents(project)).toHaveLength(3)
  const { code, out, err } = await push(folder, 'docs', '--project', project, '--delete')
  expect(code).toBe(1)
  expect(dry.err).toBe(err)
  expect(out).toBe(
    `deleted: docs/gone.md\npushed: 1 created, 1 deleted, 1 unchanged, 6 refused; 8 files for ${project}, folder docs\n`,
  )
  expect(err.split('\n').sort()).toEqual([
    '',
    expect.stringMatching(/^svc: docs\/back\\slash\.md: path must have \/ between folders/),
    expect.stringMatching(/^svc: docs\/front\.md: The front matter is invalid YAML in line/),
    'svc: docs/latin.md: it is not in UTF-8; save it in that encoding',
    'svc: docs/link.md: it is a symbolic link; only files are pushed',
    'svc: docs/long.md: it has 1048577 bytes, and a document has at most 1048576; split it',
    'svc: docs/nul.md: it contains NUL characters, so it is no text',
  ])
  expect((await documents(project)).map(({ path }) => path).sort()).toEqual([
    'docs/good.md',
    'docs/latin.md',
    'docs/new.md',
  ])
})

test('the text of the server is not lost', async () => {
  const project = newProject()
  const folder = repository('work', { 'docs/a.md': '# one\n' })
  await push(folder, 'docs', '--project', project)
  const put = (content: string) =>
    fetch(`${server.url}/api/documents`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ project, path: 'docs/a.md', content }),
    })
  await put('# server\n')
  const newer = await push(folder, 'docs', '--project', project)
  expect(newer).toMatchObject({
    code: 0,
    out: `pushed: 1 newer on the server; 1 file for ${project}, folder docs\n`,
  })
  expect(newer.err).toMatch(/^svc: docs\/a\.md: the server has a newer text/)
  writeFileSync(join(folder, 'docs/a.md'), '# two\n')
  const conflict = await push(folder, 'docs', '--project', project)
  expect(conflict).toMatchObject({
    code: 1,
    err: expect.stringMatching(/it was changed here and on the server/),
  })
  expect((await push(folder, 'docs', '--project', project, '--overwrite')).out).toMatch(/^pushed: 1 revised/)
})

test('prefix, visibility, a folder outside of git, and what is wrong', async () => {
  const project = newProject()
  const folder = makeSetup({
    'a.md': '# A\n',
    'own/b.md': '---\nvisibility: project\n---\n# B\n',
    'node_modules/x/c.md': '# C\n',
    '.hidden/d.md': '# D\n',
  })
  const pushed = await push(
    folder,
    '.',
    '--project',
    project,
    '--prefix',
    '/handbook/',
    '--visibility',
    'shared',
  )
  expect(pushed.out).toBe(`pushed: 2 created; 2 files for ${project}, folder handbook\n`)
  expect((await documents(project)).map(({ path, visibility }) => [path, visibility]).sort()).toEqual([
    ['handbook/a.md', 'shared'],
    ['handbook/own/b.md', 'project'],
  ])
  const empty = makeSetup({ 'a.txt': '' })
  expect(await push(empty, '.', '--project', project, '--delete')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^svc: there is no Markdown file in /),
  })
  expect(await push(empty, 'nowhere', '--project', project)).toMatchObject({ code: 2 })
  expect(await push(empty, '.', '--visibility', 'all')).toMatchObject({ code: 2 })
  const wrong = await svc(folder, ['docs', 'push', '.', '--project', project], {
    SVC_API_KEY: KEY,
    SVC_URL: server.url,
  })
  expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/\(401\)/) })
  expect((await svc(folder, ['docs'], {})).code).toBe(2)
})

test('the commit of a clean working tree is kept', async () => {
  const project = newProject()
  const folder = repository('work', { 'docs/a.md': '# one\n' })
  const sha = git(folder, 'rev-parse', 'HEAD')
  expect(JSON.parse((await push(folder, 'docs', '--project', project, '--json')).out).commit).toBe(sha)
  const [document] = await documents(project)
  expect(await server.get(`/api/documents/${document?.id}/revisions`)).toMatchObject([
    { commit: sha, source: 'push' },
  ])
  writeFileSync(join(folder, 'docs/a.md'), '# two\n')
  expect(JSON.parse((await push(folder, 'docs', '--project', project, '--json')).out)).not.toHaveProperty(
    'commit',
  )
})

test('an older commit replaces nothing, in a shallow clone of CI with generated files too', async () => {
  const project = newProject()
  const folder = repository('work', { 'docs/a.md': '# one\n', 'docs/b.md': '# b\n' })
  const first = git(folder, 'rev-parse', 'HEAD')
  await push(folder, 'docs', '--project', project)
  // Its clock is a day behind, and a shallow clone still knows what came before.
  writeFileSync(join(folder, 'docs/a.md'), '# two\n')
  writeFileSync(join(folder, 'docs/new.md'), '# new\n')
  git(folder, 'add', '.')
  git(folder, '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-qm', 'two')
  const second = git(folder, 'rev-parse', 'HEAD')
  const cloneOf = (sha: string) => {
    const clone = makeSetup({})
    git(clone, 'init', '-q')
    git(folder, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    git(clone, 'fetch', '-q', '--depth=1', `file://${folder}`, sha)
    git(clone, 'checkout', '-q', '--detach', 'FETCH_HEAD')
    return clone
  }
  const inCi = (clone: string, ...args: string[]) =>
    svc(clone, ['docs', 'push', 'docs', '--project', project, ...args], { ...environment(), CI: 'true' })
  expect((await inCi(cloneOf(second))).out).toMatch(/^pushed: 1 created, 1 revised, 1 unchanged/)
  const old = cloneOf(first)
  writeFileSync(join(old, 'docs/made.md'), '# made\n')
  const again = await inCi(old, '--delete')
  expect(again).toMatchObject({
    code: 0,
    out: `pushed: 1 created, 1 unchanged, 1 of a newer commit; 3 files for ${project}, folder docs\n`,
  })
  expect(again.err).toMatch(
    new RegExp(
      `^svc: docs/a\\.md: commit ${second.slice(0, 10)} of \\S+Z is newer and was pushed before; push the newest commit, or give --allow-older\n$`,
    ),
  )
  expect((await documents(project)).map(({ path }) => path).sort()).toEqual([
    'docs/a.md',
    'docs/b.md',
    'docs/made.md',
    'docs/new.md',
  ])
  const forced = await inCi(old, '--allow-older', '--delete')
  expect(forced).toMatchObject({ code: 0, err: '' })
  expect(forced.out).toMatch(/pushed: 1 revised, 1 deleted, 2 unchanged/)
})

test('a push that was killed continues, and needs no more writes a minute than a server allows', async () => {
  const project = newProject()
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [
      `docs/${i}.md`,
      `# Document ${i}\n\n${`Sentence ${i}. `.repeat(700)}\n`,
    ]),
  )
  const folder = makeSetup(files)
  commitAll(folder)
  // The hashes and the first contents go through. The push dies before it knows that they were stored.
  let requests = 0
  const relay = await serve(async (request, response) => {
    const turn = ++requests
    if (turn > 2) return
    const headers = {
      authorization: String(request.headers.authorization),
      'content-type': 'application/json',
    }
    const body = await text(request)
    const answer = await fetch(server.url + request.url, { method: 'POST', headers, body })
    if (turn === 2) child.kill('SIGKILL')
    else response.end(await answer.text())
  })
  const child = spawn(process.execPath, [main, 'docs', 'push', 'docs', '--project', project], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...NODE_CACHE, ...environment(), SVC_URL: relay },
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  const { documents: rest, counts } = JSON.parse(
    (await push(folder, 'docs', '--project', project, '--json')).out,
  )
  expect(rest).toHaveLength(400)
  expect(counts.created).toBeGreaterThan(0)
  expect(counts.unchanged).toBeGreaterThan(0)
  expect(JSON.parse((await push(folder, 'docs', '--project', project, '--json')).out)).toMatchObject({
    counts: { unchanged: 400 },
    requests: 1,
  })
  expect(onTerminal(folder, ['docs', 'push', 'docs', '--project', project], environment())).toMatch(
    /pushed.*400 unchanged/,
  )
})
