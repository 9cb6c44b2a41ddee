import { type Db, insertColumns } from '../../ground/store/portable.ts'
import type { LockedExecution } from '../executions/lock.ts'
import { readAllBlocks } from './archive/read-blocks.ts'

/**
 * Puts an archived execution's results and attempts back into their tables, before anything new joins them.
 * If retention has removed them, the execution begins anew without them and says so in its warnings.
 */
export async function restoreArchived(db: Db, execution: LockedExecution): Promise<void> {
  const { id, dialect } = execution
  const { archived_at, results_removed_at, warnings } = await db
    .selectFrom('execution')
    .select(['archived_at', 'results_removed_at', 'warnings'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isMoved = archived_at !== null || results_removed_at !== null
  const { results, attempts } =
    archived_at === null ? { results: [], attempts: [] } : await readAllBlocks(db, id)
  // Blocks of an unfinished archive are older than the rows that now arrive.
  await db.deleteFrom('archive').where('execution_id', '=', id).execute()
  if (!isMoved) return
  for (const table of ['result', 'attempt', 'leftover'] as const)
    await db.deleteFrom(table).where('execution_id', '=', id).execute()
  await insertColumns(db, dialect, 'result', {
    execution_id: id,
    test_id: results.map((row) => row.test_id),
    part: results.map((row) => row.part),
    verdict: results.map((row) => row.verdict),
    start_ms: results.map((row) => row.start_ms),
    duration_us: results.map((row) => row.duration_us),
    reason_id: results.map((row) => row.reason_id),
  })
  await insertColumns(db, dialect, 'attempt', {
    execution_id: id,
    test_id: attempts.map((row) => row.test_id),
    part: attempts.map((row) => row.part),
    entry: attempts.map((row) => row.entry),
    repeat: attempts.map((row) => row.repeat),
    status: attempts.map((row) => row.status),
    start_ms: attempts.map((row) => row.start_ms),
    duration_us: attempts.map((row) => row.duration_us),
    reasons: attempts.map((row) => row.reasons),
    detail: attempts.map((row) => row.detail),
  })
  const removed = results_removed_at === null ? null : withoutResults(warnings, results_removed_at)
  await db
    .updateTable('execution')
    .set({ archived_at: null, results_removed_at: null, ...removed })
    .where('id', '=', id)
    .execute()
  if (removed) Object.assign(execution, { passed: 0, failed: 0, flaky: 0, skipped: 0 })
}

/** Counts describe the results that exist. */
function withoutResults(warnings: string, removedAt: number) {
  const day = new Date(removedAt).toISOString().slice(0, 10)
  const warning = `Retention removed the results of this run on ${day}. Only later results remain.`
  return {
    passed: 0,
    failed: 0,
    flaky: 0,
    skipped: 0,
    duration_us: 0,
    warnings: JSON.stringify([...(JSON.parse(warnings) as string[]), warning]),
  }
}
