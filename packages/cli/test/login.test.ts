// @module-tag thorough
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { KEY, makeSetup, serve } from './set-up.ts'
import { hasTerminal, svc } from './shop.ts'

const server = useServer()

/** A user with an empty home. */
const makeUser = () => {
  const home = makeSetup({})
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config') }
  return {
    env,
    folder: join(home, 'config/svc'),
    file: join(home, 'config/svc/login.json'),
    run: (args: string[], more: Record<string, string> = {}, input?: string) =>
      svc(home, args, { ...env, ...more }, input),
    login: (...args: string[]) =>
      svc(home, ['login', '--url', server.url, '--key-stdin', ...args], env, `${server.apiKey}\n`),
  }
}

test('a login gives later commands server and key, and a logout takes them away', async () => {
  const user = makeUser()
  expect(await user.run(['keys', 'list'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^svc: SVC_API_KEY is not set\nnext: log in with npx --no svc login, /),
  })
  const said = await user.login()
  expect(said).toMatchObject({ code: 0, err: '' })
  expect(said.out).toMatch(/^logged in to http:\S+, organization .+\n {2}key "First key": .*\n {2}stored in /)
  expect(said.out).not.toContain(server.apiKey.slice(0, 12))
  expect(statSync(user.folder).mode & 0o777).toBe(0o700)
  expect(statSync(user.file).mode & 0o777).toBe(0o600)
  expect(readdirSync(user.folder)).toEqual(['login.json'])

  expect(await user.run(['keys', 'list'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('First key'),
  })
  // Another spelling of the same server finds the key too.
  expect(await user.run(['keys', 'list', '--url', `${server.url.replace('http', 'HTTP')}/`])).toMatchObject({
    code: 0,
  })
  expect((await user.run(['executions', '--project', 'shop', '--json'])).err).not.toContain('SVC_API_KEY')

  expect(await user.run(['logout'])).toMatchObject({ code: 0, out: `logged out of ${server.url}\n` })
  expect(readdirSync(user.folder)).toEqual([])
  expect(await user.run(['logout'])).toMatchObject({ code: 0, out: 'no login is stored\n' })
  expect((await user.run(['keys', 'list'])).err).toContain('SVC_API_KEY is not set')
})

test('a key that was cut off or is empty is the key that was typed, not SVC_API_KEY', async () => {
  const user = makeUser()
  for (const [typed, mistake] of [
    ['svc_cut', 'it has 7 characters instead of 53'],
    ['', 'it is empty'],
  ]) {
    const said = await user.run(['login', '--url', server.url, '--key-stdin'], {}, `${typed}\n`)
    expect(said).toMatchObject({
      code: 1,
      err: `svc: the API key is not valid: ${mistake}\nnext: copy the key again, then: npx --no svc login\n`,
    })
  }
})

test('upload and flush send with a login; doctor finds the login that reporters use', async () => {
  const user = makeUser()
  await user.login()
  const folder = makeSetup({
    'a.xml': '<testsuite name="a"><testcase classname="a" name="b" time="1"/></testsuite>',
  })
  const here = (...args: string[]) => svc(folder, args, { ...user.env, SVC_LOGIN: '' })
  expect(await here('upload', 'a.xml', '--project', 'shop')).toMatchObject({
    code: 0,
    out: expect.stringContaining(server.url),
  })
  expect(await here('flush')).toMatchObject({ code: 0, out: 'nothing to send\n' })
  const { out } = await here('doctor')
  expect(out).toContain('the key of svc login is used')
  expect(out).toContain(`${server.url} answers`)
  const off = await svc(folder, ['doctor'], { ...user.env, SVC_LOGIN: '0' })
  expect(off.out.replaceAll(/\s+/g, ' ')).toContain('SVC_API_KEY is not set')
  expect(off.out.replaceAll(/\s+/g, ' ')).toContain('turned off by SVC_LOGIN')
})

test('a key that cannot send is for commands only, and the login says so', async () => {
  const user = makeUser()
  const made = await svc(user.env.HOME, ['keys', 'create', 'reader', '--scope', 'read', '--json'], {
    ...user.env,
    SVC_URL: server.url,
    SVC_API_KEY: server.apiKey,
  })
  const { value } = JSON.parse(made.out)
  const { out } = await user.run(['login', '--url', server.url, '--key-stdin'], {}, value)
  expect(out).toContain('for commands only, because it cannot send results')
  expect(JSON.parse(readFileSync(user.file, 'utf8'))).toMatchObject({ reporters: [] })
})

test('option and environment come before a login, and a stored key goes to its own server only', async () => {
  const user = makeUser()
  await user.login()
  const seen: (string | undefined)[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
  })
  for (const [args, env] of [
    [['keys', 'list', '--url', other], {}],
    [['keys', 'list'], { SVC_URL: other }],
  ] as const)
    expect((await user.run([...args], env)).err).toContain('SVC_API_KEY is not set')
  expect(seen).toEqual([])
  // A key of the environment is not sent to the server of a login.
  await user.run(['keys', 'list'], { SVC_URL: other, SVC_API_KEY: KEY })
  expect(seen).toEqual([`Bearer ${KEY}`])
})

