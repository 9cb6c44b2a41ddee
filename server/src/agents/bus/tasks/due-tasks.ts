import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../ground/store/portable.ts'
import { type DueRows, takeTurns, workInTurns } from '../../../ground/store/process-due-rows.ts'
import { turnOf } from '../../../ground/store/round-robin.ts'
import type { Tables } from '../../../ground/store/tables.ts'

/** A literal, so that SQLite recognizes the partial indexes. */
export const isOpen = sql<boolean>`task.status in ('pending', 'in_progress')`

/** The number of tasks in one transaction. */
const BATCH = 100

/** Selects the tasks that are due. */
type DueTasks = SelectQueryBuilder<Tables, 'task', object>

/**
 * Processes due tasks in batches, one transaction each, in turns of their organizations. `order` is
 * the column by which an index sorts them. Returns how many tasks changed.
 */
export function workOnTasks(
  db: Db,
  due: DueTasks,
  order: 'id' | 'deadline' | 'updated_at',
  work: (ids: number[]) => Promise<number>,
): Promise<number> {
  const rows: DueRows = {
    oldest: (limit) => due.select('task.id').orderBy(`task.${order}`).limit(limit).execute(),
    inTurns: (limit) => {
      const turn = turnOf('task.organization_id', `task.${order}`).as('turn')
      return takeTurns(db, due.select(['task.id', turn]), limit)
    },
  }
  return workInTurns(rows, { size: BATCH }, work)
}
