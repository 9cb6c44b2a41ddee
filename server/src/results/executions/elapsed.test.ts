import type { ExecutionSummary, metricsOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { archive } from '../../testing/archive.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, type MadeRun, passed, run, send } from '../../testing/upload.ts'
import { elapsedOf } from './elapsed.ts'

type Operations = typeof metricsOperations
type Metrics = z.output<Operations['getMetrics']['output']>
type Trends = z.output<Operations['getTrends']['output']>

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const BEGIN = Date.parse('2026-03-02T00:00:00Z')

const summary = async (app: TestApp, id: string) =>
  (await app.get<z.output<typeof ExecutionSummary>>(`/api/executions/${id}`)).data
/** A part of build `b` that began so long after the first, and took so long. */
const part = async (app: TestApp, startMs: number, durationMs: number, made: MadeRun = {}) => {
  const results = made.results ?? [passed('pays', { durationMs })]
  const lines = run({ build: 'b', startedAt: BEGIN + startMs, ...made, results })
  return (await send(app, lines)).data.execution.id
}

onEachDatabase('how long a run lasted', (makeApp) => {
  test('a re-run 14 hours later adds its own time, in every figure', async () => {
    const app = await makeApp({ startAt: BEGIN + 20 * HOUR_MS })
    const code = { branch: 'topic', pullRequest: 7, repository: 'acme/shop' }
    const first = { code, results: [failed('pays', { durationMs: MINUTE_MS })] }
    const id = await part(app, 0, MINUTE_MS, first)
    await app.settle(id)
    expect(await summary(app, id)).toMatchObject({ state: 'failed', durationMs: MINUTE_MS })
    await part(app, 14 * HOUR_MS, 20_000, { code, runAttempt: 2 })
    expect(await summary(app, id)).toMatchObject({ state: 'running', durationMs: null })
    await app.settle(id)
    const lasted = MINUTE_MS + 20_000
    expect(await summary(app, id)).toMatchObject({
      state: 'passed',
      startedAt: new Date(BEGIN).toISOString(),
      endedAt: new Date(BEGIN + 14 * HOUR_MS + 20_000).toISOString(),
      durationMs: lasted,
    })
    const { data: metrics } = await app.get<Metrics>('/api/metrics?from=2026-03-01&to=2026-03-08')
    const one = { average: lasted, p50: lasted, p95: lasted, sum: lasted, count: 1 }
    expect(metrics.current.executionDurationMs).toEqual(one)
    const { data: trends } = await app.get<Trends>('/api/trends?from=2026-03-02&to=2026-03-03')
    expect(trends.points).toMatchObject([{ averageDurationMs: lasted }])
    const { data: listed } = await app.get<object[]>('/api/executions?pr=7')
    expect(listed).toMatchObject([{ id, durationMs: lasted }])
    const { data: comment } = await app.get<{ markdown: string }>('/api/pull-requests/7')
    expect(comment.markdown).toContain(' in 1 min 20 s')
    await archive(app, id)
    expect(await summary(app, id)).toMatchObject({ state: 'passed', durationMs: lasted })
  })

  test('parallel parts count once, in any order, and a lost one has no end', async () => {
    const app = await makeApp({ startAt: BEGIN + 20 * HOUR_MS })
    const legs = [
      [50, 10],
      [5, 20],
      [0, 30],
      [40, 15],
      [10, 5],
      [55, 0],
    ] as const
    let id = ''
    for (const [i, [startMs, durationMs]] of legs.entries())
      id = await part(app, startMs, durationMs, { part: { leg: `leg ${i}` } })
    await part(app, 100, 7, { part: { leg: 'killed' }, end: null, lost: true })
    await app.settle(id)
    // 0 to 30, and 40 to 60.
    expect(await summary(app, id)).toMatchObject({ state: 'incomplete', durationMs: 50 })
    const alone = await part(app, 0, 7, { build: 'alone', end: null, lost: true })
    await app.settle(alone)
    expect((await summary(app, alone)).durationMs).toBe(0)
  })

  test('parts in any order last as long as the time that they cover', async () => {
    const app = await makeApp({ startAt: BEGIN + 20 * HOUR_MS })
    const ids: string[] = []
    for (const spans of BUILDS) {
      const build = JSON.stringify(spans)
      let id = ''
      for (const [i, [startMs, durationMs]] of spans.entries())
        id = await part(app, startMs, durationMs, { build, part: { leg: `leg ${i}` } })
      ids.push(id)
      await app.settle(id)
    }
    const running = await part(app, 0, 5, { build: 'running' })
    await part(app, 90, 5, { build: 'running', part: { leg: 'other' } })
    const read = () => Promise.all([...ids, running].map(async (id) => (await summary(app, id)).durationMs))
    expect(await read()).toEqual([...BUILDS.map(coveredMs), null])
    await app.settle(running)
    expect((await summary(app, running)).durationMs).toBe(10)
  })
})

test('what spans cover, in any order', () => {
  for (const spans of BUILDS) {
    const rows = spans.map(([start, length]) => ({ started_at: start, ended_at: start + length }))
    expect(elapsedOf(rows), JSON.stringify(spans)).toBe(coveredMs(spans))
    expect(elapsedOf(rows.toReversed()), JSON.stringify(spans)).toBe(coveredMs(spans))
  }
  expect(elapsedOf([])).toBe(0)
  expect(elapsedOf([{ started_at: 5, ended_at: null }])).toBe(0)
})

/** Builds as start and length of their parts. */
const BUILDS: [number, number][][] = [
  [[3, 5]],
  [
    [0, 10],
    [0, 10],
  ],
  [
    [0, 10],
    [10, 10],
  ],
  [
    [0, 100],
    [10, 5],
    [50, 60],
    [200, 1],
  ],
  [
    [20, 5],
    [0, 5],
    [2, 1],
    [22, 30],
    [40, 0],
  ],
]

/** Counted one by one, as slowly as it is plain. */
const coveredMs = (spans: [number, number][]): number =>
  Array.from({ length: 300 }, (_, ms) => ms).filter((ms) =>
    spans.some(([start, length]) => ms >= start && ms < start + length),
  ).length