test('a key that the server rejects is not stored, and each server has one entry', async () => {
  const user = makeUser()
  const wrong = (url: string, key: string) => user.run(['login', '--url', url, '--key-stdin'], {}, key)
  expect(await wrong(server.url, KEY)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^svc: the server rejected the API key \(401\)/),
  })
  const typo = await wrong(server.url, `${KEY}x`)
  expect(typo.code).toBe(1)
  expect(typo.err).not.toContain(KEY)
  expect((await wrong(server.url, ' \n')).err).toMatch(/^svc: the API key is not valid: it is empty\n/)
  expect((await wrong('localhost', KEY)).err).toMatch(/is not the address of a server\n/)
  expect((await user.run(['login'])).err).toMatch(
    /^svc: no terminal .*\nnext: npx --no svc login --url '<address>' --key-stdin < key-file\n$/,
  )
  expect((await user.run(['login', '--url', server.url])).err).toContain(
    `login --url ${server.url} --key-stdin < key-file\n`,
  )
  expect(() => statSync(user.file)).toThrow('ENOENT')

  await user.login()
  const { out } = await user.login('--json')
  expect(JSON.parse(out)).toMatchObject({ url: server.url, key: { name: 'First key' }, file: user.file })
  expect(JSON.parse(readFileSync(user.file, 'utf8'))).toEqual({
    current: server.url,
    keys: { [server.url]: server.apiKey },
    reporters: [server.url],
  })
})

test('a logout of one server keeps the others', async () => {
  const user = makeUser()
  await user.login()
  const stored = JSON.parse(readFileSync(user.file, 'utf8'))
  const other = 'https://svc.example.com'
  writeFileSync(user.file, JSON.stringify({ ...stored, keys: { ...stored.keys, [other]: KEY } }))
  expect((await user.run(['logout', '--url', `${other}/`])).out).toBe(
    `logged out of ${other}\nstill logged in: ${server.url}\n`,
  )
  expect((await user.run(['keys', 'list'])).code).toBe(0)
  expect(JSON.parse((await user.run(['logout', '--all', '--json'])).out)).toEqual({
    removed: [server.url],
    left: [],
  })
})

test.runIf(process.platform !== 'win32')(
  'logins that others can read, or that are damaged, are refused',
  async () => {
    const user = makeUser()
    await user.login()
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(user.file, mode)
      for (const args of [['keys', 'list'], ['logout']])
        expect(await user.run(args)).toMatchObject({
          code: 1,
          err: expect.stringMatching(
            /^svc: other users can access .*\nnext: .*chmod 600 \S*login\.json'?\n$/,
          ),
        })
    }
    // Without need for it, the file is not read.
    expect((await user.run(['keys', 'list'], { SVC_API_KEY: server.apiKey, SVC_URL: server.url })).code).toBe(
      0,
    )
    expect((await user.run(['help'])).code).toBe(0)
    chmodSync(user.file, 0o600)
    for (const text of ['', '{', '[]', '{"keys":{"a":1}}']) {
      writeFileSync(user.file, text)
      expect((await user.run(['keys', 'list'])).err).toMatch(
        /^svc: the stored logins .* are damaged\nnext: .*rm /,
      )
    }
  },
)

test('a folder that was open to others is closed by a login', async () => {
  const user = makeUser()
  mkdirSync(user.folder, { recursive: true, mode: 0o755 })
  await user.login()
  expect(statSync(user.folder).mode & 0o777).toBe(0o700)
})

test.runIf(hasTerminal)('a person is asked, and the key stays invisible', async () => {
  const user = makeUser()
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child = spawn('script', ['-qec', `'${process.execPath}' '${main}' login`, '/dev/null'], {
    env: { PATH: process.env.PATH ?? '', ...NODE_CACHE, ...user.env },
  })
  let said = ''
  const answers: [question: string, answer: string][] = [
    ['Address of the server', server.url],
    ['(invisible)', server.apiKey],
  ]
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
    const [next] = answers
    if (!next || !said.includes(next[0])) return
    answers.shift()
    child.stdin.write(`${next[1]}\r`)
  })
  await new Promise((resolve) => child.on('close', resolve))
  expect(said).toContain(`logged in to ${server.url}`)
  expect(said).not.toContain(server.apiKey.slice(4, 20))
  expect(readFileSync(user.file, 'utf8')).toContain(server.apiKey)
})
