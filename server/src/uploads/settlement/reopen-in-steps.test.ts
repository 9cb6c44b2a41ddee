import { expect, test } from 'vitest'
import { withdraw } from '../../history/history/withdraw.ts'
import { lockExecution } from '../../results/executions/lock.ts'
import { removeResults } from '../../results/results/remove-results.ts'
import { archive, archiveByTest } from '../../testing/archive.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { testEnds } from '../../testing/test-ends.ts'
import { failed, flaky, type MadeRun, passed, run, send, settled } from '../../testing/upload.ts'
import { deleteLeftovers } from '../../upkeep/retention/leftovers.ts'
import { settleOne } from './settle-one.ts'
import { reopen } from './settlement-rule.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
const MANY = 7
const ROWS = 3
const ID = 2

const code = { branch: 'main', tree: 'a'.repeat(40) }
const manyFailed = Array.from({ length: MANY }, (_, i) =>
  failed(`fails ${i}`, { message: `wrong ${'abcdefghij'[i]}` }),
)
const others = Array.from({ length: MANY }, (_, i) => passed(`passes ${i}`))
/** On the same tree, so that a failure of the other is evidence. */
const before: MadeRun = { build: 'a', code, results: [passed('fails 0'), failed('fails 1'), ...others] }
const large: MadeRun = { build: 'b', code, results: [...manyFailed, flaky('b'), ...others] }
const late: MadeRun = {
  build: 'b',
  code,
  part: { job: 'late' },
  results: [failed('d', { message: 'other' })],
}

const settle = (app: TestApp, executionId: number) =>
  settleOne(app.store, TIMES, { executionId, organizationId: 0, rule: 'over', now: app.clock() })

async function written({ store: { read } }: TestApp) {
  const runs = await read
    .selectFrom('failure_run')
    .innerJoin('failure_cluster', 'failure_cluster.id', 'cluster_id')
    .select(['fingerprint', 'failed', 'flaky', 'execution_id'])
    .orderBy('execution_id')
    .orderBy('fingerprint')
    .execute()
  const clusters = await read
    .selectFrom('failure_cluster')
    .select('fingerprint')
    .orderBy('fingerprint')
    .execute()
  const bad = await read
    .selectFrom('bad_run')
    .selectAll()
    .orderBy('execution_id')
    .orderBy('test_id')
    .execute()
  const days = await read.selectFrom('test_day').selectAll().orderBy('test_id').execute()
  const ran = await read.selectFrom('leg_run').select('execution_id').orderBy('execution_id').execute()
  const pages = await read.selectFrom('duration_page').selectAll().orderBy('execution_id').execute()
  const states = await read
    .selectFrom('execution')
    .select(['id', 'state', 'counted', 'settling'])
    .orderBy('id')
    .execute()
  return { runs, clusters, bad, days, ran, pages, states }
}

