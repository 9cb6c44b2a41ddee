import { expect, test } from 'vitest'
import type { Result } from '../../data/queries.ts'
import { barAt, type Part, timeLineOf as piecesOf } from './lanes.ts'

const timeLineOf = (parts: Part[], results: Result[]) => piecesOf(parts, results, async () => undefined)

const T0 = Date.parse('2026-03-02T09:00:00Z')
const at = (ms: number) => new Date(T0 + ms).toISOString()

const part = (number: number, startMs: number, durationMs: number, more: Partial<Part> = {}): Part => ({
  number,
  journal: '',
  job: 'test',
  package: '',
  config: '',
  leg: 'linux',
  shard: null,
  runAttempt: 1,
  attempt: 1,
  state: 'ended',
  outcome: 'passed',
  startedAt: at(startMs),
  endedAt: null,
  durationMs,
  clockSkewMs: 0,
  truncated: 0,
  redacted: 0,
  unfinished: 0,
  ...more,
})

type Made = { file?: string; part?: number; status?: Result['status']; runAttempts?: number[] }

/** A result with attempts of these beginnings and ends. */
const result = (name: string, times: [start: number, end: number][], made: Made = {}): Result => ({
  testId: name,
  file: made.file ?? `${name}.test.ts`,
  titles: [name],
  variant: '',
  occurrence: 0,
  leg: 'linux',
  part: made.part ?? 1,
  status: made.status ?? 'passed',
  startedAt: at(times[0]?.[0] ?? 0),
  durationMs: 0,
  attempts: times.map(([start, end], i) => ({
    status: made.status === 'failed' || (made.status === 'flaky' && i === 0) ? 'failed' : 'passed',
    startedAt: at(start),
    durationMs: end - start,
    runAttempt: made.runAttempts?.[i] ?? 1,
  })),
})

const names = (lane: { result: Result }[] | undefined) => lane?.map((bar) => bar.result.titles[0])

test('attempts that overlap are on different lanes, and a file stays on one', async () => {
  const { parts, durationMs } = await timeLineOf(
    [part(1, 0, 100)],
    [
      result('a1', [[0, 40]], { file: 'a' }),
      result('b1', [[0, 50]], { file: 'b' }),
      result('a2', [[51, 90]], { file: 'a' }),
      result('b2', [[51, 60]], { file: 'b' }),
      // Rounded: it begins a millisecond before the previous one of its file ends.
      result('b3', [[59, 80]], { file: 'b' }),
    ],
  )
  expect(parts[0]?.lanes.map(names)).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2', 'b3'],
  ])
  expect(parts[0]?.busyMs).toBe(40 + 50 + 39 + 9 + 21)
  expect(durationMs).toBe(100)
})

test('a retry is a bar of its own, and one of a re-run belongs to the part of that re-run', async () => {
  const { parts } = await timeLineOf(
    [part(1, 0, 50), part(2, 1_000, 50, { runAttempt: 2 })],
    [
      result(
        'flake',
        [
          [0, 10],
          [10, 20],
        ],
        { status: 'flaky' },
      ),
      result(
        'again',
        [
          [20, 40],
          [1_000, 1_020],
        ],
        { status: 'flaky', part: 2, runAttempts: [1, 2] },
      ),
    ],
  )
  expect(parts.map(({ lanes }) => lanes.flat().map((bar) => [bar.key, bar.attempt, bar.status]))).toEqual([
    [
      ['flake~linux', 1, 'flaky'],
      ['flake~linux', 2, 'passed'],
      ['again~linux', 1, 'flaky'],
    ],
    [['again~linux', 2, 'passed']],
  ])
  expect(parts.map(({ label }) => label)).toEqual(['linux', 're-run 1'])
})

test('the chain that decided the end: through lanes, waits, and the job before', async () => {
  const build = part(1, 0, 100, { job: 'prepare' })
  const shards = [2, 3].map((number) =>
    part(number, 150, 300, { shard: { index: number - 1, total: 2 }, job: 'test' }),
  )
  const { chain, parts } = await timeLineOf(
    [build, ...shards],
    [
      result('prepare', [[10, 90]], { part: 1 }),
      result('quick', [[160, 170]], { part: 2 }),
      result('login', [[160, 300]], { part: 3 }),
      result('other', [[160, 200]], { part: 3 }),
      // Its own lane was free since 200: it waited for the login on the other one.
      result('slow', [[302, 500]], { part: 3, file: 'other.test.ts' }),
    ],
  )
  expect(chain.map(({ bar, waitMs }) => [bar.key, waitMs])).toEqual([
    ['prepare~linux', 10],
    ['login~linux', 10],
    ['slow~linux', 2],
  ])
  expect(parts.map(({ label, after }) => [label, after?.label])).toEqual([
    ['prepare', undefined],
    ['Shard 1 of 2 · test', 'prepare'],
    ['Shard 2 of 2 · test', 'prepare'],
  ])
})

test('many attempts without known beginnings stay on few lanes; nothing makes nothing', async () => {
  const all = Array.from({ length: 20_000 }, (_, i) => result(`t${i}`, [[0, 5]]))
  const { parts, chain } = await timeLineOf([part(1, 0, 0)], all)
  expect(parts[0]?.isCrowded).toBe(true)
  expect(parts[0]?.lanes).toHaveLength(32)
  expect(chain).toHaveLength(1)
  expect((await timeLineOf([part(1, 0, 10)], [])).chain).toEqual([])
  expect((await timeLineOf([], [])).parts).toEqual([])
})

test('20,000 attempts are placed in pieces, between which the page can answer', async () => {
  const all = Array.from({ length: 20_000 }, (_, i) => result(`t${i}`, [[i, i + 1]]))
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  await piecesOf([part(1, 0, 0)], all, pause)
  expect(pauses).toBeGreaterThan(40)
})

test('the pointer finds the attempt below it, or the nearest in reach', async () => {
  const { parts } = await timeLineOf([part(1, 0, 0)], [result('a', [[0, 10]]), result('b', [[20, 30]])])
  const lane = parts[0]?.lanes[0]
  const found = (ms: number, reach = 3) => barAt(lane ?? [], ms, reach)?.key
  expect([5, 10, 12, 15, 18, 25, 32, 40].map((ms) => found(ms))).toEqual([
    'a~linux',
    'a~linux',
    'a~linux',
    undefined,
    'b~linux',
    'b~linux',
    'b~linux',
    undefined,
  ])
})
