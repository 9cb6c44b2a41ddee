import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../ground/store/portable.ts'
import { lockExecution } from '../../results/executions/lock.ts'
import { migratedPostgres } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'
import { failed, passed, settled } from '../../testing/upload.ts'
import { reopen, settle } from './settlement-rule.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
const FAILED = 600
/** Each row of the history is read a few times: counted down, found empty, removed. */
const MOST_READS = 20

/** The rows of its history that a transaction has read from tables and indexes. */
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
