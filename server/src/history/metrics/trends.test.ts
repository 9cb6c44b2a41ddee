import type { metricsOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, passed, run, send, settled, skipped } from '../../testing/upload.ts'
import { bucketsOf } from './buckets.ts'

type Trends = z.output<(typeof metricsOperations)['getTrends']['output']>
type Point = Trends['points'][number]

const trends = async (app: TestApp, query: string) => {
  const { data, error } = await app.get<Trends>(`/api/trends?${query}`)
  if (error) throw new Error(error.message)
  return data
}
const parseTime = (time: string) => Date.parse(time)
const begun = (app: TestApp, time: string, results = [passed('a')]) =>
  settled(app, { startedAt: parseTime(time), results })
const counted = (points: Point[]) =>
  points.flatMap(({ bucket, executions }) => (executions.total === 0 ? [] : [[bucket, executions.total]]))

onEachDatabase('trends', (makeApp) => {
  test('every bucket is there, with zeros and no average where nothing ran', async () => {
    const app = await makeApp({ startAt: parseTime('2026-03-04T12:00:00Z') })
    await begun(app, '2026-03-02T00:00:00Z', [
      passed('a', { durationMs: 10 }),
      failed('b', { durationMs: 20 }),
    ])
    await begun(app, '2026-03-02T23:59:59.999Z', [flaky('a', { durationMs: 5 }), skipped('c')])
    await begun(app, '2026-03-04T00:00:00Z')
    await send(app, run({ startedAt: parseTime('2026-03-04T10:00:00Z'), results: [failed('x')], end: null }))
    const { points, from, to } = await trends(app, 'from=2026-03-01&to=2026-03-05')
    expect([from, to]).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-05T00:00:00.000Z'])
    const none = { total: 0, passed: 0, failed: 0, cancelled: 0, incomplete: 0, running: 0 }
    const empty = {
      tests: { total: 0, passed: 0, failed: 0, flaky: 0, skipped: 0 },
      averageDurationMs: null,
      p50DurationMs: null,
      p95DurationMs: null,
    }
    expect(points).toEqual([
      {
        bucket: '2026-03-01',
        from: '2026-03-01T00:00:00.000Z',
        to: '2026-03-02T00:00:00.000Z',
        executions: none,
        ...empty,
      },
      {
        bucket: '2026-03-02',
        from: '2026-03-02T00:00:00.000Z',
        to: '2026-03-03T00:00:00.000Z',
        executions: { ...none, total: 2, passed: 1, failed: 1 },
        tests: { total: 4, passed: 1, failed: 1, flaky: 1, skipped: 1 },
        // 30 ms, and 5 + 5 + 5 ms.
        averageDurationMs: 22.5,
        p50DurationMs: 15,
        p95DurationMs: 30,
      },
      {
        bucket: '2026-03-03',
        from: '2026-03-03T00:00:00.000Z',
        to: '2026-03-04T00:00:00.000Z',
        executions: none,
        ...empty,
      },
      {
        bucket: '2026-03-04',
        from: '2026-03-04T00:00:00.000Z',
        to: '2026-03-05T00:00:00.000Z',
        executions: { ...none, total: 2, passed: 1, running: 1 },
        tests: { total: 1, passed: 1, failed: 0, flaky: 0, skipped: 0 },
        averageDurationMs: 5,
        p50DurationMs: 5,
        p95DurationMs: 5,
      },
    ])
  })

  test('ISO weeks and months begin where they do, over the turn of a year too', async () => {
    const app = await makeApp({ startAt: parseTime('2027-02-01T00:00:00Z') })
    for (const time of [
      '2026-12-27T23:59:59.999Z',
      '2026-12-28T00:00:00Z',
      '2026-12-31T23:59:59.999Z',
      '2027-01-01T00:00:00Z',
      '2027-01-03T23:59:59.999Z',
      '2027-01-04T00:00:00Z',
    ])
      await begun(app, time)
    const of = async (granularity: string, from: string, to: string) =>
      counted((await trends(app, `granularity=${granularity}&from=${from}&to=${to}`)).points)
    expect(await of('weekly', '2026-12-21', '2027-01-11')).toEqual([
      ['2026-W52', 1],
      ['2026-W53', 4],
      ['2027-W01', 1],
    ])
    expect(await of('monthly', '2026-12-01', '2027-02-01')).toEqual([
      ['2026-12', 3],
      ['2027-01', 3],
    ])
    expect(await of('hourly', '2026-12-31T22:30:00Z', '2027-01-01T02:00:00Z')).toEqual([
      ['2026-12-31T23', 1],
      ['2027-01-01T00', 1],
    ])
    expect(await of('daily', '2026-12-27', '2027-01-05')).toEqual([
      ['2026-12-27', 1],
      ['2026-12-28', 1],
      ['2026-12-31', 1],
      ['2027-01-01', 1],
      ['2027-01-03', 1],
      ['2027-01-04', 1],
    ])
  })

  test('a window that cuts its first and last bucket counts what is in it, and each point opens its list', async () => {
    const app = await makeApp({ startAt: parseTime('2026-03-31T00:00:00Z') })
    for (const day of ['02', '03', '09', '10', '17', '18']) await begun(app, `2026-03-${day}T12:00:00Z`)
    const window = 'from=2026-03-03T00:00:00Z&to=2026-03-18T00:00:00Z'
    const { points } = await trends(app, `granularity=weekly&${window}`)
    expect(points.map(({ bucket, from, to, executions }) => [bucket, from, to, executions.total])).toEqual([
      ['2026-W10', '2026-03-03T00:00:00.000Z', '2026-03-09T00:00:00.000Z', 1],
      ['2026-W11', '2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z', 2],
      ['2026-W12', '2026-03-16T00:00:00.000Z', '2026-03-18T00:00:00.000Z', 1],
    ])
    for (const { from, to, executions } of points) {
      const { data } = await app.get<unknown[]>(`/api/executions?from=${from}&to=${to}`)
      expect(data).toHaveLength(executions.total)
    }
    const { data } = await app.get<{ current: { executions: object } }>(`/api/metrics?${window}`)
    expect(data.current.executions).toMatchObject({ total: 4, passed: 4 })
  })

  test('pages are each bucket of one window once, though time passes and runs arrive', async () => {
    const app = await makeApp({ startAt: parseTime('2026-03-18T12:00:00Z') })
    for (const day of ['02', '03', '10', '17', '18']) await begun(app, `2026-03-${day}T06:00:00Z`)
    for (const [granularity, limit, count] of [
      ['daily', 4, 17],
      ['weekly', 1, 3],
      ['hourly', 100, 395],
    ] as const) {
      const query = `granularity=${granularity}&from=2026-03-02T10:00:00Z`
      const whole = await trends(app, query)
      expect([whole.points.length, whole.nextCursor]).toEqual([count, null])
      const pages: Point[][] = []
      let cursor: string | null = ''
      do {
        const page: Trends = await trends(app, `${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect([page.from, page.to]).toEqual([whole.from, whole.to])
        pages.unshift(page.points)
        cursor = page.nextCursor
        // Later than the window, so that the pages stay those of the whole.
        app.advance(3_600_000)
        await begun(app, new Date(app.clock()).toISOString())
      } while (cursor !== null)
      expect(pages.flat()).toEqual(whole.points)
      expect(pages.map((points) => points.length).slice(1)).toEqual(
        Array.from({ length: Math.ceil(count / limit) - 1 }, () => limit),
      )
    }
    const { nextCursor } = await trends(app, 'limit=1')
    for (const query of ['limit=1&granularity=weekly', 'limit=1&branch=main', 'from=2026-03-01'])
      expect(await app.get(`/api/trends?${query}&cursor=${nextCursor}`)).toMatchObject({
        status: 400,
        error: {
          message: expect.stringMatching(/^cursor must be the nextCursor of an earlier page with the/),
        },
      })
  })

  test('granularities and windows that cannot be are explained', async () => {
    const app = await makeApp()
    for (const [query, message] of [
      ['granularity=yearly', /^granularity must be one of hourly, daily, weekly, monthly/],
      ['granularity=hourly&from=2026-01-01&to=2026-02-02', /^An hourly window .* 31 days/],
      ['granularity=daily&from=2025-01-01&to=2026-02-06', /^A window .* 400 days/],
      ['limit=0', /^limit must be a whole number from 1 to 1000/],
      ['days=30', /^There is no parameter "days"/],
    ] as const)
      expect(await app.get(`/api/trends?${query}`)).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message) },
      })
    expect((await trends(app, 'granularity=hourly&from=2026-01-01&to=2026-02-01')).points).toHaveLength(744)
    expect((await trends(app, '')).points).toHaveLength(31)
  })
})

test('ISO weeks have the numbers that the calendar gives them', () => {
  const week = (day: string) => bucketsOf({ from: parseTime(day), to: parseTime(day) + 1 }, 'weekly')[0]?.name
  // From ISO 8601's own rule: week 1 has the year's first Thursday.
  expect(
    Object.fromEntries(
      [
        '1970-01-01',
        '2005-01-01',
        '2008-12-29',
        '2010-01-03',
        '2012-12-31',
        '2015-12-31',
        '2020-12-31',
        '2024-12-30',
        '2096-02-29',
      ].map((day) => [day, week(day)]),
    ),
  ).toEqual({
    '1970-01-01': '1970-W01',
    '2005-01-01': '2004-W53',
    '2008-12-29': '2009-W01',
    '2010-01-03': '2009-W53',
    '2012-12-31': '2013-W01',
    '2015-12-31': '2015-W53',
    '2020-12-31': '2020-W53',
    '2024-12-30': '2025-W01',
    '2096-02-29': '2096-W09',
  })
})
