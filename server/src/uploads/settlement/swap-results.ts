import { sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'

/** A test that failed in one part and passed alone in a later one. */
export interface Swap {
  testId: number
  failure: number
  pass: number
}

/**
 * Makes the failure of each of these tests the current result and its pass a superseded one, or the other way
 * round, as ingest left them: the pass is then flaky. Adapts the execution's counts and duration.
 */
export async function swapResults(
  db: Db,
  execution: LockedExecution,
  swaps: Swap[],
  current: 'failure' | 'pass',
): Promise<void> {
  if (swaps.length === 0) return
  const before = await sumOfDurations(db, execution, swaps)
  for (const [key, alike] of Map.groupBy(swaps, ({ failure, pass }) => `${failure}/${pass}`)) {
    const [failure, pass] = key.split('/').map(Number) as [number, number]
    const ids = alike.map((swap) => swap.testId)
    const set = (part: number, verdict: number, reason: ReturnType<typeof sql<number | null>>) =>
      db
        .updateTable('result')
        .set({ verdict, reason_id: reason })
        .where('execution_id', '=', execution.id)
        .where('part', '=', part)
        .where(ofTests(execution.dialect, ids))
        .execute()
    const own = sql<number | null>`reason_id`
    // A pass has the reason of the failure that makes it flaky.
    const ofFailure = sql<number | null>`(select failed.reason_id from result as failed
      where failed.execution_id = result.execution_id and failed.test_id = result.test_id
        and failed.part = ${sql.lit(failure)})`
    await set(failure, current === 'failure' ? VERDICT.failed : -VERDICT.failed, own)
    if (current === 'failure') await set(pass, -VERDICT.passed, sql<null>`null`)
    else await set(pass, VERDICT.flaky, ofFailure)
  }
  const by = current === 'failure' ? swaps.length : -swaps.length
  const longer = (await sumOfDurations(db, execution, swaps)) - before
  await db
    .updateTable('execution')
    .set({
      failed: sql<number>`failed + ${sql.lit(by)}`,
      flaky: sql<number>`flaky - ${sql.lit(by)}`,
      duration_us: sql<number>`duration_us + ${sql.lit(longer)}`,
    })
    .where('id', '=', execution.id)
    .execute()
  execution.failed += by
  execution.flaky -= by
}

/** Of the current results of these tests, microseconds. */
async function sumOfDurations(db: Db, { id, dialect }: LockedExecution, swaps: Swap[]): Promise<number> {
  const row = await db
    .selectFrom('result')
    .select((eb) => eb.fn.sum<number | null>('duration_us').as('sum'))
    .where('execution_id', '=', id)
    .where('verdict', '>', 0)
    .where(
      ofTests(
        dialect,
        swaps.map((swap) => swap.testId),
      ),
    )
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** Results of these tests. Without the range, Postgres reads all rows of an execution whose rows have just come. */
export function ofTests(dialect: Dialect, testIds: number[]) {
  let [first, last] = [testIds[0] ?? 0, testIds[0] ?? 0]
  for (const id of testIds) [first, last] = [Math.min(first, id), Math.max(last, id)]
  return sql<boolean>`(${isOneOf(dialect, 'test_id', testIds)}
    and test_id between ${sql.lit(first)} and ${sql.lit(last)})`
}
