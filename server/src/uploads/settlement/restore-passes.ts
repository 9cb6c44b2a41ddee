import { sql } from 'kysely'
import type { Db } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { ofTests, swapResults } from './swap-results.ts'

/** The last failure that a process has examined. */
export interface RestoredPasses {
  examined?: { test_id: number; part: number }
}

/**
 * Reverts what `findKept` found among the next `most` failures, and returns true once nothing is left: more results may
 * show that the re-run was not one of selected tests. Nothing else leaves a failure that is current beside a superseded
 * pass of a later attempt.
 */
export async function restorePasses(
  db: Db,
  execution: LockedExecution,
  most: number,
  restored: RestoredPasses,
): Promise<boolean> {
  const { id, dialect } = execution
  const { examined } = restored
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
  const failures = await rows(VERDICT.failed)
    .$if(examined !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('test_id', 'part'), '>', eb.tuple(examined?.test_id ?? 0, examined?.part ?? 0)),
      ),
    )
    .orderBy('test_id')
    .orderBy('part')
    .limit(most)
    .execute()
  const passes = await rows(-VERDICT.passed)
    .where(
      ofTests(
        dialect,
        failures.map((row) => row.test_id),
      ),
    )
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
  await swapResults(db, execution, swaps, 'pass')
  const last = failures.at(-1)
  if (last) restored.examined = last
  return failures.length < most
}
