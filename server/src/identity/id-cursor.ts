import { sql } from 'kysely'
import { decodeCursor, encodeCursor } from '../kernel/cursor.ts'

/** Rows after a cursor of a list whose newest id comes first. Any whole number is taken: ids are 32 bits, cursors are not. */
export function idBefore(column: string, cursor: string) {
  const [before] = decodeCursor(cursor, ['number'])
  return sql<boolean>`${sql.ref(column)} < cast(${before} as bigint)`
}

/** The cursor of a page, of which one row more than fits was read. */
export function cursorAfter(rows: { id: number }[], limit: number): string | null {
  const last = rows[limit - 1]
  return last && rows.length > limit ? encodeCursor([last.id]) : null
}
