import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../ground/store/open.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { testEnds } from '../../testing/test-ends.ts'
import { failed, flaky, type MadeRun, ndjson, passed, run, send, uploadOf } from '../../testing/upload.ts'
import { processUploadsHere } from '../ingest/process-upload.ts'
import { settleInSteps } from './settle-in-steps.ts'
import { settleOne } from './settle-one.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
const AT_ONCE = { kept: 1, clusters: 3, badRuns: 3, failures: 0, graded: 1, tests: 3 }
/** More clusters and tests than one step takes. */
const MANY = 7
const ID = 2

const manyFailed = Array.from({ length: MANY }, (_, i) =>
  failed(`fails ${i}`, { message: `wrong ${'abcdefghij'[i]}` }),
)
const before: MadeRun = { build: 'a', results: [failed('fails 0'), passed('proves'), passed('c')] }
const first: MadeRun = {
  build: 'b',
  code: { branch: 'main', tree: 'a'.repeat(40) },
  part: { job: 'one' },
  results: [...manyFailed, flaky('b'), ...Array.from({ length: MANY }, (_, i) => passed(`passes ${i}`))],
}
const late: MadeRun = {
  build: 'b',
  code: { branch: 'main', tree: 'a'.repeat(40) },
  part: { job: 'two' },
  results: [failed('d', { message: 'other' })],
}

const order = (app: TestApp) =>
  ({ executionId: ID, organizationId: 0, rule: 'over', now: app.clock() }) as const

/** What settling wrote, without the numbers that a second try changes. */
async function written({ store: { read } }: TestApp) {
  const runs = await read
    .selectFrom('failure_run')
    .innerJoin('failure_cluster', 'failure_cluster.id', 'cluster_id')
    .select(['fingerprint', 'message', 'failed', 'flaky', 'errors', 'tests', 'test_ids', 'execution_id'])
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
  const days = await read.selectFrom('test_day').selectAll().orderBy('test_id').orderBy('leg_id').execute()
  const ran = await read
    .selectFrom('leg_run')
    .innerJoin('ran_set', 'ran_set.id', 'ran_id')
    .select(['execution_id', 'leg_id', 'ran_set.hash', 'tree'])
    .orderBy('execution_id')
    .orderBy('leg_id')
    .execute()
  const pages = await read.selectFrom('duration_page').selectAll().orderBy('number').execute()
  const monitors = await read.selectFrom('test_monitor').selectAll().orderBy('test_id').execute()
  const changes = await read
    .selectFrom('monitor_change')
    .select(['test_id', 'from_state', 'to_state', 'because'])
    .orderBy('test_id')
    .execute()
  const states = await read
    .selectFrom('execution')
    .select(['id', 'state', 'failed', 'flaky', 'counted', 'settling', 'settled_at', 'ended_at'])
    .orderBy('id')
    .execute()
  const events = await read.selectFrom('outbox').select('kind').execute()
  const kinds = events.map(({ kind }) => kind).sort()
  return { runs, clusters, bad, days, ran, pages, monitors, changes, states, kinds }
}

