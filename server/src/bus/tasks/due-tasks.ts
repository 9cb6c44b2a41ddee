import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../../store/portable.ts'
import type { Tables } from '../../store/tables.ts'
import { turnOf } from '../../store/turns.ts'
import { type DueRows, workInTurns } from '../../store/work-in-turns.ts'

/** Tasks per transaction. */
const BATCH = 100

/** Selects the tasks that are due. */
type DueTasks = SelectQueryBuilder<Tables, 'task', object>

/**
 * Works on due tasks, some in each transaction, in turns of their organizations. `order`: the column by which an index
 * has them. Returns how many tasks changed.
 */
export function workOnTasks(
  db: Db,
  due: DueTasks,
  order: 'id' | 'deadline' | 'updated_at',
  work: (ids: number[]) => Promise<number>,
): Promise<number> {
  const rows: DueRows = {
    oldest: (limit) => due.select('task.id').orderBy(`task.${order}`).limit(limit).execute(),
    inTurns: (limit) =>
      db
        .selectFrom(
          due
            .select('task.id')
            .select(turnOf('task.organization_id', `task.${order}`).as('turn'))
            .as('due'),
        )
        .select('id')
        .orderBy('turn')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
  return workInTurns(rows, { size: BATCH }, work)
}
