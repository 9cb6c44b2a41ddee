import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, ndjson, passed, post, run, segmentOf, send, skipped } from '../../testing/upload.ts'

interface Detail {
  state: string
  counts: Record<string, number>
  results: {
    titles: string[]
    status: string
    leg: string
    attempts: { status: string; runAttempt: number; errors?: { message: string }[] }[]
  }[]
  parts: { number: number; state: string; clockSkewMs: number }[]
  errors: { file: string | null; failure: { message: string } }[]
  warnings: string[]
  revision: number
  partCount: number
}

const detailOf = async (app: TestApp, id: string) => (await app.get<Detail>(`/api/executions/${id}`)).data

onEachDatabase('ingest', (makeApp) => {
  test('every attempt of a run is kept, and its result derived', async () => {
    const app = await makeApp()
    const { data } = await send(
      app,
      run({ results: [passed('a'), failed('b'), flaky('deep > c'), skipped('d', { reason: 'later' })] }),
    )
    const detail = await detailOf(app, data.execution.id)
    expect(detail.counts).toEqual({ total: 4, passed: 1, failed: 1, flaky: 1, skipped: 1, errors: 0 })
    expect(detail.results).toMatchObject([
      { titles: ['a'], status: 'passed', attempts: [{ status: 'passed' }] },
      { titles: ['b'], status: 'failed', attempts: [{ status: 'failed', errors: [{ message: 'wrong' }] }] },
      {
        titles: ['deep', 'c'],
        status: 'flaky',
        attempts: [{ status: 'failed', errors: [{ message: 'slipped' }] }, { status: 'passed' }],
      },
      {
        titles: ['d'],
        status: 'skipped',
        attempts: [{ status: 'skipped', skip: { kind: 'skip', reason: 'later' } }],
      },
    ])
  })

  test('sending a segment twice, or overlapping ones, stores each entry once', async () => {
    const app = await makeApp()
    const lines = run({ results: [passed('a'), flaky('b'), failed('c')] })
    const id = (await send(app, segmentOf(lines, 0, 2))).data.execution.id
    expect((await send(app, segmentOf(lines, 0, 2))).data.accepted).toBe(2)
    expect((await send(app, segmentOf(lines, 1, 4), { from: 1 })).data.accepted).toBe(4)
    expect((await send(app, lines)).data.accepted).toBe(5)
    const detail = await detailOf(app, id)
    expect(detail.counts).toMatchObject({ total: 3, passed: 1, flaky: 1, failed: 1 })
    expect(detail.results.map((result) => result.attempts.length)).toEqual([1, 2, 1])
  })

  test('a segment that leaves a gap is refused with the place to continue from', async () => {
    const app = await makeApp()
    const lines = run({ results: [passed('a'), passed('b'), passed('c')] })
    await send(app, segmentOf(lines, 0, 1))
    const refused = await send(app, segmentOf(lines, 2), { from: 2 })
    expect(refused).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    expect(refused.headers.get('svc-accepted')).toBe('1')
    const late = await send(app, segmentOf(run({ results: [passed('x')] }), 0), { from: 7 })
    expect([late.status, late.headers.get('svc-accepted')]).toEqual([409, '0'])
  })

  test('a plain pass whose test is tried again later keeps its first attempt', async () => {
    const app = await makeApp()
    const again = {
      ...passed('a'),
      attempts: [{ status: 'failed' as const, detail: { repeat: 1, errors: [{ message: 'second time' }] } }],
    }
    const lines = run({ results: [passed('a'), again] })
    const { data } = await send(app, segmentOf(lines, 0, 1))
    await send(app, segmentOf(lines, 1), { from: 1 })
    const detail = await detailOf(app, data.execution.id)
    expect(detail.counts).toMatchObject({ total: 1, failed: 1, passed: 0 })
    expect(detail.results[0]?.attempts.map((attempt) => attempt.status)).toEqual(['passed', 'failed'])
  })

  test('a re-run that passes, then repeats the test, does not take over the error of the first run', async () => {
    const app = await makeApp()
    await send(app, run({ build: 'b', results: [failed('a')] }))
    const twice = {
      ...passed('a'),
      attempts: [{ status: 'passed' as const }, { status: 'passed' as const, detail: { repeat: 1 } }],
    }
    const rerun = run({ build: 'b', runAttempt: 2, results: [twice] })
    await send(app, segmentOf(rerun, 0, 1))
    const { data } = await send(app, segmentOf(rerun, 1), { from: 1 })
    const [result] = (await detailOf(app, data.execution.id)).results
    expect(result?.status).toBe('flaky')
    expect(result?.attempts.map(({ status, errors }) => [status, errors?.[0]?.message])).toEqual([
      ['failed', 'wrong'],
      ['passed', undefined],
      ['passed', undefined],
    ])
  })

  test('a long run in an order of its own, of which every tenth test failed before and passes later', async () => {
    const app = await makeApp()
    const titles = Array.from({ length: 700 }, (_, i) => `case ${i}`)
    await send(app, run({ results: titles.map((title) => passed(title)) }))
    const backwards = titles.toReversed()
    const failing = backwards.map((title, i) => (i % 10 === 0 ? failed(title) : passed(title)))
    const lines = run({ results: [...failing, ...backwards.map((title) => passed(title))] })
    await send(app, segmentOf(lines, 0, 700))
    const { data } = await send(app, segmentOf(lines, 700), { from: 700 })
    const { counts, results } = await detailOf(app, data.execution.id)
    expect(counts).toMatchObject({ total: 700, passed: 630, flaky: 70, failed: 0 })
    expect(results.map((result) => result.titles[0])).toEqual(titles)
    expect(results.map((result) => result.attempts.length)).toEqual(titles.map(() => 2))
  })

  test('four shards become one execution that settles when it is quiet', async () => {
    const app = await makeApp()
    const shard = (index: number) =>
      run({ build: 'ci-1', part: { shard: { index, total: 4 } }, results: [passed(`t${index}`)] })
    const { data } = await send(app, shard(1))
    await send(app, shard(2))
    app.advance(120_000)
    await app.sweep()
    expect((await detailOf(app, data.execution.id)).state).toBe('running')
    await send(app, shard(4))
    await send(app, shard(3))
    await app.sweep()
    expect((await detailOf(app, data.execution.id)).state).toBe('running')
    app.advance(60_000)
    await app.sweep()
    const detail = await detailOf(app, data.execution.id)
    expect(detail).toMatchObject({ state: 'passed', partCount: 4, counts: { total: 4, passed: 4 } })
  })

  test('a set-up project that runs in every shard is not a collision', async () => {
    const app = await makeApp()
    const shard = (index: number) =>
      run({
        build: 'ci-2',
        part: { shard: { index, total: 2 } },
        results: [passed('set-up'), passed(`t${index}`)],
      })
    await send(app, shard(1))
    const { data } = await send(app, shard(2))
    expect(data.warnings).toEqual([])
    const again = await send(app, shard(2))
    expect(again.data.warnings[0]).toContain('reported 2 tests of this one too')
  })

  test('a shard that never comes makes the execution incomplete in the end', async () => {
    const app = await makeApp()
    const { data } = await send(app, run({ part: { shard: { index: 1, total: 2 } }, results: [passed('a')] }))
    app.advance(900_001)
    await app.sweep()
    expect((await detailOf(app, data.execution.id)).state).toBe('incomplete')
  })

  test('the same test on two legs is two results, and neither is a flake', async () => {
    const app = await makeApp()
    const { data } = await send(app, run({ build: 'm', part: { leg: 'linux' }, results: [passed('a')] }))
    await send(app, run({ build: 'm', part: { leg: 'windows' }, results: [failed('a')] }))
    const detail = await detailOf(app, data.execution.id)
    expect(detail.results.map(({ leg, status }) => [leg, status])).toEqual([
      ['linux', 'passed'],
      ['windows', 'failed'],
    ])
    expect(detail.warnings).toEqual([])
  })

  test('a journal of a newer reporter is taken, and what is not known of it is left out', async () => {
    const app = await makeApp()
    const [open, ...rest] = run({ results: [failed('a')] }) as [unknown[], ...unknown[]]
    const facts = open[2] as Record<string, object>
    const newer = {
      ...facts,
      startedAt: app.clock(),
      weather: 'fine',
      code: { ...facts.code, mood: 'good', ancestry: [{ sha: 'abcdef1', parents: [], signed: true }] },
      part: { ...facts.part, shard: { index: 1, total: 1, weight: 2 } },
      ci: { provider: 'Jenkins', queue: 'slow' },
      runner: { ...facts.runner, engine: 'v8' },
    }
    const lines = rest.map((line) => {
      const [kind, ...said] = line as unknown[]
      if (kind !== 'attempt') return line
      return [kind, ...said.slice(0, 5), { errors: [{ message: 'wrong', hint: 'none' }], heap: 1 }]
    })
    const { status, data } = await post(app, ndjson([['open', 1, newer], ...lines]))
    expect(status).toBe(200)
    const shown = await app.get<Detail>(`/api/executions/${data.execution.id}`)
    expect(shown.data).toMatchObject({ ci: { provider: 'Jenkins' }, counts: { failed: 1 } })
    expect(JSON.stringify(shown.data)).not.toMatch(/weather|mood|signed|weight|queue|engine|hint|heap/)
  })

  test('a journal that begins more than a day ahead is taken with a warning', async () => {
    const app = await makeApp()
    const startedAt = app.clock() + 86_400_001
    const lines = run({ startedAt, results: [passed('a')] })
    const now = new Date(app.clock()).toISOString()
    const { data } = await send(app, lines)
    expect(data.warnings).toEqual([expect.stringContaining(`server's clock said ${now}`)])
    const shown = await app.get<Detail & { startedAt: string }>(`/api/executions/${data.execution.id}`)
    expect(shown.data).toMatchObject({ startedAt: now, warnings: data.warnings })
    // By the sender's clock it began a moment ago.
    const other = await send(app, run({ startedAt, results: [passed('a')] }), { clock: startedAt })
    expect(other.data.warnings).toEqual([])
  })

  test('parts that report the same test on the same leg are both kept, with a warning', async () => {
    const app = await makeApp()
    const { data } = await send(app, run({ build: 'm', results: [passed('a')] }))
    const second = await send(app, run({ build: 'm', results: [failed('a')] }))
    expect(second.data.warnings[0]).toContain('reported a test of this one too')
    const detail = await detailOf(app, data.execution.id)
    expect(detail.counts.total).toBe(2)
    expect(detail.warnings).toHaveLength(1)
  })

  test('a re-run overlays what failed; passing on the same code makes it flaky', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: 'a'.repeat(40) }
    const { data } = await send(
      app,
      run({ build: 'r', code, results: [passed('a'), failed('b'), failed('c')] }),
    )
    await app.settle(data.execution.id)
    await send(
      app,
      run({ build: 'r', code, runAttempt: 2, results: [passed('a'), passed('b'), failed('c')] }),
    )
    expect(await detailOf(app, data.execution.id)).toMatchObject({ state: 'running', revision: 2 })
    await app.settle(data.execution.id)
    const detail = await detailOf(app, data.execution.id)
    expect(detail.counts).toMatchObject({ total: 3, passed: 1, flaky: 1, failed: 1 })
    expect(detail.results.find((result) => result.titles[0] === 'b')?.attempts).toMatchObject([
      { status: 'failed', runAttempt: 1 },
      { status: 'passed', runAttempt: 2 },
    ])
  })

  test('a first attempt that arrives after the second does not take its place', async () => {
    const app = await makeApp()
    const { data } = await send(app, run({ build: 'r', runAttempt: 2, results: [passed('a'), passed('b')] }))
    await send(app, run({ build: 'r', runAttempt: 1, results: [failed('a'), passed('b')] }))
    expect((await detailOf(app, data.execution.id)).counts).toMatchObject({ total: 2, flaky: 1, passed: 1 })
  })

  test('a part that goes silent is lost, and found again when it speaks', async () => {
    const app = await makeApp()
    const lines = run({ results: [passed('a'), passed('b')] })
    const { data } = await send(app, segmentOf(lines, 0, 1))
    app.advance(900_001)
    await app.sweep()
    expect(await detailOf(app, data.execution.id)).toMatchObject({
      state: 'incomplete',
      parts: [{ state: 'lost' }],
    })
    await send(app, segmentOf(lines, 1), { from: 1 })
    await app.settle(data.execution.id)
    expect(await detailOf(app, data.execution.id)).toMatchObject({
      state: 'passed',
      revision: 2,
      parts: [{ state: 'ended' }],
    })
  })

  test('a file that does not load fails the run though no test failed', async () => {
    const app = await makeApp()
    const { data } = await send(
      app,
      run({ solitary: true, errors: [{ file: 'broken.test.ts', failure: { message: 'Unexpected token' } }] }),
    )
    const detail = await detailOf(app, data.execution.id)
    expect(detail).toMatchObject({ state: 'failed', counts: { total: 0, errors: 1 } })
    expect(detail.errors).toMatchObject([
      { file: 'broken.test.ts', failure: { message: 'Unexpected token' } },
    ])
  })

  test('equal titles are distinguished by their occurrence, equal names across runs are one test', async () => {
    const app = await makeApp()
    const results = [passed('each row'), passed('each row', { occurrence: 1 })]
    const first = await send(app, run({ results }))
    const second = await send(app, run({ results }))
    const ids = async (id: string) =>
      (await app.get<{ results: { testId: string }[] }>(`/api/executions/${id}`)).data.results.map(
        (result) => result.testId,
      )
    const [a, b] = [await ids(first.data.execution.id), await ids(second.data.execution.id)]
    expect(a).toEqual(b)
    expect(new Set(a).size).toBe(2)
  })

  test('a client whose clock is wrong is corrected', async () => {
    const app = await makeApp()
    const hour = 3_600_000
    const lines = run({ startedAt: app.clock() + hour - 10_000, results: [passed('a')] })
    const { data } = await send(app, lines, { clock: app.clock() + hour })
    const { startedAt, parts } = (
      await app.get<Detail & { startedAt: string }>(`/api/executions/${data.execution.id}`)
    ).data
    expect(startedAt).toBe(new Date(app.clock() - 10_000).toISOString())
    expect(parts[0]?.clockSkewMs).toBe(-hour)
  })

  test('a request that took seconds to arrive does not count as a wrong clock', async () => {
    const app = await makeApp()
    const lines = run({ startedAt: app.clock() - 60_000, results: [passed('a')] })
    const { data } = await send(app, lines, { clock: app.clock() - 8_000 })
    const { startedAt, parts } = (
      await app.get<Detail & { startedAt: string }>(`/api/executions/${data.execution.id}`)
    ).data
    expect(startedAt).toBe(new Date(app.clock() - 60_000).toISOString())
    expect(parts[0]?.clockSkewMs).toBe(0)
  })
})
