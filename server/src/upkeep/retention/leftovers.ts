import type { Store } from '../../ground/store/open.ts'
import { forUpdate } from '../../ground/store/portable.ts'
import { deleteSome } from '../../results/results/delete-some.ts'

/**
 * Deletes up to `rows` rows, and the rest of their last test, of archived, removed and deleted executions.
 * One short transaction; returns true while there is more to do.
 */
export async function deleteLeftovers(store: Store, rows: number): Promise<boolean> {
  const next = await store.read.selectFrom('leftover').select('execution_id').limit(1).executeTakeFirst()
  if (!next) return false
  const id = next.execution_id
  await store.write(async (db) => {
    const execution = await db
      .selectFrom('execution')
      .select(['archived_at', 'results_removed_at'])
      .where('id', '=', id)
      .$call(forUpdate(store.dialect))
      .executeTakeFirst()
    const isLeft = await db
      .selectFrom('leftover')
      .select('execution_id')
      .where('execution_id', '=', id)
      .executeTakeFirst()
    // Meanwhile its results are put back.
    if (!isLeft) return
    const isTruth = execution && execution.archived_at === null && execution.results_removed_at === null
    const isDone =
      isTruth || ((await deleteSome(db, 'attempt', id, rows)) && (await deleteSome(db, 'result', id, rows)))
    if (isDone) await db.deleteFrom('leftover').where('execution_id', '=', id).execute()
  })
  return true
}
