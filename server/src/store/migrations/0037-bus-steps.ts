import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Jobs of the bus read the rows that are due, and the view of an agent's webhook its next retry. */
export async function up(db: Kysely<Tables>, _dialect: Dialect): Promise<void> {
  const statements = [
    sql`create index task_in_progress on task (updated_at) where status = 'in_progress'`,
    sql`create index webhook_delivery_retry on webhook_delivery (webhook_id, next_at)
      where state = 'waiting' and attempts > 0`,
  ]
  for (const statement of statements) await statement.execute(db)
}
