import { firedTimers, NOTICE_MS } from '@svc/test-kit/fired-timers'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder, removeFolders, write } from '../test/folders.ts'
import { hear } from '../test/hear.ts'
import { configFor, failed, journalFiles, KEY, named, passed, startFor, startIn } from '../test/recording.ts'
import {
  type Answering,
  closedAddress,
  type IngestServer,
  problem,
  type Seen,
  startServer,
} from '../test/server.ts'
import { record } from './recorder.ts'
import { uuidv7 } from './uuid.ts'

let said: string[] = []
const servers: IngestServer[] = []
const serve = async (answering?: (nth: number, seen: Seen) => Answering) => {
  const server = await startServer(answering)
  servers.push(server)
  return server
}

beforeEach(() => {
  said = []
  hear(said)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) await server.close()
})
afterAll(removeFolders)

/** A run of some tests, to its end. */
const run = async (
  url: string,
  options: { tests?: number; timeoutMs?: number; root?: string; quiet?: boolean } = {},
) => {
  const { tests = 3, root = makeFolder(), ...rest } = options
  const recorder = startIn(root, { url, ...rest })
  for (let index = 0; index < tests; index += 1)
    recorder.attempt(named('', { titles: [`block ${index % 10}`, `test ${index}`] }), passed())
  const { fired, restore } = firedTimers()
  onTestFinished(restore)
  await recorder.finish({ status: 'passed' })
  return { root, fired }
}

test('a run is sent in one request, told in one line, and leaves nothing behind', async () => {
  const server = await serve()
  const begun = Date.now()
  const { root } = await run(server.url, { tests: 1234 })
  expect(server.seen).toHaveLength(1)
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    'svc-from': '0',
  })
  const clock = Number(server.seen[0]?.headers['svc-clock'])
  expect([begun <= clock, clock <= Date.now()]).toEqual([true, true])
  expect(server.entries()).toHaveLength(1235)
  expect(server.open().project).toMatch(/^svc-client-/)
  expect(said).toEqual([`svc: 1,234 results sent → ${server.url}/executions/e1\n`])
  expect(journalFiles(root)).toEqual([])
})

test('a run says that it was sent with the key of a login', async () => {
  const server = await serve()
  const recorder = record(startFor(makeFolder()), { ...configFor({ url: server.url }), usesLogin: true })
  recorder.attempt(named('t'), passed())
  await recorder.finish({ status: 'passed' })
  expect(said).toEqual([`svc: 1 result sent with the key of svc login → ${server.url}/executions/e1\n`])
})

test('quiet says nothing when all is well', async () => {
  const server = await serve()
  await run(server.url, { quiet: true })
  expect(said).toEqual([])
})

test('a passing test costs at most 20 bytes on the wire', async () => {
  const server = await serve()
  await run(server.url, { tests: 10_000 })
  expect((server.seen[0]?.bytes ?? Number.NaN) / 10_000).toBeLessThan(20)
})

