import { sql } from 'kysely'
import type { Context } from './context.ts'

/** Rows after a cursor of a list whose newest id is first. */
export function idBefore(ctx: Pick<Context, 'cursors'>, column: string, cursor: string) {
  const [before] = ctx.cursors.decode(cursor, ['number'])
  return sql<boolean>`${sql.ref(column)} < ${before}`
}

/** The cursor of a page, for which the caller has read one row more than fits. */
export function cursorAfter(
  ctx: Pick<Context, 'cursors'>,
  rows: { id: number }[],
  limit: number,
): string | null {
  const last = rows[limit - 1]
  return last && rows.length > limit ? ctx.cursors.encode([last.id]) : null
}