onBothDatabases('an execution that is withdrawn in steps', (makeApp) => {
  const begin = async () => {
    const app = await makeApp()
    await send(app, run(before))
    await settle(app, 1)
    await send(app, run(large))
    await settle(app, ID)
    // The windows of questions end before now.
    app.advance(1_000)
    return app
  }
  /** True once nothing is left. */
  const step = (app: TestApp) =>
    app.store.write(
      async (db) => (await withdraw(db, await lockExecution(db, app.store.dialect, ID), ROWS, {})) > 0,
    )
  const stepOfReopening = (app: TestApp) =>
    app.store.write(async (db) => reopen(db, await lockExecution(db, app.store.dialect, ID), ROWS))
  const endMark = (app: TestApp) =>
    app.store.write((db) => db.updateTable('execution').set({ settling_until: 0 }).execute())
  const steps = async (app: TestApp, most: number) => {
    for (let ran = 1; ran <= most; ran++) if (await step(app)) return ran
    return most
  }
  const listed = async (app: TestApp) =>
    (await app.get<{ executions: number }[]>('/api/failures?project=shop')).data.map((one) => one.executions)

  test('leaves what would be without it, and none of its failures is shown from the first step on', async () => {
    const app = await makeApp()
    await send(app, run(before))
    await settle(app, 1)
    const { pages: _pages, ...expected } = await written(app)
    await send(app, run(large))
    await settle(app, ID)
    app.advance(1_000)
    expect((await listed(app)).length).toBeGreaterThan(MANY)
    const count = async () => {
      const { runs, bad } = await written(app)
      return runs.length + bad.length
    }
    for (let isOver = false, left = await count(); !isOver; ) {
      isOver = await step(app)
      const now = await count()
      expect(left - now).toBeLessThanOrEqual(ROWS)
      left = now
      expect(await listed(app)).toEqual([1])
    }
    // Stored only of a suite's newest run: a list reads those of an earlier run from its results.
    const { states, pages: _, ...rows } = await written(app)
    expect({ ...rows, states: states.slice(0, 1) }).toEqual(expected)
  })

  testEnds(
    'settles again after an end between any two steps, and nothing of it is lost or doubled',
    async (endsOf) => {
      const expected = await written(await begin())
      const last = await steps(await begin(), 100)
      expect(last).toBeGreaterThan(4)
      for (const ran of endsOf(last)) {
        const app = await begin()
        await steps(app, ran)
        const [, during] = (await written(app)).states
        expect(during?.state).toBe('running')
        // Whoever deletes it may be at work.
        expect(await settle(app, ID)).toBe(false)
        await endMark(app)
        app.advance(60_000)
        expect(await app.sweep(), `after ${ran} steps`).toBe(1)
        expect(await written(app), `after ${ran} steps`).toEqual(expected)
      }
    },
  )

  testEnds('takes a late part between any two steps', async (endsOf) => {
    const reference = await begin()
    await send(reference, run(late))
    await settle(reference, ID)
    const { clusters, ...expected } = await written(reference)
    const last = await steps(await begin(), 100)
    for (const ran of endsOf(last)) {
      const app = await begin()
      await steps(app, ran)
      await send(app, run(late))
      expect(await settle(app, ID)).toBe(true)
      expect(await written(app), `after ${ran} steps`).toMatchObject(expected)
    }
  })

  test('reopens in steps, too, and then settles at once', async () => {
    const app = await begin()
    const expected = await written(app)
    while (!(await stepOfReopening(app)));
    expect((await written(app)).states[1]).toMatchObject({ state: 'running', settling: 0, counted: null })
    expect(await settle(app, ID)).toBe(true)
    expect(await written(app)).toEqual(expected)
  })

  test('is deleted although its withdrawal was interrupted', async () => {
    const app = await begin()
    const { data } = await app.get<{ id: string }[]>('/api/executions?project=shop')
    await step(app)
    expect((await app.delete(`/api/executions/${data[0]?.id}`)).status).toBe(200)
    const { runs, bad, ran } = await written(app)
    expect(new Set([...runs, ...bad, ...ran].map((row) => row.execution_id))).toEqual(new Set([1]))
    await app.removeDeleted()
    expect((await written(app)).states.map(({ id }) => id)).toEqual([1])
  })
})

