import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'

/**
 * Reads rows of executions, and repeats the read if one of the executions was archived, restored or
 * changed meanwhile. `read` gets the archived ones with the time of their archiving: their rows in
 * `result` and `attempt` are obsolete.
 */
export async function readUnmoved<T>(
  store: Store,
  executionIds: number[],
  read: (archived: ReadonlyMap<number, number>) => Promise<T>,
): Promise<T> {
  for (;;) {
    const before = await readMarks(store, executionIds)
    const given = await read(before.archived)
    if ((await readMarks(store, executionIds)).mark === before.mark) return given
  }
}

async function readMarks(store: Store, executionIds: number[]) {
  const rows = await store.lookup
    .selectFrom('execution')
    .select(['id', 'revision', 'archived_at'])
    .where(isOneOf(store.dialect, 'id', executionIds))
    .orderBy('id')
    .execute()
  return {
    archived: new Map(
      rows.flatMap((row): [number, number][] =>
        row.archived_at === null ? [] : [[row.id, row.archived_at]],
      ),
    ),
    mark: rows.map((row) => `${row.id}/${row.revision}/${row.archived_at}`).join(),
  }
}