onBothDatabases('settling in steps', (makeApp) => {
  const begin = async () => {
    const app = await makeApp()
    await send(app, run(before))
    await settleOne(app.store, TIMES, { ...order(app), executionId: 1 })
    // A failure breaks a test at once, so that monitors change, too.
    await app.store.write((db) =>
      db
        .insertInto('monitor_setting')
        .values({ project_id: 1, settings: '{"brokenAfterRuns":1}', changed_at: 0 })
        .execute(),
    )
    await send(app, run(first))
    return app
  }
  /** Runs steps until this many have run; returns how many there were, and whether it settled. */
  const settle = async (app: TestApp, most = Number.POSITIVE_INFINITY) => {
    const steps = settleInSteps(app.store, TIMES, order(app), AT_ONCE)
    for (let ran = 0; ; ran++) {
      if (ran === most) return { ran, settled: null }
      const { done, value } = await steps.next()
      if (done) return { ran, settled: value }
      await value()
    }
  }
  const inOne = async (...later: MadeRun[]) => {
    const app = await begin()
    for (const one of later) await send(app, run(one))
    expect(await settleOne(app.store, TIMES, order(app))).toBe(true)
    return written(app)
  }
  const stateOf = async ({ store: { read } }: TestApp) =>
    (await read.selectFrom('execution').select('state').where('id', '=', ID).executeTakeFirstOrThrow()).state

  test('writes what one transaction writes, and shows the state with the last step', async () => {
    const app = await begin()
    const seen: string[] = []
    const steps = settleInSteps(app.store, TIMES, order(app), AT_ONCE)
    for (;;) {
      const { done, value } = await steps.next()
      if (done) break
      seen.push(await stateOf(app))
      await value()
    }
    expect(seen.length).toBeGreaterThan(5)
    expect(new Set(seen)).toEqual(new Set(['running']))
    expect(await stateOf(app)).toBe('failed')
    const rows = await written(app)
    expect(rows.changes.length).toBe(MANY)
    expect(rows).toEqual(await inOne())
  })

  testEnds('begins again after an end between any two steps, and doubles nothing', async (endsOf) => {
    const expected = await inOne()
    const { ran: last } = await settle(await begin())
    for (const ran of endsOf(last - 1)) {
      const app = await begin()
      expect(await settle(app, ran)).toEqual({ ran, settled: null })
      expect(await settle(app)).toMatchObject({ settled: true })
      const rows = await written(app)
      // Monitors are told of once, however often they are judged.
      expect(rows, `after ${ran} of ${last} steps`).toEqual(expected)
    }
  })

  testEnds(
    'grades other runs of its tree, and keeps failures that a re-run passed alone, in steps, too',
    async (endsOf) => {
      const tests = ['p', 'q', 'r', 's', 't', 'u']
      const those = (failing: string[]) =>
        tests.map((title) => (failing.includes(title) ? failed(title) : passed(title)))
      const code = { branch: 'main', tree: 'a'.repeat(40) }
      const beginPair = async () => {
        const app = await makeApp()
        await send(app, run({ build: 'a', code, results: those(['p', 'q']) }))
        await settleOne(app.store, TIMES, { ...order(app), executionId: 1 })
        await send(app, run({ build: 'b', code, results: those(['r', 's']) }))
        await send(app, run({ build: 'b', code, runAttempt: 2, results: [passed('r'), passed('s')] }))
        return app
      }
      const one = await beginPair()
      expect(await settleOne(one.store, TIMES, order(one))).toBe(true)
      const expected = await written(one)
      expect(expected.bad.map(({ flaws }) => flaws)).toEqual([5, 5, 5, 5])
      expect(expected.states[1]).toMatchObject({ failed: 2, flaky: 0 })
      const { ran: last } = await settle(await beginPair())
      for (const ran of endsOf(last)) {
        const app = await beginPair()
        await settle(app, ran)
        if (ran < last) expect(await settle(app)).toMatchObject({ settled: true })
        expect(await written(app), `after ${ran} of ${last} steps`).toEqual(expected)
      }
    },
  )

  testEnds('a late upload between any two steps is not lost, and settles with the rest', async (endsOf) => {
    const expected = await inOne(late)
    const { ran: last } = await settle(await begin())
    for (const ran of endsOf(last - 1)) {
      const app = await begin()
      const steps = settleInSteps(app.store, TIMES, order(app), AT_ONCE)
      let settled: boolean | null = null
      for (let at = 0; ; at++) {
        if (at === ran) await send(app, run(late))
        const { done, value } = await steps.next()
        if (done) {
          settled = value
          break
        }
        await value()
      }
      expect(settled).toBe(false)
      expect(await stateOf(app)).toBe('running')
      const left = await sql<{
        n: number
      }>`select count(*) as n from failure_run where execution_id = ${ID}`.execute(app.store.read)
      expect(Number(left.rows[0]?.n)).toBe(0)
      expect(await settle(app)).toMatchObject({ settled: true })
      const rows = await written(app)
      expect({ ...rows, clusters: rows.clusters.length }, `before step ${ran}`).toEqual({
        ...expected,
        clusters: expected.clusters.length,
      })
    }
  })
})

