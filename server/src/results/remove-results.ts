import type { Db } from '../store/portable.ts'
import { leaveOver } from './archive-results.ts'

/** Removes an execution's results and attempts permanently; its counts, parts and errors stay. */
export async function removeResults(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('execution')
    .set({ archived_at: null, results_removed_at: now })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('archive').where('execution_id', '=', id).execute()
  await leaveOver(db, id)
}
