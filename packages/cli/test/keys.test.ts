// @module-tag thorough
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { makeSetup } from './set-up.ts'
import { hasTerminal, svc } from './shop.ts'

const server = useServer()

const keys = (...args: string[]) => keysWith(server.apiKey, ...args)
const keysWith = (apiKey: string, ...args: string[]) =>
  svc(makeSetup({}), ['keys', ...args], { SVC_API_KEY: apiKey, SVC_URL: server.url })

test('a key is made, shown once, listed without its value and ended for good', async () => {
  const made = await keys('create', 'ci', '--expires', '90')
  expect(made).toMatchObject({ code: 0, err: '' })
  const [, value = ''] = /^SVC_API_KEY=(svc_\w+)$/m.exec(made.out) ?? []
  expect(made.out).toMatch(
    /^ci {2}svc_\w{4}…\w{4}\n {4}editor \(ingest, read, knowledge, bus\), all projects\n/,
  )
  const listed = await keys('list')
  expect(listed.out).toMatch(/^ci {2}svc_.*never used, .* on \d{4}-\d\d-\d\d\n.*\n"First key" {2}svc_/s)
  expect(listed.out).not.toContain(value)
  const [newest] = JSON.parse((await keys('list', '--json')).out)
  expect(newest).toMatchObject({ name: 'ci', role: 'editor', lastUsedAt: null })
  expect(newest).not.toHaveProperty('value')

  const asked = await keys('revoke', 'ci')
  expect(asked).toMatchObject({
    code: 1,
    err: expect.stringMatching(/terminal.*\nnext: .*--yes.*\n$/),
  })
  expect((await keys('revoke', newest.hint, '--yes')).out).toBe(`revoked: ci (${newest.hint})\n`)
  expect((await keysWith(value, 'list')).err).toMatch(/^svc: the server rejected the API key \(401\)/)
  expect((await keys('revoke', 'ci', '--yes')).err).toMatch(
    /^svc: no key .*ci\nnext: npx --no svc keys list\n$/,
  )
})

test('a key that made others is revoked with a choice, which the server asks for', async () => {
  const scopes = ['ingest', 'read', 'knowledge', 'bus', 'admin'].flatMap((scope) => ['--scope', scope])
  const { value } = JSON.parse((await keys('create', 'setup', '--role', 'admin', ...scopes, '--json')).out)
  await keysWith(value, 'create', 'below')
  expect((await keys('revoke', 'setup', '--yes')).err).toMatch(
    /The key setup owns 1 credential: key below\.\s+Send\s+credentials=revoke/,
  )
  expect((await keys('revoke', 'setup', '--yes', '--credentials', 'revoke')).out).toMatch(
    /^revoked: setup .*\n.*created: 1 revoked, 0 kept\n$/,
  )
  expect((await keys('list')).out).not.toMatch(/^below/m)
})

test('rights are those that were asked for, and a key without them is reported so', async () => {
  const made = await keys('create', 'screen', '--role', 'viewer', '--scope', 'read', '--json')
  const { value, scopes } = JSON.parse(made.out)
  expect(scopes).toEqual(['read'])
  const refused = await keysWith(value, 'list')
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^svc: the API key lacks the permission \(403\): /),
  })
  await keys('create', 'screen')
  expect((await keys('revoke', 'screen', '--yes')).err).toMatch(
    /^svc: 2 keys have the name screen\nnext: name one by its id: [0-9a-f-]{36} \(svc_/,
  )
})

test('wrong use is reported with what is taken', async () => {
  for (const [args, said] of [
    [['create', 'x', '--role', 'owner'], /Allowed choices are viewer, editor, admin/],
    [['create', 'x', '--scope', 'write'], /Allowed choices are ingest, read/],
    [['create', 'x', '--expires', 'soon'], /number of days/],
    [['create', 'x', '--expires', '2001-01-01'], /number of days/],
    [['create', 'x', '--expires', '99999'], /from 1 to 3650/],
    [['create'], /missing required argument 'name'/],
    [['lst'], /did you mean list/],
  ] as const)
    expect(await keys(...args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(said) })
})

test.runIf(hasTerminal)('a person is asked before a key is ended', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const { id } = JSON.parse((await keys('create', 'asked', '--json')).out)
  const answer = async (text: string) => {
    const command = `'${process.execPath}' '${main}' keys revoke ${id}`
    const { PATH = '', HOME = '' } = process.env
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { PATH, HOME, ...NODE_CACHE, SVC_API_KEY: server.apiKey, SVC_URL: server.url },
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
      if (piece.includes('[y/N]')) child.stdin.write(`${text}\n`)
    })
    await new Promise((resolve) => child.on('close', resolve))
    return said
  }
  expect(await answer('n')).toMatch(/Revoke the key "asked" \(svc_.*\) .*\? \[y\/N\]/)
  expect((await keys('list')).out).toContain('asked  svc_')
  expect(await answer('y')).toContain('revoked: asked (svc_')
  expect((await keys('list')).out).not.toContain('asked  svc_')
})
