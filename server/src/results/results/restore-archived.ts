import { type Db, type Dialect, insertColumns } from '../../ground/store/portable.ts'
import type { LockedExecution } from '../executions/lock.ts'
import type { ArchiveBlock } from './archive/block.ts'
import { readBlock } from './archive/read-blocks.ts'
import { deleteSome } from './delete-some.ts'

/** A failure that is withdrawn takes as long as this many results that are put back. */
const RESULTS_A_ROW = 10

/**
 * Puts an archived execution's results and attempts back into their tables, before anything new joins them: about
 * `10 * rows` of them, or about `rows` rows that removed results left; returns true once nothing is left. Until then,
 * readers find the archive. A transaction that has done other work before (`isAlone` is false) unpacks nothing.
 * If retention has removed the results, the execution begins anew without them and says so in its warnings.
 */
export async function restoreArchived(
  db: Db,
  execution: LockedExecution,
  rows: number,
  isAlone: boolean,
): Promise<boolean> {
  const { id } = execution
  const { archived_at, results_removed_at, warnings } = await db
    .selectFrom('execution')
    .select(['archived_at', 'results_removed_at', 'warnings'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (archived_at !== null && !isAlone) return false
  const isMoved = archived_at !== null || results_removed_at !== null
  // A job would delete what is put back.
  if (isMoved) await db.deleteFrom('leftover').where('execution_id', '=', id).execute()
  if (archived_at !== null && (await restoreNext(db, execution, rows * RESULTS_A_ROW))) return false
  if (results_removed_at !== null)
    for (const table of ['attempt', 'result'] as const)
      if (!(await deleteSome(db, table, id, rows))) return false
  // Blocks of an unfinished archive are older than the rows that now arrive.
  await db.deleteFrom('archive').where('execution_id', '=', id).execute()
  if (!isMoved) return true
  const removed = results_removed_at === null ? null : withoutResults(warnings, results_removed_at)
  await db
    .updateTable('execution')
    .set({ archived_at: null, results_removed_at: null, ...removed })
    .where('id', '=', id)
    .execute()
  if (removed) Object.assign(execution, { passed: 0, failed: 0, flaky: 0, skipped: 0 })
  return true
}

/** Puts back about `most` results of the next block. Returns false if every block is back. */
async function restoreNext(db: Db, { id, dialect }: LockedExecution, most: number): Promise<boolean> {
  const next = await db
    .selectFrom('archive')
    .select(['number', 'restored'])
    .where('execution_id', '=', id)
    .whereRef('restored', '<', 'results')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  const block = next && (await readBlock(db, id, next.number))
  if (!next || !block) return false
  const piece = pieceOf(block, next.restored, most)
  const [first, last] = [piece.results[0]?.test_id ?? 0, piece.results.at(-1)?.test_id ?? 0]
  // What the job has not deleted yet.
  for (const table of ['result', 'attempt'] as const)
    await db
      .deleteFrom(table)
      .where('execution_id', '=', id)
      .where('test_id', '>=', first)
      .where('test_id', '<=', last)
      .execute()
  await insertBlock(db, dialect, id, piece)
  await db
    .updateTable('archive')
    .set({ restored: next.restored + piece.results.length })
    .where('execution_id', '=', id)
    .where('number', '=', next.number)
    .execute()
  return true
}

/** `most` results from a place on, with the rest of their last test and with their attempts. */
function pieceOf({ results, attempts }: ArchiveBlock, from: number, most: number): ArchiveBlock {
  let to = Math.min(results.length, from + most)
  while (to < results.length && results[to]?.test_id === results[to - 1]?.test_id) to++
  const own = results.slice(from, to)
  const [first, last] = [own[0]?.test_id ?? 0, own.at(-1)?.test_id ?? 0]
  return {
    results: own,
    attempts: attempts.filter(({ test_id }) => test_id >= first && test_id <= last),
  }
}

async function insertBlock(
  db: Db,
  dialect: Dialect,
  id: number,
  { results, attempts }: ArchiveBlock,
): Promise<void> {
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
