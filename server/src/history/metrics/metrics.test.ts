import type { metricsOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, flaky, type MadeRun, passed, run, send, settled, skipped } from '../../testing/upload.ts'

type Metrics = z.output<(typeof metricsOperations)['getMetrics']['output']>
interface Listed {
  id: string
  state: string
  durationMs: number | null
  counts: Record<string, number>
}

const DAY_MS = 86_400_000
const metrics = async (app: TestApp, query = '') => {
  const { data, error } = await app.get<Metrics>(`/api/metrics?${query}`)
  if (error) throw new Error(error.message)
  return data
}
const list = async (app: TestApp, query: string) =>
  (await app.get<Listed[]>(`/api/executions?limit=200&${query}`)).data

/** Passing tests that last so long together, as does the run. */
const lasting = (ms: number, made: MadeRun = {}): MadeRun => ({
  results: [passed('a', { durationMs: ms })],
  ...made,
})

onBothDatabases('metrics', (makeApp) => {
  test('rates, counts and durations, beside those of the window before', async () => {
    const app = await makeApp({ startAt: Date.parse('2026-03-02T09:00:00Z') })
    // Before: one that passed in 100 ms and one that failed in 10 ms.
    await settled(app, lasting(100))
    await settled(app, { results: [failed('a', { durationMs: 10 })] })
    app.advance(30 * DAY_MS)
    // Now: 3 passed, 1 failed, 1 cancelled, 1 running.
    await settled(app, lasting(10))
    await settled(app, lasting(20))
    await settled(app, {
      results: [
        passed('a', { durationMs: 4 }),
        flaky('b', { durationMs: 8 }),
        skipped('c', { durationMs: 0 }),
        passed('d', { durationMs: 4 }),
      ],
    })
    await settled(app, {
      results: [failed('a', { durationMs: 30 }), passed('b', { durationMs: 10 })],
      errors: [{ failure: { message: 'no file' } }],
    })
    await settled(app, lasting(500, { end: 'interrupted' }))
    await send(app, run({ results: [failed('a')], end: null }))
    app.advance(60_000)
    const { current, before, change } = await metrics(app)
    expect(current).toMatchObject({
      from: '2026-03-02T09:08:00.000Z',
      to: '2026-04-01T09:08:00.000Z',
      executions: { total: 6, passed: 3, failed: 1, cancelled: 1, incomplete: 0, running: 1 },
      tests: { total: 9, passed: 6, failed: 1, flaky: 1, skipped: 1 },
      errors: 1,
      executionPassRate: { value: 3 / 4, numerator: 3, denominator: 4 },
      testPassRate: { value: 7 / 8, numerator: 7, denominator: 8 },
      // 10, 20, 24, 40 and 500: the third of five is half of them, the fifth is 95 %.
      executionDurationMs: { average: 594 / 5, p50: 24, p95: 500, sum: 594, count: 5 },
      // The flaky one's deciding attempt is its second.
      testDurationMs: { average: 586 / 8, sum: 586, count: 8 },
    })
    expect(before).toMatchObject({
      from: '2026-01-31T09:08:00.000Z',
      to: '2026-03-02T09:08:00.000Z',
      executions: { total: 2, passed: 1, failed: 1 },
      executionPassRate: { value: 1 / 2, numerator: 1, denominator: 2 },
      executionDurationMs: { average: 55, p50: 10, p95: 100 },
    })
    expect(change).toEqual({
      executions: 4,
      failedExecutions: 0,
      failedTests: 0,
      executionPassRate: 1 / 4,
      testPassRate: 7 / 8 - 1 / 2,
      executionDurationAverageMs: 594 / 5 - 55,
      executionDurationP50Ms: 14,
      executionDurationP95Ms: 400,
      testDurationAverageMs: 586 / 8 - 55,
    })
  })

  test('without runs there is no rate', async () => {
    const app = await makeApp()
    const { current, change } = await metrics(app)
    expect(current).toMatchObject({
      executions: { total: 0, running: 0 },
      tests: { total: 0 },
      executionPassRate: { value: null, numerator: 0, denominator: 0 },
      testPassRate: { value: null, numerator: 0, denominator: 0 },
      executionDurationMs: { average: null, p50: null, p95: null, sum: 0, count: 0 },
      testDurationMs: { average: null, sum: 0, count: 0 },
    })
    expect(change).toMatchObject({ executions: 0, executionPassRate: null, executionDurationP95Ms: null })
    await settled(app, { results: [skipped('a')] })
    expect((await metrics(app)).current).toMatchObject({
      executions: { passed: 1 },
      testPassRate: { value: null, denominator: 0 },
      testDurationMs: { average: null },
    })
  })

  test('every total equals the list that it opens, filter by filter', async () => {
    const app = await makeApp()
    const results = [passed('a'), failed('b'), flaky('c'), skipped('d')]
    for (const [i, made] of (
      [
        {},
        { project: 'other' },
        { suite: 'e2e' },
        { code: { branch: 'topic' } },
        { trust: 'fork' },
        { code: { branch: 'main', dirty: true } },
        { trust: 'local', code: { branch: 'topic' }, suite: 'e2e' },
        { end: 'interrupted' },
        { results: [] },
      ] satisfies MadeRun[]
    ).entries()) {
      await settled(app, { results: results.slice(i % 3), ...made })
      app.advance(DAY_MS)
    }
    await send(app, run({ results, end: null }))
    const filters = [
      '',
      'project=shop',
      'branch=main',
      'project=shop&branch=topic',
      'suite=e2e',
      'project=shop&branch=topic&suite=e2e',
      'branch=none',
    ]
    const windows = ['', '&from=2026-03-03&to=2026-03-08', '&from=2026-03-04T09:01:00Z']
    for (const filter of filters)
      for (const window of windows) {
        const { current } = await metrics(app, filter + window)
        const opened = `${filter}&from=${current.from}&to=${current.to}`
        const listed = await list(app, opened)
        const settledOnes = listed.filter((execution) => execution.state !== 'running')
        expect(current.executions.total, opened).toBe(listed.length)
        for (const state of ['passed', 'failed', 'cancelled', 'incomplete', 'running'] as const)
          expect(current.executions[state], opened).toBe(
            (await list(app, `${opened}&status=${state}`)).length,
          )
        for (const status of ['total', 'passed', 'failed', 'flaky', 'skipped'] as const) {
          const sum = settledOnes.reduce((all, execution) => all + (execution.counts[status] ?? 0), 0)
          expect(current.tests[status], opened).toBe(sum)
        }
        let failures = 0
        for (const { id } of settledOnes) {
          const { data } = await app.get<{ results: unknown[] }>(`/api/executions/${id}?status=failed`)
          failures += data.results.length
        }
        expect(current.tests.failed, opened).toBe(failures)
        const durations = settledOnes.reduce((all, execution) => all + (execution.durationMs ?? 0), 0)
        expect(current.executionDurationMs, opened).toMatchObject({
          sum: durations,
          count: settledOnes.length,
        })
      }
  })
})

