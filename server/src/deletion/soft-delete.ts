import { sql } from 'kysely'
import { forgetFailures } from '../failures/record-failures.ts'
import { type Db, type Dialect, isOneOf } from '../store/portable.ts'
import { openTombstones } from './tombstones.ts'

/** Removes executions from every answer; a job removes their rows. The counts of their days stay. */
export async function softDeleteExecutions(
  db: Db,
  dialect: Dialect,
  ids: number[],
  now: number,
): Promise<void> {
  const { projectId } = await openTombstones(db, now)
  for (const id of ids) await forgetFailures(db, id)
  await db
    .updateTable('execution')
    // Neither running nor settled: no search for work finds it.
    .set({
      project_id: projectId,
      build: sql<string>`public_id`,
      state: 'cancelled',
      settled_at: null,
    })
    .where(isOneOf(dialect, 'id', ids))
    .execute()
}
