import { CompiledQuery, sql } from 'kysely'
import type { TestApp } from './make-app.ts'

/**
 * Each statement with the way the database would take. With so few rows Postgres would rather read a table whole;
 * forbidden to, it shows whether an index fits.
 */
export function plansOf(
  { store }: Pick<TestApp, 'store'>,
  statements: CompiledQuery[],
): Promise<[statement: string, plan: string][]> {
  const explain = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
  return store.write(async (db) => {
    if (store.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
    const plans: [string, string][] = []
    for (const { sql: text, parameters } of statements) {
      const { rows } = await db.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
        CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
      )
      plans.push([text, rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')])
    }
    return plans
  })
}
