import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run.ts'

/** Well-formed, of no server. */
const KEY = 'svc_28pwpFvXuOCuClQJSgvJUKf8mA3ApwedogOvpU3VfJJ2Ausw3'

const folders: string[] = []
let server: Server | undefined

beforeEach(() => {
  vi.stubEnv('SVC_API_KEY', KEY)
  // Typed outside of this workspace, whose commands are those of its package manager.
  vi.stubEnv('npm_package_json', join(process.cwd(), 'package.json'))
  vi.stubEnv('INIT_CWD', tmpdir())
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Answers every request alike. */
const serve = async (status: number, body: object, headers: object = {}): Promise<string> => {
  const listening = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { connection: 'close', ...headers }).end(JSON.stringify(body))
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

/** A project with one journal of a finished run. */
const makeProject = (names = ['j']) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cli-'))
  folders.push(folder)
  const open = {
    journal: 'j',
    suite: 'default',
    build: 'b',
    runAttempt: 1,
    part: { job: '', package: '', config: '', leg: 'l' },
    trust: 'local',
    code: {},
    runner: { name: 'test' },
    client: { name: 'test', version: '0' },
    root: 'runner',
    startedAt: 1,
  }
  const lines = [
    ['open', 1, open],
    ['end', { status: 'passed', durationMs: 1 }],
  ]
  mkdirSync(join(folder, '.svc', 'journal'), { recursive: true })
  for (const name of names)
    writeFileSync(
      join(folder, '.svc', 'journal', `${name}.ndjson`),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
  return folder
}

const call = async (...args: string[]) => {
  const out: string[] = []
  const err: string[] = []
  const streams = {
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
  }
  const code = await runCommand(args, streams)
  return { code, out: out.join(''), err: err.join('') }
}

const accepted = { success: true, data: { accepted: 1, execution: { url: '/e/1' }, warnings: [] } }

test('flush sends what is there and exits with 0', async () => {
  const url = await serve(200, accepted)
  const folder = makeProject()
  expect(await call('flush', folder, '--url', url)).toEqual({ code: 0, out: `sent → ${url}/e/1\n`, err: '' })
  expect(readdirSync(join(folder, '.svc', 'journal'))).toEqual([])
  expect(await call('flush', folder)).toEqual({ code: 0, out: 'nothing to send\n', err: '' })
})

test('flush exits with 1 where a journal stays, and says why as JSON too', async () => {
  const url = await serve(401, { success: false, error: { code: 'UNAUTHORIZED', message: 'revoked' } })
  const folder = makeProject()
  const { code, out } = await call('flush', folder, '--url', url, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual({
    journals: [
      {
        path: join(folder, '.svc', 'journal', 'j.ndjson'),
        entries: 1,
        isComplete: true,
        state: 'denied',
        reason: expect.stringMatching(/401: revoked/),
      },
    ],
    error: {
      code: 'NOT_SENT',
      message: expect.stringMatching(/401: revoked/),
      next: `npx --no svc doctor ${folder} --url ${url}`,
    },
  })
})

test('equal reasons share a line, and the next command is named', async () => {
  const slow = { success: false, error: { code: 'RATE_LIMITED', message: 'Try again in 42 s.' } }
  const url = await serve(429, slow, { 'retry-after': '42' })
  const folder = makeProject(['a', 'b', 'c'])
  const place = join(folder, '.svc', 'journal')
  expect(await call('flush', folder, '--url', url)).toEqual({
    code: 1,
    out:
      `not sent, 3 journals: rate limit reached (429: Try again in 42 s.; retry after 42 s); kept in ${place}\n` +
      `next: npx --no svc flush ${folder} --url ${url} --timeout 72\n`,
    err: '',
  })
})

test('flush exits with 1 where the server refused a journal for ever', async () => {
  const url = await serve(400, { success: false, error: { code: 'INVALID', message: 'no' } })
  const folder = makeProject(['a', 'b'])
  const { code, out } = await call('flush', folder, '--url', url)
  expect(code).toBe(1)
  expect(out).toMatch(/^rejected, 2 journals: .*; kept in \S+\/\.svc\/journal\/rejected\nnext: move .*\n$/)
})

test('without a key it says what to set', async () => {
  vi.stubEnv('SVC_API_KEY', '')
  const { code, out } = await call('flush', makeProject())
  expect(code).toBe(1)
  expect(out).toMatch(/set SVC_API_KEY; kept in /)
})

test('on a terminal flush says how far it is, and only there', async () => {
  const folder = makeProject()
  const held: (() => void)[] = []
  const listening = createServer((request, response) => {
    request.resume()
    held.push(() => response.writeHead(200, { connection: 'close' }).end(JSON.stringify(accepted)))
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const said: string[] = []
  const isShown = new Promise<void>((resolve) => {
    const stderr = {
      isTTY: true,
      write: (text: string) => {
        said.push(text)
        resolve()
      },
    }
    void runCommand(['flush', folder, '--url', url], { stdout: { write: () => undefined }, stderr }).then(
      () => said.push('over'),
    )
  })
  await isShown
  const [first = ''] = said
  expect(first.startsWith('\r\u001b[K')).toBe(true)
  expect(first).toMatch(/sending: 1 of 1 left, \d s$/)
  for (const release of held) release()
  await expect.poll(() => said).toContain('over')
  // The line is gone before the result is printed.
  expect(said.slice(-2)).toEqual(['\r\u001b[K', 'over'])
})

test('with --json wrong use is one JSON document too', async () => {
  for (const [args, error] of [
    [
      ['upload', 'a.xml', '--sute', 'x', '--json'],
      {
        code: 'WRONG_USE',
        message: "unknown option '--sute'",
        next: 'did you mean --suite? npx --no svc help upload',
      },
    ],
    [
      ['keys', 'create', '--json'],
      {
        code: 'WRONG_USE',
        message: "missing required argument 'name'",
        next: 'npx --no svc help keys create',
      },
    ],
    [
      ['compre', '--json'],
      {
        code: 'WRONG_USE',
        message: "unknown command 'compre'",
        next: 'did you mean compare? npx --no svc help',
      },
    ],
    [['keys', '--json', 'lst'], { code: 'WRONG_USE' }],
    [['--json'], { code: 'WRONG_USE', next: 'npx --no svc help' }],
    [['flush', '--timeout', 'soon', '--json'], { code: 'WRONG_USE', next: 'npx --no svc help flush' }],
    [['flush', 'no-such-folder', '--json'], { code: 'WRONG_USE' }],
    [['compare', '--wait=soon', '--json'], { code: 'WRONG_USE' }],
  ] as const) {
    const { code, out } = await call(...args)
    expect(code).toBe(2)
    expect(JSON.parse(out)).toEqual({ error: expect.objectContaining(error) })
  }
  // Behind -- it is a name.
  expect((await call('flush', '--', '--json', 'b')).out).toBe('')
})

test('names, commits and times that cannot be right are refused with what is taken', async () => {
  for (const [args, said] of [
    [['upload', 'a.xml', '--commit', 'zzz'], /7\s+to\s+64\s+hex/],
    [['upload', 'a.xml', '--commit', 'abc12'], /commit[\s\S]*abc12/],
    [['upload', 'a.xml', '--branch', 'a\u001b[31m'], /without\s+control characters/],
    [['upload', 'a.xml', '--branch', ' '], /is\s+empty/],
    [['upload', 'a.xml', '--tag', 'x'.repeat(501)], /at\s+most\s+500\s+bytes/],
    [['compare', '--branch', 'a\nb'], /without\s+control\s+characters/],
    [['compare', ''], /is\s+empty/],
    [['open', 'a\u001b[31m'], /without\s+control\s+characters/],
    [['compare', '--wait=7h'], /at\s+most\s+6\s+h/],
    [['import', '.', '--since', '2026-02-30'], /2031-01-31/],
    [['import', '.', '--since', '2026-02-02', '--until', '2026-02-01'], /--since.*--until/],
    [['keys', 'create', 'x', '--expires', '2999-02-30'], /days[\s\S]*2031-12-31/],
  ] as const) {
    const { code, err } = await call(...args)
    expect(err).toMatch(said)
    expect(code).toBe(2)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  }
})

test('help knows commands below others, and what is meant by a slip', async () => {
  for (const path of [['keys'], ['keys', 'create'], ['compare'], ['help']]) {
    const manual = await call(...path, '--help')
    expect(manual).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`svc ${path.join(' ')}`) })
    expect(await call('help', ...path)).toEqual(manual)
  }
  expect(await call('keys', 'help', 'create')).toEqual(await call('help', 'keys', 'create'))
  expect(await call('help', 'keys', 'crate')).toMatchObject({
    code: 2,
    err: "error: unknown command 'crate'\nnext: did you mean create? npx --no svc help\n",
  })
  expect(await call('help', 'nosuch')).toMatchObject({ code: 2 })
})

test('wrong use is 2, help and version are 0', async () => {
  expect(await call('flsh')).toMatchObject({ code: 2, err: expect.stringMatching(/did you mean flush/) })
  expect(await call('flush', '--timeout', 'soon')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/seconds/),
  })
  expect(await call('flush', 'a', 'b')).toMatchObject({ code: 2 })
  expect(await call('flush', 'no-such-folder')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: [^\n]*\s\S*no-such-folder\nnext: npx --no svc help flush\n$/),
  })
  expect(await call('docter')).toMatchObject({ code: 2, err: expect.stringMatching(/did you mean doctor/) })
  expect(await call('--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ flush .* compare .* doctor /s),
  })
  expect(await call()).toMatchObject({ code: 2, err: expect.stringMatching(/Usage: svc/) })
  expect(await call('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  expect(await call('flush', '--help')).toMatchObject({ code: 0, out: expect.stringMatching(/Exit codes/) })
})
