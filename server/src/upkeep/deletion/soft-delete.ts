import { sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { openTombstones } from './tombstones.ts'

/** Removes executions from every answer; a job removes their rows. The counts of their days stay, and when their failures began. */
export async function softDeleteExecutions(
  db: Db,
  dialect: Dialect,
  ids: number[],
  now: number,
): Promise<void> {
  const { projectId } = await openTombstones(db, now)
  await db
    .updateTable('execution')
    // Neither running nor settled: no search for work finds it.
    .set({
      project_id: projectId,
      build: sql<string>`public_id`,
      state: 'cancelled',
      settled_at: null,
      settling: 0,
    })
    .where(isOneOf(dialect, 'id', ids))
    .execute()
}
