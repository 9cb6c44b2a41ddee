import type { Store } from '../../ground/store/open.ts'

/** When the first event that waits in the outbox happened, milliseconds since the epoch; undefined if none waits. */
export async function oldestEvent({ read }: Store): Promise<number | undefined> {
  const row = await read
    .selectFrom('outbox')
    .select('created_at')
    .where('dispatched_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