onBothDatabases('a mark of an abandoned settling', (makeApp) => {
  const abandon = async (made: MadeRun, ran = 4) => {
    const app = await makeApp()
    await send(app, run(made))
    const steps = settleInSteps(app.store, TIMES, { ...order(app), executionId: 1 }, AT_ONCE)
    for (let at = 0; at < ran; at++) {
      const { done, value } = await steps.next()
      if (!done) await value()
    }
    return { app, steps }
  }
  const finish = async (steps: ReturnType<typeof settleInSteps>) => {
    for (;;) {
      const { done, value } = await steps.next()
      if (done) return value
      await value()
    }
  }
  const again = (app: TestApp) => settleInSteps(app.store, TIMES, { ...order(app), executionId: 1 }, AT_ONCE)
  const read = async ({ store }: TestApp) => ({
    ...(await store.read
      .selectFrom('execution')
      .select(['state', 'settling', 'revision'])
      .executeTakeFirstOrThrow()),
    runs: (await store.read.selectFrom('failure_run').select('cluster_id').execute()).length,
    bad: (await store.read.selectFrom('bad_run').select('test_id').execute()).length,
  })

  /** As if the process had stopped for longer than its mark lasts. */
  const endMark = (app: TestApp) =>
    app.store.write((db) => db.updateTable('execution').set({ settling_until: 0 }).execute())

  test('is respected by another replica while its steps renew it, and names it', async () => {
    const { app, steps } = await abandon(first)
    const during = await read(app)
    expect(during).toMatchObject({ state: 'running', runs: MANY + 1 })
    app.advance(1)
    if (app.store.dialect === 'postgres') {
      expect(await finish(again(app))).toBe(false)
      expect(await settleOne(app.store, TIMES, { ...order(app), executionId: 1 })).toBe(false)
      expect(await read(app)).toEqual(during)
      const { data } = await app.get<{ id: string }[]>('/api/executions?project=shop')
      const answer = await app.post<object>(`/api/executions/${data[0]?.id}/settle`, {})
      expect(answer.data).toMatchObject({
        state: 'running',
        waitingFor: ['another server, which is settling it now'],
      })
      expect(await finish(steps)).toBe(true)
    } else {
      expect(await finish(again(app))).toBe(true)
      expect(await finish(steps)).toBe(false)
    }
    expect(await read(app)).toMatchObject({ state: 'failed', settling: 0 })
  })

  test('is taken over once it has ended', async () => {
    const { app, steps } = await abandon(first)
    app.advance(1)
    await endMark(app)
    expect(await finish(again(app))).toBe(true)
    expect(await finish(steps)).toBe(false)
    expect(await read(app)).toMatchObject({ state: 'failed', settling: 0, runs: MANY + 1 })
  })

  test('is taken back by the sweep, although the execution is not due', async () => {
    const sharded = { ...first, part: { job: 'one', shard: { index: 1, total: 2 } } }
    const { app } = await abandon(sharded, 5)
    app.advance(59_000)
    await app.sweep()
    expect(await read(app)).toMatchObject({ state: 'running', runs: MANY + 1 })
    await endMark(app)
    expect(await app.sweep()).toBe(0)
    expect(await read(app)).toMatchObject({ state: 'running', settling: 0, runs: 0, bad: 0 })
  })

  test('is renewed by each step', async () => {
    const { app, steps } = await abandon(first)
    for (let ends = 0; ; ends++) {
      await endMark(app)
      const { done, value } = await steps.next()
      if (done) {
        expect(ends).toBeGreaterThan(3)
        return
      }
      await value()
      const { state, settling_until } = await app.store.read
        .selectFrom('execution')
        .select(['state', 'settling_until'])
        .executeTakeFirstOrThrow()
      if (state === 'running') expect(settling_until).toBeGreaterThan(0)
    }
  })

  test('keeps its failures out of those of the project', async () => {
    const { app, steps } = await abandon(first)
    // The window ends before now.
    app.advance(1_000)
    const list = async () => (await app.get<{ fingerprint: string }[]>('/api/failures?project=shop')).data
    expect(await list()).toEqual([])
    const one = await app.store.read
      .selectFrom('failure_cluster')
      .select('fingerprint')
      .executeTakeFirstOrThrow()
    const get = () => app.get(`/api/failures/${one.fingerprint}?project=shop`)
    expect((await get()).status).toBe(404)
    expect(await finish(steps)).toBe(true)
    expect((await list()).length).toBe(MANY + 1)
    expect((await get()).status).toBe(200)
  })
})

onBothDatabases('a large run of one part', (makeApp) => {
  test('settles after its upload and not in its transaction, and the sender gets the state', async () => {
    const app = await makeApp()
    const many = Array.from({ length: 2_001 }, (_, i) => passed(`passes ${i}`))
    const local: MadeRun = { solitary: true, build: 'mine', results: [...many, failed('fails')] }
    const states: string[] = []
    const store: Store = {
      ...app.store,
      write: async (work) => {
        const done = await app.store.write(work)
        const rows = await app.store.read.selectFrom('execution').select('state').execute()
        states.push(...rows.map((row) => row.state))
        return done
      },
    }
    const ingest = processUploadsHere(store, TIMES)
    const { receipt } = await ingest.apply(uploadOf('journal', ndjson(run(local))))
    expect(receipt.execution.state).toBe('failed')
    expect(states[0]).toBe('running')
    expect(states.at(-1)).toBe('failed')
  })
})
