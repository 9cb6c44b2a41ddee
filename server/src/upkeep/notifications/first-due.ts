import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'

/** When the next attempt of a delivery is due, milliseconds since the epoch; undefined if no delivery waits. */
export async function firstDue({ read }: Store): Promise<number | undefined> {
  const row = await read
    .selectFrom('webhook_delivery')
    .select('next_at')
    .where('state', '=', sql.lit('waiting'))
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_at
}
