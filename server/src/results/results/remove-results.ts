import type { Db } from '../../ground/store/portable.ts'
import { leaveOver } from './archive-results.ts'

/**
 * Removes an execution's results, attempts, experiments, imports and their order by duration permanently; its counts,
 * parts and errors stay.
 */
export async function removeResults(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('execution')
    .set({ archived_at: null, results_removed_at: now })
    .where('id', '=', id)
    .execute()
  for (const table of ['archive', 'experiment', 'duration_page', 'import_graph'] as const)
    await db.deleteFrom(table).where('execution_id', '=', id).execute()
  await leaveOver(db, id)
}
