import { firedTimers, NOTICE_MS } from '@svc/test-kit/fired-timers'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { hear } from '../test/hear.ts'
import { configFor, failed, journalFiles, named, passed, startIn } from '../test/recording.ts'
import { type Answering, type IngestServer, type Seen, startServer } from '../test/server.ts'
import { openJournal } from './journal.ts'
import { sendLive } from './live.ts'
import type { ReporterOptions } from './options.ts'

const PACE = { first: 5, pause: 20, longestPause: 80, heartbeat: 600_000, request: 60_000 }
const OPEN = '["open",1,{"journal":"j"}]'

let said: string[] = []
let server: IngestServer
beforeEach(() => {
  said = []
  hear(said)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await server.close()
})
afterAll(removeFolders)

const serve = async (answering?: (nth: number, seen: Seen) => Answering) => {
  server = await startServer(answering)
  return server
}

const begin = (options: ReporterOptions = {}) => {
  const folder = makeFolder()
  return { folder, recorder: startIn(folder, { url: server.url, live: true, ...options }) }
}

const writing = (pace: Partial<typeof PACE> = {}) => {
  const journal = openJournal(makeFolder(), 'j')
  journal.append(OPEN)
  const config = configFor({ url: server.url })
  const live = sendLive(config, journal, async () => OPEN, { ...PACE, ...pace })
  const add = (number: number) => journal.append(`["warning","${number}"]`)
  return { journal, live, add }
}

const titles = () => server.entries().map((entry) => (entry[0] === 'attempt' ? entry[2] : entry[0]))

test('results are on the server before the run is over, and each of them once after it', async () => {
  await serve()
  const { folder, recorder } = begin()
  recorder.attempt(named('first'), passed())
  await expect.poll(titles).toEqual(['first'])
  expect(server.seen[0]?.lines[0]).toMatchObject(['open', 1, { project: expect.any(String) }])
  recorder.attempt(named('second', { titles: ['block', 'second'] }), failed('no'))
  await recorder.finish({ status: 'failed' })
  expect(titles()).toEqual(['first', 'second', 'end'])
  const sent = server.seen.flatMap(({ lines }) => lines.filter(([kind]) => kind === 'attempt'))
  expect(sent.map((line) => line[2])).toEqual(['first', 'second'])
  expect(journalFiles(folder)).toEqual([])
  expect(said.join('')).toContain('2 results sent')
})

test('what was sent is neither sent nor read again', async () => {
  await serve()
  const { journal, live, add } = writing()
  for (let number = 0; number < 5; number++) {
    add(number)
    await expect.poll(() => (server.seen.length ? server.entries().length : 0)).toBe(number + 1)
  }
  expect(await live.stop()).toBe(5)
  expect(server.seen.map(({ from }) => from)).toEqual([0, 1, 2, 3, 4])
  expect(server.seen.map(({ lines }) => lines.length)).toEqual([2, 2, 2, 2, 2])
  journal.remove()
})

test('a long silence is broken by a request that says no more than that the run continues', async () => {
  await serve()
  const { live } = writing({ heartbeat: 30 })
  await expect.poll(() => server.seen.length).toBeGreaterThan(2)
  await live.stop()
  expect(server.entries()).toEqual([])
})

test('trouble on the way is tried again later, ever more slowly, without a word', async () => {
  await serve((nth) => (nth < 3 ? { status: 500 } : undefined))
  const { live, add } = writing()
  add(0)
  await expect.poll(() => server.seen.length).toBe(4)
  await expect.poll(() => server.entries().length).toBe(1)
  await live.stop()
  expect(said).toEqual([])
})

test.each([
  ['a refused key', { status: 401 }],
  ['a server that lost what it had', { status: 409, headers: { 'svc-accepted': '0' } }],
])('%s ends the sending until the run is over', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await serve((nth) => (nth === 1 ? answer : undefined))
  const { live, add } = writing()
  add(0)
  vi.advanceTimersByTime(PACE.first)
  await expect.poll(() => server.seen.length).toBe(1)
  add(1)
  // The one timer is the pause before the next request.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersToNextTimer()
  await expect.poll(() => server.seen.length).toBe(2)
  add(2)
  // The answer clears the limits of its request, and no timer begins another one.
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  expect(server.seen.length).toBe(2)
  expect(await live.stop()).toBe(1)
})

test('a server that forgot the journal gets all of it at the end', async () => {
  await serve((nth) => (nth === 1 ? { status: 409, headers: { 'svc-accepted': '0' } } : undefined))
  const { recorder } = begin()
  recorder.attempt(named('first'), passed())
  await expect.poll(() => server.seen.length).toBe(1)
  recorder.attempt(named('second'), passed())
  await recorder.finish({ status: 'passed' })
  expect(titles()).toEqual(['first', 'second', 'end'])
})

test('a server that never answers is waited for no longer than without it', async () => {
  await serve(() => 'stall')
  const { folder, recorder } = begin({ timeoutMs: 900 })
  recorder.attempt(named('first'), passed())
  await expect.poll(() => server.seen.length).toBe(1)
  const { fired, restore } = firedTimers()
  onTestFinished(restore)
  await recorder.finish({ status: 'passed' })
  // The request under way has 10 s.
  expect(Math.max(0, ...fired)).toBeLessThanOrEqual(NOTICE_MS)
  expect(journalFiles(folder)).toHaveLength(1)
  expect(said.join('')).toContain('pnpm exec svc flush')
})

test('without a usable address nothing is tried', async () => {
  await serve()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const config = configFor({ url: 'nowhere' })
  const journal = openJournal(makeFolder(), 'j')
  journal.append('["warning","0"]')
  const live = sendLive(config, journal, async () => OPEN, PACE)
  vi.advanceTimersByTime(PACE.first)
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  expect(await live.stop()).toBe(0)
})
