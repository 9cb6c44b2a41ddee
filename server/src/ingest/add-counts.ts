import { LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import type { LockedExecution } from '../executions/lock.ts'
import { Problem } from '../kernel/problem.ts'
import type { Db } from '../store/portable.ts'
import type { Tally } from './tally.ts'

/**
 * Adds a segment's results to the execution's counts and warnings. Throws PAYLOAD_TOO_LARGE beyond its limit
 * of results.
 */
export async function addCounts(
  db: Db,
  execution: LockedExecution,
  tally: Tally,
  warnings: string[],
): Promise<void> {
  const { passed, failed, flaky, skipped } = execution
  const total = passed + failed + flaky + skipped + tally.passed + tally.failed + tally.flaky + tally.skipped
  if (total > LIMITS.results)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `An execution holds at most ${LIMITS.results} results. Split it into suites (SVC_SUITE).`,
    )
  const row = await db
    .selectFrom('execution')
    .select('warnings')
    .where('id', '=', execution.id)
    .executeTakeFirstOrThrow()
  const all = [...new Set([...(JSON.parse(row.warnings) as string[]), ...warnings])].slice(0, LIMITS.warnings)
  await db
    .updateTable('execution')
    .set({
      passed: sql<number>`passed + ${tally.passed}`,
      failed: sql<number>`failed + ${tally.failed}`,
      flaky: sql<number>`flaky + ${tally.flaky}`,
      skipped: sql<number>`skipped + ${tally.skipped}`,
      duration_us: sql<number>`duration_us + ${tally.durationUs}`,
      warnings: JSON.stringify(all),
    })
    .where('id', '=', execution.id)
    .execute()
}
