import { type Db, type Dialect, insertColumns, isOneOf } from '../../ground/store/portable.ts'

/** The number of texts in one query: each exists in memory several times meanwhile. */
const ASKED_AT_ONCE = 2_000

/** Ids of texts that a project stores once; creates new ones. */
export async function interned(
  db: Db,
  dialect: Dialect,
  table: 'file' | 'leg',
  column: 'path' | 'name',
  projectId: number,
  texts: string[],
): Promise<Map<string, number>> {
  const all = [...new Set(texts)].sort()
  const ids = new Map<string, number>()
  const resolve = async (wanted: string[]) => {
    if (wanted.length === 0) return
    const rows = await db
      .selectFrom(table as 'file')
      .select(['id', `${column as 'path'} as text`])
      .where('project_id', '=', projectId)
      .where(isOneOf(dialect, column, wanted))
      .execute()
    for (const row of rows) ids.set(row.text, row.id)
  }
  for (let index = 0; index < all.length; index += ASKED_AT_ONCE) {
    const wanted = all.slice(index, index + ASKED_AT_ONCE)
    await resolve(wanted)
    const fresh = wanted.filter((text) => !ids.has(text))
    if (fresh.length === 0) continue
    const columns = { project_id: fresh.map(() => projectId), [column]: fresh }
    await insertColumns(db, dialect, table, columns, 'on conflict do nothing')
    await resolve(fresh)
  }
  return ids
}
