import { sql } from 'kysely'
import type { TestApp } from './make-app.ts'

/**
 * How many rows each table has: what was refused, or deleted, may not have left one of them changed. The table of refused
 * uploads records the refusal itself, and the counts of changes record every change.
 */
export async function countRows({ store }: Pick<TestApp, 'store'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await store.read.introspection.getTables()) {
    if (name === 'refused_upload' || name === 'change_count') continue
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
      store.read,
    )
    counts[name] = Number(rows[0]?.n)
  }
  return counts
}
