import { sql } from 'kysely'
import type { TestApp } from './make-app.ts'

const TABLES = [
  'organization',
  'person',
  'member',
  'project',
  'api_key',
  'leg',
  'file',
  'test',
  'reason',
  'commit',
  'execution',
  'part',
  'part_error',
  'result',
  'attempt',
  'test_day',
  'leg_run',
  'ran_set',
  'bad_run',
  'test_monitor',
  'monitor_change',
  'monitor_setting',
  'rename',
  'outbox',
]

/** How many rows each table has: what was refused may not have changed one of them. */
export async function countRows({ store }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
      store.read,
    )
    counts[table] = Number(rows[0]?.n)
  }
  return counts
}
