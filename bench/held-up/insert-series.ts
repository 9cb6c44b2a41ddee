import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/src/ground/store/portable.ts'
import type { Tables } from '../../server/src/ground/store/tables.ts'

/** The number of the row, from 1. */
export const I = sql<number>`i`

/** Public id number `i` of a kind, which is a hex digit; `from` is added to the number. */
export const idOf = (kind: number | string, from = 0) =>
  sql<string>`${sql.lit(`0190000${kind}-0000-7000-8000-`)} || substr(cast(${sql.lit(1e12 + from)} + i as text), 2)`

/** The same for one number, in the caller. */
export const publicId = (kind: number | string, i: number): string =>
  `0190000${kind}-0000-7000-8000-${String(1e12 + i).slice(1)}`

/** The text followed by the number of the row. */
export const numbered = (text: string) => sql<string>`${sql.lit(text)} || cast(i as text)`

/** The number of the row, from another start. */
export const plus = (from: number) => sql<number>`${sql.lit(from)} + i`

/** Texts of one length that differ by their last digits. */
export const endingIn = (text: string) =>
  sql<string>`cast(${text} as text) || substr(cast(1000000 + i as text), 2)`

/** A long text; a constant in a statement would be parsed for each. */
export const long = (text: string) => sql<string>`cast(${text} as text)`

/** Inserts rows that differ by their number, in one statement. */
export async function insertSeries<T extends keyof Tables & string>(
  db: Db,
  table: T,
  count: number,
  columns: Partial<Record<keyof Tables[T] & string, RawBuilder<unknown> | number | string | null>>,
): Promise<void> {
  const names = Object.keys(columns).map((name) => sql.id(name))
  const values = Object.values(columns).map((value) =>
    value !== null && typeof value === 'object' ? value : sql.lit(value as number | string | null),
  )
  await sql`insert into ${sql.table(table)} (${sql.join(names)})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select ${sql.join(values)} from n`.execute(db)
}