describe('segments', () => {
  test('20,000 results and the end of their run go in one', async () => {
    const server = await serve()
    await run(server.url, { tests: 20_000 })
    expect(server.seen.map(({ from }) => from)).toEqual([0])
    expect(server.entries()).toHaveLength(20_001)
  })

  test('45,000 results go in three, each with the groups it needs', async () => {
    const server = await serve()
    await run(server.url, { tests: 45_000 })
    expect(server.seen.map(({ from }) => from)).toEqual([0, 20_000, 40_000])
    for (const { lines } of server.seen) {
      expect(lines[0]?.[0]).toBe('open')
      expect(lines.filter((line) => line[0] === 'group')).toHaveLength(10)
    }
    expect(server.entries()).toHaveLength(45_001)
  })

  test('after 409 it continues from where the server stands', async () => {
    let lost = false
    const server = await serve((_, { from }) => {
      if (from === 20_000 && !lost) {
        lost = true
        server.entries().length = 7_000
      }
      return undefined
    })
    await run(server.url, { tests: 45_000 })
    expect(server.seen.map(({ from }) => from)).toEqual([0, 20_000, 7_000, 27_000])
    expect(server.entries().map((entry) => (entry[0] === 'attempt' ? entry[2] : entry[0]))).toEqual([
      ...Array.from({ length: 45_000 }, (_, index) => `test ${index}`),
      'end',
    ])
    expect(said.join('')).toMatch(/45,000 results sent/)
  })

  test('a server that holds everything is believed', async () => {
    const server = await serve(() => ({
      ...problem(409, 'CONFLICT', 'known'),
      headers: { 'svc-accepted': '4' },
    }))
    const { root } = await run(server.url)
    expect(journalFiles(root)).toEqual([])
  })

  test('a server that never moves is given up', async () => {
    const server = await serve(() => ({
      ...problem(409, 'CONFLICT', 'no'),
      headers: { 'svc-accepted': '0' },
    }))
    const { root } = await run(server.url)
    expect(server.seen).toHaveLength(3)
    expect(journalFiles(root)).toHaveLength(1)
  })

  test('a body that shrinks like an attack goes as it is', async () => {
    const server = await serve()
    const root = makeFolder()
    const recorder = startIn(root, { url: server.url })
    for (let index = 0; index < 100; index += 1)
      recorder.attempt(named(`t${index}`), failed('', { stdout: 'a'.repeat(16_000) }))
    await recorder.finish({ status: 'failed' })
    expect(server.seen[0]?.headers).not.toHaveProperty('content-encoding')
    expect(server.entries()).toHaveLength(101)
  })
})

describe('trouble that passes', () => {
  test('503 with Retry-After is waited for', async () => {
    const server = await serve((nth) =>
      nth === 0 ? { ...problem(503, 'INTERNAL', 'busy'), headers: { 'retry-after': '1' } } : undefined,
    )
    const { fired } = await run(server.url)
    expect(fired).toContain(1000)
    expect(said.join('')).toMatch(/3 results sent/)
  })

  test('a Retry-After beyond the time left is not waited for', async () => {
    const server = await serve(() => ({
      ...problem(429, 'RATE_LIMITED', 'slow down'),
      headers: { 'retry-after': '60' },
    }))
    const { fired, root } = await run(server.url, { timeoutMs: 59_000 })
    expect(Math.max(0, ...fired)).toBeLessThanOrEqual(NOTICE_MS)
    expect(said.join('')).toMatch(
      /rate limit .*\(429: slow down; .*60 s\)\nsvc: they are kept in .*pnpm exec svc flush/,
    )
    expect(journalFiles(root)).toHaveLength(1)
  })

  test('a wait that the server asked for is reported in one line, with its length and its limit', {
    tags: 'thorough',
  }, async () => {
    const limit = 'This credential may make 60 writes a minute. Try again in 4 s.'
    const server = await serve((nth) =>
      nth === 0 ? { ...problem(429, 'RATE_LIMITED', limit), headers: { 'retry-after': '4' } } : undefined,
    )
    const all: string[] = []
    hear(all, { isSlowToo: true })
    await run(server.url)
    expect(all[0]).toBe(
      `svc: waiting for ${server.url}, which asked for 4 s: rate limit reached (429: ${limit}; retry after 4 s); Ctrl-C keeps the results\n`,
    )
    expect(all).toHaveLength(2)
  })

  test('a connection cut in the middle is tried again', async () => {
    const server = await serve((nth) => (nth === 0 ? 'cut' : undefined))
    await run(server.url)
    expect(server.entries()).toHaveLength(4)
  })

  test('a server that never answers costs no more than the time given', async () => {
    const server = await serve(() => 'stall')
    const { fired, root } = await run(server.url, { timeoutMs: 700 })
    expect(Math.max(0, ...fired)).toBeLessThanOrEqual(NOTICE_MS)
    expect(journalFiles(root)).toHaveLength(1)
    expect(said).toHaveLength(2)
  })

  test.each(['', 'true'])('nothing listening is tried twice, a moment apart (CI=%s)', async (ci) => {
    vi.stubEnv('CI', ci)
    const waits = vi.spyOn(globalThis, 'setTimeout')
    const { root } = await run(await closedAddress())
    // The others are limits, which are no shorter than 4 s.
    expect(waits.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms > 1 && ms < 4_000)).toEqual([100])
    expect(said.join('')).toMatch(/could not be reached \(ECONNREFUSED\): no server listens there/)
    expect(journalFiles(root)).toHaveLength(1)
  })
})

