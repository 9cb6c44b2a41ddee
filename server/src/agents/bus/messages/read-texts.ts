import { sql } from 'kysely'
import { fitPage } from '../../../ground/kernel/fit-page.ts'
import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import type { MessageRow } from '../dependencies.ts'

/** The columns that a list selects before it reads texts: 200 messages may have 12 MiB. */
export const SIZED = ['id' as const, sql<number>`octet_length(payload)`.as('characters')] as const

/** The complete messages that fit into one page, in the same order. */
export async function readTexts(
  db: Db,
  dialect: Dialect,
  found: { id: number; characters: number }[],
): Promise<MessageRow[]> {
  const ids = fitPage(found, ({ characters }) => characters).map(({ id }) => id)
  const rows = await db
    .selectFrom('bus_message')
    .selectAll()
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // One may have been removed meanwhile.
  return ids.flatMap((id) => byId.get(id) ?? [])
}