onEachDatabase('suites', (makeApp) => {
  test('the worst first, each once over the pages of one window; their sums are the metrics', async () => {
    const app = await makeApp()
    const made: [suite: string, results: ReturnType<typeof passed>[], project?: string][] = [
      ['calm', [passed('a'), skipped('b')]],
      ['shaky', [flaky('a'), failed('b')]],
      ['bad', [failed('a')]],
      ['bad', [failed('a'), failed('b')]],
      ['shaky', [passed('a')]],
      ['worse', [failed('a'), failed('b'), failed('c')], 'till'],
      ['bad', [passed('a')], 'till'],
    ]
    for (const [suite, results, project = 'shop'] of made) await settled(app, { project, suite, results })
    app.advance(60_000)
    type Suites = Metrics['current'] & { project: string; suite: string }
    const page = async (query: string) => {
      const { data, page, error } = await app.get<Suites[]>(`/api/suites?${query}`)
      if (error) throw new Error(error.message)
      return { items: data, cursor: page?.nextCursor ?? null }
    }
    const { items: all, cursor: none } = await page('')
    expect(none).toBeNull()
    expect(all.map(({ project, suite, executions }) => [project, suite, executions.failed])).toEqual([
      ['shop', 'bad', 2],
      ['till', 'worse', 1],
      ['shop', 'shaky', 1],
      ['shop', 'calm', 0],
      ['till', 'bad', 0],
    ])
    expect(all[2]).toMatchObject({
      executions: { total: 2, passed: 1 },
      tests: { total: 3, passed: 1, flaky: 1, failed: 1 },
      executionPassRate: { value: 1 / 2, numerator: 1, denominator: 2 },
    })
    const { current } = await metrics(app)
    for (const figure of ['executions', 'tests'] as const)
      for (const [name, count] of Object.entries(current[figure])) {
        const ofSuites = all.map((suite) => (suite[figure] as Record<string, number>)[name] ?? 0)
        expect(
          ofSuites.reduce((sum, one) => sum + one, 0),
          `${figure} ${name}`,
        ).toBe(count)
      }
    const seen: Suites[] = []
    let cursor: string | null = ''
    do {
      const next = await page(`limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...next.items)
      cursor = next.cursor
      // Later than the window.
      await settled(app, { suite: 'late', results: [failed('a')] })
    } while (cursor !== null)
    expect(seen).toEqual(all)
    expect((await page('project=shop&suite=bad')).items).toHaveLength(1)
    const first = await page('limit=1')
    expect(await app.get(`/api/suites?limit=1&branch=main&cursor=${first.cursor}`)).toMatchObject({
      status: 400,
    })
  })
})

onEachDatabase('bounds of metrics', (makeApp) => {
  test('an execution that continues is in no count until it settles again', async () => {
    const app = await makeApp()
    await settled(app, { build: 'b', results: [failed('a'), passed('b')] })
    expect((await metrics(app)).current.testPassRate).toMatchObject({ numerator: 1, denominator: 2 })
    const { data } = await send(app, run({ build: 'b', runAttempt: 2, results: [passed('a'), passed('b')] }))
    expect((await metrics(app)).current).toMatchObject({ executions: { running: 1 }, tests: { total: 0 } })
    await app.settle(data.execution.id)
    expect((await metrics(app)).current.tests).toMatchObject({ total: 2, passed: 1, flaky: 1, failed: 0 })
  })

  test('windows that cannot be are explained', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    const refusals: Record<string, RegExp> = {
      'from=yesterday': /^from must be a time from 1970 to 2100/,
      'from=1969-12-31': /^from must be a time from 1970/,
      'to=2100-01-02': /^to must be a time from 1970/,
      'to=2026-02-30': /^to must be a time/,
      'from=2026-03-02&to=2026-03-02': /^from .* before to: /,
      'from=2026-03-03&to=2026-03-02': /^from .* before to: /,
      'from=2026-04-01': /^from .* before now: /,
      'from=2025-01-01&to=2026-02-06': /^A window .* 400 days; .* are 401\.$/,
      'project=': /^project must have at least 1 character/,
      'branch=': /^branch must have at least 1 character/,
      'suite=': /^suite must have at least 1 character/,
      'status=failed': /^There is no parameter "status"/,
      'project=shop&project=other': /^project must have one value/,
    }
    for (const [query, message] of Object.entries(refusals))
      for (const path of ['metrics', 'trends'])
        expect(await app.get(`/api/${path}?${query}`), query).toMatchObject({
          status: 400,
          error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
        })
    expect(await app.get('/api/metrics?from=2025-01-01&to=2026-02-05')).toMatchObject({ status: 200 })
    expect(await app.get('/api/metrics?project=none')).toMatchObject({ status: 404 })
  })

  test('another organization’s and another project’s executions are nobody else’s figures', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    await settled(app, { project: 'other', results: [failed('a')] })
    const stranger = await addOrganization(app)
    const { data: made } = await app.post<{ value: string }>('/api/keys', { name: 'one', project: 'other' })
    for (const path of ['/api/metrics', '/api/trends']) {
      expect(await app.get(`${path}?project=shop`, { key: stranger })).toMatchObject({ status: 404 })
      expect(await app.get(`${path}?project=shop`, { key: made.value })).toMatchObject({ status: 404 })
    }
    const figures = async (key: string) =>
      (await app.get<Metrics>('/api/metrics', { key })).data.current.executions
    expect(await figures(stranger)).toMatchObject({ total: 0 })
    expect(await figures(made.value)).toMatchObject({ total: 1, failed: 1 })
    expect(await figures(app.key)).toMatchObject({ total: 2 })
    const projects = async (key: string) =>
      (await app.get<{ slug: string }[]>('/api/projects', { key })).data.map(({ slug }) => slug)
    expect([await projects(app.key), await projects(made.value), await projects(stranger)]).toEqual([
      ['other', 'shop'],
      ['other'],
      [],
    ])
  })
})
