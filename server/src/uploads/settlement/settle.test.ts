import type { ExecutionSummary } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, type MadeRun, passed, run, segmentOf, send, settled } from '../../testing/upload.ts'

type Summary = z.output<typeof ExecutionSummary>

const summary = async (app: TestApp, id: string) => (await app.get<Summary>(`/api/executions/${id}`)).data
const begin = async (app: TestApp, made: MadeRun) => (await send(app, run(made))).data.execution.id
const events = async (app: TestApp) =>
  (await app.store.read.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute()).map(
    ({ kind, payload }) => ({ kind, ...(JSON.parse(payload) as { revision: number; state: string }) }),
  )

/** What is counted of each test, as `<title>@<branch>: failed/flaky`. */
async function counted(app: TestApp): Promise<string[]> {
  const rows = await app.store.read
    .selectFrom('test_day')
    .innerJoin('test', 'test.id', 'test_day.test_id')
    .select(['test.titles', 'test_day.branch', 'test_day.failed', 'test_day.flaky'])
    .orderBy('test.id')
    .orderBy('branch')
    .execute()
  return rows.map((row) => `${JSON.parse(row.titles).join(' ')}@${row.branch}: ${row.failed}/${row.flaky}`)
}

onEachDatabase('settling', (makeApp) => {
  test('a run that nobody else can join settles with its last line', async () => {
    const app = await makeApp()
    const id = await begin(app, { solitary: true, results: [passed('a')] })
    expect(await summary(app, id)).toMatchObject({ state: 'passed', settledAt: '2026-03-02T09:00:00.000Z' })
    expect(await events(app)).toMatchObject([{ kind: 'execution.settled', revision: 1, state: 'passed' }])
  })

  test('shards of one machine settle with the last line of the last shard', async () => {
    const app = await makeApp()
    const shard = (index: number) => ({
      build: 'laptop',
      solitary: true,
      part: { shard: { index, total: 2 } },
      results: [passed(`test ${index}`)],
    })
    const id = await begin(app, shard(2))
    expect(await summary(app, id)).toMatchObject({ state: 'running' })
    expect(await begin(app, shard(1))).toBe(id)
    expect(await summary(app, id)).toMatchObject({ state: 'passed', counts: { passed: 2 } })
  })

  test('a build settles a minute after its last part, or when somebody says so', async () => {
    const app = await makeApp()
    const quiet = await begin(app, { results: [failed('a')] })
    app.advance(59_999)
    expect(await app.sweep()).toBe(0)
    expect((await summary(app, quiet)).state).toBe('running')
    app.advance(1)
    expect(await app.sweep()).toBe(1)
    expect(await summary(app, quiet)).toMatchObject({ state: 'failed', durationMs: 5 })
    expect(await app.sweep()).toBe(0)

    const second = await begin(app, { results: [passed('a')] })
    expect((await app.settle(second)).status).toBe(200)
    expect((await summary(app, second)).state).toBe('passed')
    await app.settle(second)
    expect((await events(app)).map((event) => event.state)).toEqual(['failed', 'passed'])
  })

  test('neither asking nor silence settles what has an open part or lacks a shard', async () => {
    const app = await makeApp()
    const open = await begin(app, { results: [passed('a')], end: null })
    const sharded = await begin(app, { part: { shard: { index: 2, total: 2 } }, results: [passed('a')] })
    for (const id of [open, sharded]) await app.settle(id)
    app.advance(800_000)
    expect(await app.sweep()).toBe(0)
    app.advance(100_001)
    expect(await app.sweep()).toBe(2)
    for (const id of [open, sharded]) expect((await summary(app, id)).state).toBe('incomplete')
  })

  test('shards that CI runs as numbered jobs belong together, different jobs do not', async () => {
    const app = await makeApp()
    const shard = (build: string, job: string, index: number) =>
      begin(app, { build, part: { job, shard: { index, total: 2 } }, results: [passed(`${job} ${index}`)] })
    const numbered = await shard('gitlab', 'e2e 1/2', 1)
    await shard('gitlab', 'e2e 2/2', 2)
    const circle = await shard('circle', 'e2e/0', 1)
    await shard('circle', 'e2e/1', 2)
    const others = await shard('jobs', 'api', 1)
    await shard('jobs', 'web', 2)
    app.advance(60_000)
    expect(await app.sweep()).toBe(2)
    for (const id of [numbered, circle]) expect((await summary(app, id)).state).toBe('passed')
    expect((await summary(app, others)).state).toBe('running')
  })

  test('the outcome: failures of tests, files, runners and signals', async () => {
    const app = await makeApp()
    const states: [MadeRun, string][] = [
      [{ results: [passed('a')] }, 'passed'],
      [{ results: [flaky('a')] }, 'passed'],
      [{ results: [] }, 'passed'],
      [{ results: [failed('a')], end: 'passed' }, 'failed'],
      [{ results: [passed('a')], end: 'failed' }, 'failed'],
      [{ errors: [{ failure: { message: 'no config' } }], end: 'passed' }, 'failed'],
      [{ results: [failed('a')], end: 'interrupted' }, 'cancelled'],
    ]
    for (const [made, state] of states)
      expect((await summary(app, await settled(app, made))).state, JSON.stringify(made)).toBe(state)
  })

  test('errors outside tests count until their part runs again: running, settled, reopened, in any order', async () => {
    const app = await makeApp()
    const wrong = (message: string) => ({ failure: { message } })
    const first = { errors: [wrong('one'), wrong('two')], results: [passed('a')] }
    const second = { runAttempt: 2, errors: [wrong('three')], results: [passed('a')] }
    const errors = async (id: string) => (await summary(app, id)).counts.errors
    for (const [build, before, after, counts] of [
      ['in order', first, second, [2, 1]],
      ['late', second, first, [1, 1]],
    ] as const) {
      const id = await begin(app, { build, ...before })
      expect(await errors(id), build).toBe(counts[0])
      await app.settle(id)
      expect(await errors(id), build).toBe(counts[0])
      await begin(app, { build, ...after })
      expect((await summary(app, id)).state).toBe('running')
      expect(await errors(id), build).toBe(counts[1])
      await app.settle(id)
      expect(await errors(id), build).toBe(counts[1])
    }
    // An attempt that has only begun replaces its part already; errors of other parts hold.
    const id = await begin(app, { build: 'begun', ...first })
    await begin(app, { build: 'begun', part: { job: 'other' }, errors: [wrong('elsewhere')] })
    await begin(app, { build: 'begun', runAttempt: 2, end: null })
    expect(await errors(id)).toBe(1)
  })

  test('a part that comes later reopens it with the next revision, and it settles anew', async () => {
    const app = await makeApp()
    const id = await begin(app, { build: 'b', part: { job: 'unit' }, results: [passed('a')] })
    await app.settle(id)
    await begin(app, { build: 'b', part: { job: 'e2e' }, results: [failed('b')] })
    expect(await summary(app, id)).toMatchObject({
      state: 'running',
      revision: 2,
      settledAt: null,
      endedAt: null,
    })
    await app.settle(id)
    expect(await summary(app, id)).toMatchObject({ state: 'failed', revision: 2, partCount: 2 })
    expect((await events(app)).map(({ revision, state }) => [revision, state])).toEqual([
      [1, 'passed'],
      [2, 'failed'],
    ])
  })

  test('a part whose run died is lost at once, and later results repair it', async () => {
    const app = await makeApp()
    const dead: MadeRun = { solitary: true, results: [passed('a'), passed('b')], end: null, lost: true }
    const solitary = await begin(app, dead)
    expect(await summary(app, solitary)).toMatchObject({ state: 'incomplete', counts: { passed: 2 } })

    const lines = run({ ...dead, solitary: false, build: 'b' })
    const alive = lines.map((line): typeof line =>
      line[0] === 'open' ? ['open', 1, { ...line[2], lost: false }] : line,
    )
    const { id } = (await send(app, alive)).data.execution
    // Who holds less than the server does not know that nothing will follow.
    await send(app, segmentOf(lines, 0, 1))
    app.advance(60_000)
    expect(await app.sweep()).toBe(0)
    await send(app, segmentOf(lines, 2), { from: 2 })
    await send(app, segmentOf(lines, 2), { from: 2 })
    app.advance(60_000)
    expect(await app.sweep()).toBe(1)
    expect(await summary(app, id)).toMatchObject({ state: 'incomplete', revision: 1, counts: { passed: 2 } })

    await send(app, [...segmentOf(alive, 2), ['end', { status: 'passed', durationMs: 9 }]], { from: 2 })
    await app.settle(id)
    expect(await summary(app, id)).toMatchObject({ state: 'passed', revision: 2, counts: { passed: 2 } })
    // An old copy of the journal does not undo an end.
    await send(app, segmentOf(lines, 2), { from: 2 })
    expect(await summary(app, id)).toMatchObject({ state: 'passed', revision: 2 })
  })

  test('a lost part that a re-run took the place of no longer makes it incomplete', async () => {
    const app = await makeApp()
    const id = await begin(app, { build: 'b', results: [passed('a')], end: null })
    app.advance(900_001)
    await app.sweep()
    expect((await summary(app, id)).state).toBe('incomplete')
    await begin(app, { build: 'b', runAttempt: 2, results: [passed('a'), passed('b')] })
    await app.settle(id)
    expect(await summary(app, id)).toMatchObject({ state: 'passed', revision: 2, counts: { total: 2 } })
  })
})

