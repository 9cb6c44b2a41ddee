import { type Db, type Dialect, insertColumns, isOneOf } from '../store/portable.ts'

/** Ids of texts that are stored once in a project, made where they are new. */
export async function interned(
  db: Db,
  dialect: Dialect,
  table: 'file' | 'leg',
  column: 'path' | 'name',
  projectId: number,
  texts: string[],
): Promise<Map<string, number>> {
  const wanted = [...new Set(texts)].sort()
  const ids = new Map<string, number>()
  const resolve = async () => {
    const rows = await db
      .selectFrom(table as 'file')
      .select(['id', `${column as 'path'} as text`])
      .where('project_id', '=', projectId)
      .where(isOneOf(dialect, column, wanted))
      .execute()
    for (const row of rows) ids.set(row.text, row.id)
  }
  await resolve()
  const fresh = wanted.filter((text) => !ids.has(text))
  if (fresh.length === 0) return ids
  const columns = { project_id: fresh.map(() => projectId), [column]: fresh }
  await insertColumns(db, dialect, table, columns, 'on conflict do nothing')
  await resolve()
  return ids
}