onBothDatabases('an archived execution', (makeApp) => {
  const TESTS = 6
  const archived: MadeRun = {
    build: 'b',
    results: Array.from({ length: TESTS }, (_, i) => (i === 0 ? failed('f') : flaky(`p ${i}`))),
  }
  const more: MadeRun = { build: 'b', part: { job: 'late' }, results: [passed('x')] }

  /** Archived in blocks of a test each; rows that await their deletion are still there. */
  const begin = async () => {
    const app = await makeApp()
    const id = await settled(app, archived)
    const before = await rowsOf(app)
    await archiveByTest(app, id)
    await app.store.write(async (db) => {
      const { execution_id, ...last } = before.results.at(-1) as (typeof before.results)[number]
      await db
        .insertInto('result')
        .values({ execution_id, ...last })
        .execute()
      await db.insertInto('leftover').values({ execution_id }).execute()
    })
    return { app, id, before }
  }
  const rowsOf = async ({ store: { read } }: TestApp) => ({
    results: await read.selectFrom('result').selectAll().orderBy('test_id').orderBy('part').execute(),
    attempts: await read.selectFrom('attempt').selectAll().orderBy('test_id').orderBy('entry').execute(),
  })
  const step = (app: TestApp, rows = ROWS) =>
    app.store.write(async (db) => reopen(db, await lockExecution(db, app.store.dialect, 1), rows))
  const listed = async (app: TestApp, id: string) =>
    (await app.get<{ results: { titles: string[]; status: string }[] }>(`/api/executions/${id}`)).data.results

  test('gets its results back block by block, and is read as a whole meanwhile', async () => {
    const { app, id, before } = await begin()
    const all = await listed(app, id)
    expect(all).toHaveLength(TESTS)
    let steps = 1
    for (; !(await step(app)); steps++) {
      // A job that has found the rows before must not take them.
      await deleteLeftovers(app.store, 1)
      expect(await listed(app, id)).toEqual(all)
    }
    expect(steps).toBeGreaterThan(TESTS)
    expect(await rowsOf(app)).toEqual(before)
    expect(await listed(app, id)).toEqual(all)
  })

  test('is withdrawn before anything of it comes back', async () => {
    const { app } = await begin()
    const count = async () => {
      const { runs, bad } = await written(app)
      return { failures: runs.length + bad.length, results: (await rowsOf(app)).results.length }
    }
    const both: object[] = []
    for (let isOver = false, before = await count(); !isOver; ) {
      isOver = await step(app)
      const now = await count()
      if (now.failures < before.failures && now.results > before.results) both.push({ before, now })
      before = now
    }
    expect(both).toEqual([])
  })

  test('comes back in pieces of a block, each with whole tests', async () => {
    const app = await makeApp()
    const legs = ['linux', 'mac']
    const results = Array.from({ length: 20 }, (_, i) => (i % 7 === 3 ? failed(`f ${i}`) : passed(`p ${i}`)))
    for (const leg of legs) await send(app, run({ build: 'b', part: { job: leg, leg }, results }))
    await settle(app, 1)
    const before = await rowsOf(app)
    const { data } = await app.get<{ id: string }[]>('/api/executions?project=shop')
    await archive(app, data[0]?.id ?? '')
    expect((await rowsOf(app)).results).toEqual([])
    const counts = [0]
    for (let isOver = false; !isOver; ) {
      isOver = await step(app, 1)
      const tests = (await rowsOf(app)).results.map((row) => row.test_id)
      if (tests.length > (counts.at(-1) ?? 0)) counts.push(tests.length)
    }
    expect(counts).toEqual([0, 10, 20, 30, 40])
    expect(await rowsOf(app)).toEqual(before)
  })

  testEnds('takes a late part after an end between any two steps', async (endsOf) => {
    const reference = await begin()
    await send(reference.app, run(more))
    await settle(reference.app, 1)
    const expected = { ...(await written(reference.app)), ...(await rowsOf(reference.app)) }
    for (const ran of endsOf(TESTS + 1)) {
      const { app } = await begin()
      for (let at = 0; at < ran; at++) await step(app)
      await send(app, run(more))
      expect(await settle(app, 1)).toBe(true)
      expect({ ...(await written(app)), ...(await rowsOf(app)) }, `after ${ran} steps`).toEqual(expected)
    }
  })

  test('without results begins anew, and what is left of them goes in steps', async () => {
    const app = await makeApp()
    await settled(app, archived)
    await app.store.write((db) => removeResults(db, 1, app.clock()))
    const count = async () => (await rowsOf(app)).results.length
    for (let left = await count(); !(await step(app)); left = await count())
      expect(left - (await count())).toBeLessThanOrEqual(ROWS)
    expect(await rowsOf(app)).toEqual({ results: [], attempts: [] })
    await send(app, run(more))
    expect(await settle(app, 1)).toBe(true)
    expect((await rowsOf(app)).results).toHaveLength(1)
  })
})

onBothDatabases('a late part of a run with thousands of failures', (makeApp) => {
  test('reopens it in several transactions, and counts as one write', async () => {
    const app = await makeApp()
    const results = Array.from({ length: 2_100 }, (_, i) => (i < 1_050 ? failed(`f ${i}`) : passed(`p ${i}`)))
    await send(app, run({ build: 'b', results }))
    expect(await settle(app, 1)).toBe(true)
    const { data, error } = await send(
      app,
      run({ build: 'b', part: { job: 'late' }, results: [passed('x')] }),
    )
    expect(error).toBeUndefined()
    expect(data.execution.state).toBe('running')
    const {
      revision,
      settling,
      passed: count,
    } = await app.store.read
      .selectFrom('execution')
      .select(['revision', 'settling', 'passed'])
      .executeTakeFirstOrThrow()
    expect({ revision, settling, count: Number(count) }).toEqual({ revision: 2, settling: 0, count: 1_051 })
    expect((await app.store.read.selectFrom('bad_run').select('test_id').execute()).length).toBe(0)
  })
})
