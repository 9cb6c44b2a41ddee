import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { forUpdate } from '../../ground/store/portable.ts'

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
    const isTruth = execution && execution.archived_at === null && execution.results_removed_at === null
    const isDone =
      isTruth || ((await deleteSome(db, 'attempt', id, rows)) && (await deleteSome(db, 'result', id, rows)))
    if (isDone) await db.deleteFrom('leftover').where('execution_id', '=', id).execute()
  })
  return true
}

/** True if nothing is left. */
async function deleteSome(db: Db, table: 'attempt' | 'result', id: number, rows: number): Promise<boolean> {
  const end = await db
    .selectFrom(table)
    .select('test_id')
    .where('execution_id', '=', id)
    .orderBy('test_id')
    .limit(1)
    .offset(rows - 1)
    .executeTakeFirst()
  await db
    .deleteFrom(table)
    .where('execution_id', '=', id)
    .$if(end !== undefined, (query) => query.where('test_id', '<=', end?.test_id as number))
    .execute()
  return end === undefined
}