onEachDatabase('the days of a test', (makeApp) => {
  test('count once it is settled, are taken back when it continues, and counted anew', async () => {
    const app = await makeApp()
    const results = [failed('f'), flaky('fl'), passed('p'), passed('q')]
    const lines = run({ build: 'b', results })
    const { data } = await send(app, segmentOf(lines, 0, 3))
    expect(await counted(app)).toEqual([])
    await send(app, segmentOf(lines, 3), { from: 3 })
    await app.settle(data.execution.id)
    expect(await counted(app)).toEqual(['f@main: 1/0', 'fl@main: 0/1'])
    await settled(app, { results })
    expect(await counted(app)).toEqual(['f@main: 2/0', 'fl@main: 0/2'])

    const again = [passed('f'), passed('fl'), passed('p'), passed('q')]
    await send(app, run({ build: 'b', runAttempt: 2, results: again }))
    expect(await counted(app)).toEqual(['f@main: 1/0', 'fl@main: 0/1'])
    await app.settle(data.execution.id)
    expect(await counted(app)).toEqual(['f@main: 1/1', 'fl@main: 0/2'])
  })

  test('a sign of life that brings nothing new takes nothing back', async () => {
    const app = await makeApp()
    const lines = run({ build: 'b', results: [failed('f'), passed('p')] })
    const { data } = await send(app, lines)
    await app.settle(data.execution.id)
    await send(app, lines)
    expect(await summary(app, data.execution.id)).toMatchObject({ state: 'failed', revision: 1 })
    expect(await counted(app)).toEqual(['f@main: 1/0'])
  })

  test('outages, forks and dirty trees count for nothing, each branch for itself', async () => {
    const app = await makeApp()
    const results = [failed('f'), passed('p')]
    await settled(app, { results: [failed('f'), failed('g'), failed('h'), failed('i'), passed('p')] })
    await settled(app, { trust: 'fork', results })
    await settled(app, { code: { branch: 'main', dirty: true }, results })
    await settled(app, { trust: 'local', results })
    expect(await counted(app)).toEqual([])
    await settled(app, { code: { branch: 'topic', pullRequest: 4 }, results })
    await settled(app, { results: [failed('f'), failed('g'), failed('h'), passed('i'), passed('p')] })
    expect(await counted(app)).toEqual(['f@main: 1/0', 'f@topic: 1/0', 'g@main: 1/0', 'h@main: 1/0'])
  })

  test('local runs count until the first CI run begins, which clears them away', async () => {
    const app = await makeApp()
    const results = [failed('f'), passed('p')]
    const local = await begin(app, { build: 'mine', trust: 'local', results })
    await app.settle(local)
    expect(await counted(app)).toEqual(['f@main: 1/0'])
    await settled(app, { results: [failed('p'), passed('f')] })
    expect(await counted(app)).toEqual(['p@main: 1/0'])
    // Going on and settling again, the local run still counts for nothing.
    await begin(app, { build: 'mine', trust: 'local', runAttempt: 2, results })
    await app.settle(local)
    expect(await counted(app)).toEqual(['p@main: 1/0'])
  })
})
