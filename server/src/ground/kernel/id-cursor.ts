import { type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from './context.ts'

type Cursors = Pick<Context, 'cursors'>

/** Reads a page of a list whose newest id is first; `column` is the id. */
export async function readPage<DB, TB extends keyof DB, Row extends { id: number }>(
  ctx: Cursors,
  list: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ page: Row[]; nextCursor: string | null }> {
  let query = list.orderBy(sql.ref(column), 'desc').limit(limit + 1)
  if (cursor !== undefined) {
    const [before] = ctx.cursors.decode(cursor, ['number'])
    query = query.where(sql<boolean>`${sql.ref(column)} < ${before}`)
  }
  const rows: Row[] = await query.execute()
  return { page: rows.slice(0, limit), nextCursor: cursorAfter(ctx, rows, limit) }
}

/** Rows after a cursor of a list that is ordered by a number and then by the id, both descending. */
export function isBehind(ctx: Cursors, [number, id]: [string, string], cursor: string) {
  const [lastNumber, lastId] = ctx.cursors.decode(cursor, ['number', 'number'])
  return sql<boolean>`(${sql.ref(number)}, ${sql.ref(id)}) < (cast(${lastNumber} as bigint), cast(${lastId} as bigint))`
}

/** The cursor of a page, for which the caller has read one row more than fits. */
export function cursorAfter(ctx: Cursors, rows: { id: number }[], limit: number): string | null {
  const last = rows[limit - 1]
  return last && rows.length > limit ? ctx.cursors.encode([last.id]) : null
}
