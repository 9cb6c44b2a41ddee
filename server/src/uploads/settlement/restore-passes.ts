import { sql } from 'kysely'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { swapResults } from './swap-results.ts'

/**
 * Reverts what `findKept` found, at most `most` of it, and returns true once nothing is left: more results may show that the
 * re-run was not one of selected tests. Nothing else leaves a failure that is current beside a superseded pass of a later
 * attempt.
 */
export async function restorePasses(db: Db, execution: LockedExecution, most: number): Promise<boolean> {
  const { id, dialect } = execution
  if (execution.failed === 0) return true
  const parts = await db
    .selectFrom('part')
    .select(['number', 'leg_id', 'run_attempt'])
    .where('execution_id', '=', id)
    .execute()
  if (new Set(parts.map((part) => part.run_attempt)).size < 2) return true
  const rows = (verdict: number) =>
    db
      .selectFrom('result')
      .select(['test_id', 'part'])
      .where('execution_id', '=', id)
      .where('verdict', '=', sql.lit(verdict))
  const passes = await rows(-VERDICT.passed).execute()
  if (passes.length === 0) return true
  const failures = await rows(VERDICT.failed)
    .where(isOneOf(dialect, 'test_id', [...new Set(passes.map((row) => row.test_id))]))
    .execute()
  const partOf = new Map(parts.map((part) => [part.number, part]))
  const passesOf = Map.groupBy(passes, (row) => `${row.test_id}/${partOf.get(row.part)?.leg_id}`)
  const attemptOf = ({ part }: { part: number }) => partOf.get(part)?.run_attempt ?? 0
  const swaps = failures.flatMap((failure) => {
    // Ingest left the last of several passes as the current result.
    const last = (passesOf.get(`${failure.test_id}/${partOf.get(failure.part)?.leg_id}`) ?? [])
      .filter((pass) => attemptOf(pass) > attemptOf(failure))
      .reduce<{ part: number } | null>((a, b) => (a && attemptOf(a) > attemptOf(b) ? a : b), null)
    return last ? [{ testId: failure.test_id, failure: failure.part, pass: last.part }] : []
  })
  await swapResults(db, execution, swaps.slice(0, most), 'pass')
  return swaps.length <= most
}
