import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'

/** When the running execution that is silent longest was last heard of, milliseconds since the epoch; undefined if none runs. */
export async function longestSilent({ read }: Store): Promise<number | undefined> {
  const row = await read
    .selectFrom('execution')
    .select('last_seen_at')
    .where('state', '=', sql.lit('running'))
    .orderBy('last_seen_at')
    .limit(1)
    .executeTakeFirst()
  return row?.last_seen_at
}
