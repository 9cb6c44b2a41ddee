import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../ground/store/portable.ts'
import type { Withdrawal } from '../../history/history/take-from-history.ts'
import { withdraw } from '../../history/history/withdraw.ts'
import { lockExecution } from '../../results/executions/lock.ts'
import { migratedPostgres } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'
import { failed, passed, run, send, settled } from '../../testing/upload.ts'
import { type RestoredPasses, restorePasses } from './restore-passes.ts'
import { settleOne } from './settle-one.ts'
import { reopen, settle } from './settlement-rule.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
const FAILED = 600
/** Each row of the history is read a few times: counted down, found empty, removed. */
const MOST_READS = 20

/** The rows of its history that a session has read from tables and indexes since its statistics were last reported. */
async function rowsRead(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as n from pg_stat_xact_user_tables
    where relname in ('test_day', 'bad_run', 'leg_run', 'failure_run', 'failure_cluster',
      'test_monitor', 'result', 'reason')`.execute(db)
  return Number(rows[0]?.n)
}

// The statistics are of the days before, as they are for minutes after a large upload.
test('Postgres reverts an execution, and settles it again, with rows read in proportion to its failed tests', async () => {
  const app = await makeApp({ address: await migratedPostgres() })
  const results = (count: number) =>
    Array.from({ length: count + 200 }, (_, at) =>
      at < count ? failed(`fails ${at}`, { message: `Reason ${at} is wrong` }) : passed(`passes ${at}`),
    )
  for (const suite of ['a', 'b', 'c']) await settled(app, { suite, results: results(150) })
  await sql`analyze`.execute(app.store.read)
  app.advance(2 * 86_400_000)
  await settled(app, { results: results(FAILED) })
  const { id } = await app.store.read
    .selectFrom('execution')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const read = await app.store.write(async (db) => {
    const execution = await lockExecution(db, app.store.dialect, id)
    expect(execution.counted).toBe(1)
    await reopen(db, execution)
    const reverted = await rowsRead(db)
    expect(await settle(db, execution, TIMES, app.clock(), 'requested')).toBe(true)
    return { reverted, settled: (await rowsRead(db)) - reverted }
  })
  expect(Math.max(read.reverted, read.settled)).toBeLessThan(MOST_READS * FAILED)
})

test('Postgres withdraws what a run proves with few rows read in each step but the first', async () => {
  const app = await makeApp({ address: await migratedPostgres() })
  const code = { branch: 'main', tree: 'a'.repeat(40) }
  const titles = Array.from({ length: 400 }, (_, at) => `${at}`)
  for (const build of ['a', 'b', 'c'])
    await settled(app, {
      build,
      code,
      results: [
        ...titles.slice(0, 30).map((title) => failed(title)),
        ...titles.slice(30).map((title) => passed(title)),
      ],
    })
  await settled(app, { build: 'd', code, results: titles.map((title) => passed(title)) })
  const rows = 20
  let withdrawal: Withdrawal = {}
  const reads: number[] = []
  for (let left = 0; left === 0; ) {
    const next = { ...withdrawal }
    left = await app.store.write(async (db) => {
      const before = await rowsRead(db)
      const withdrawn = await withdraw(db, await lockExecution(db, app.store.dialect, 4), rows, next)
      reads.push((await rowsRead(db)) - before)
      return withdrawn
    })
    withdrawal = next
  }
  expect(reads.length).toBeGreaterThan(4)
  expect(Math.max(...reads.slice(1))).toBeLessThan(MOST_READS * rows)
})

test('Postgres puts back the passes of a re-run with rows read in proportion to those of a step', async () => {
  const app = await makeApp({ address: await migratedPostgres() })
  await sql`analyze`.execute(app.store.read)
  const titles = Array.from({ length: 4_000 }, (_, at) => `${at}`)
  const failing = titles.filter((_, at) => at % 20 === 0)
  const results = titles.map((title, at) => (at % 20 === 0 ? failed(title) : passed(title)))
  await send(app, run({ build: 'b', results }))
  const again = failing.map((title) => passed(title))
  await send(app, run({ build: 'b', runAttempt: 2, results: again }))
  expect(
    await settleOne(app.store, TIMES, { executionId: 1, organizationId: 0, rule: 'over', now: app.clock() }),
  ).toBe(true)
  const { failed: kept } = await app.store.read
    .selectFrom('execution')
    .select('failed')
    .executeTakeFirstOrThrow()
  expect(kept).toBe(failing.length)
  const most = 20
  let restored: RestoredPasses = {}
  const reads: number[] = []
  for (let isOver = false; !isOver; ) {
    const next = { ...restored }
    isOver = await app.store.write(async (db) => {
      const execution = await lockExecution(db, app.store.dialect, 1)
      const before = await rowsRead(db)
      const done = await restorePasses(db, execution, most, next)
      reads.push((await rowsRead(db)) - before)
      return done
    })
    restored = next
  }
  expect(reads.length).toBe(failing.length / most + 1)
  // A statement that reads all results of the execution reads as many rows.
  expect(Math.max(...reads)).toBeLessThan(titles.length)
})