describe('trouble that stays', () => {
  test.each([
    [401, /rejected the API key \(401: no such key\); check SVC_API_KEY/],
    [403, /cannot send results/],
    [404, /does not accept uploads/],
  ])('%i: one try, the journal stays for flush', async (status, message) => {
    const server = await serve(() => problem(status, 'X', 'no such key'))
    const { root } = await run(server.url)
    expect(server.seen).toHaveLength(1)
    expect(journalFiles(root)).toEqual([expect.stringMatching(/\.ndjson$/)])
    expect(said.join('')).toMatch(message)
  })

  test.each([400, 413])('%i: one try, the journal is set aside', async (status) => {
    const server = await serve(() => problem(status, 'X', 'line 3: unknown kind'))
    const { root } = await run(server.url)
    expect(server.seen).toHaveLength(1)
    expect(journalFiles(root)).toEqual(['rejected'])
    expect(said.join('')).toMatch(/line 3: unknown kind.*rejected/)
  })

  test('a login page with status 200 deletes nothing', async () => {
    const server = await serve(() => ({ status: 200, body: '<html>Sign in</html>' }))
    const { root } = await run(server.url)
    expect(journalFiles(root)).toHaveLength(1)
    expect(said.join('')).toMatch(/not from an svc server/)
  })

  test('a redirect is named, not followed with the key', async () => {
    const other = await serve()
    const server = await serve(() => ({ status: 308, headers: { location: `${other.url}/api/ingest` } }))
    await run(server.url)
    expect(other.seen).toHaveLength(0)
    expect(said.join('')).toContain(other.url)
  })

  test('what the server says is shown in one line, and never the key', async () => {
    const server = await serve(() => problem(403, 'FORBIDDEN', `\u001b[31m${KEY}\n is not welcome`))
    await run(server.url)
    expect(said.join('')).not.toContain(KEY)
    expect(said.join('')).not.toContain('\u001b')
    expect(said.join('').split('\n')).toHaveLength(3)
  })

  test('a mistyped key is reported without asking the server', async () => {
    const server = await serve()
    const root = makeFolder()
    const recorder = startIn(root, { url: server.url, apiKey: `${KEY.slice(0, -1)}!` })
    recorder.attempt(named('t'), passed())
    await recorder.finish({ status: 'passed' })
    expect(server.seen).toHaveLength(0)
    expect(journalFiles(root)).toHaveLength(1)
    expect(said.join('')).toMatch(/key is not valid/)
  })
})

test('results that only memory holds are sent all the same', async () => {
  const server = await serve()
  const root = makeFolder()
  write(root, '.svc', 'a file in place of the folder')
  await run(server.url, { root })
  expect(server.entries().map(([kind]) => kind)).toEqual(['attempt', 'attempt', 'attempt', 'warning', 'end'])
  expect(said.join('')).toMatch(/3 results sent.*\n.*could not be written/)
})

test('a warning of the server is printed; one that is only stored with the execution is not', async () => {
  const server = await startServer(() => undefined, ['Another part reported the same tests.'])
  const recorder = startIn(makeFolder(), { url: server.url })
  recorder.warning('This runner is old.')
  await recorder.finish({ status: 'passed' })
  await server.close()
  expect(server.entries()[0]).toEqual(['warning', 'This runner is old.'])
  expect(said.join('')).toMatch(/sent\n?.*Another part reported/s)
  expect(said.join('')).not.toContain('old')
})

test('the next run sends what an earlier one could not', async () => {
  const away = await closedAddress()
  const { root } = await run(away, { timeoutMs: 10 })
  const server = await serve()
  await run(server.url, { root })
  expect(server.seen).toHaveLength(2)
  expect(journalFiles(root)).toEqual([])
  expect(said.at(-1)).toBe('svc: 1 earlier run sent as well\n')
})

test('ids sort by time and differ', () => {
  expect(uuidv7(1)).toMatch(/^00000000-0001-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuidv7(2) > uuidv7(1)).toBe(true)
  expect(uuidv7(1)).not.toBe(uuidv7(1))
})
