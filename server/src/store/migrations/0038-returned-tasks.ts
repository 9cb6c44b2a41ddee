import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The agent that had a task before its assignee claimed it. Tasks that were claimed before stay with their assignee. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer } = columnTypes(dialect)
  await sql`alter table task add column claimed_from ${integer}`.execute(db)
}
