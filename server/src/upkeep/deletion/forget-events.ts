import { ROWS_AT_ONCE } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import { contains, isOneOf } from '../../ground/store/portable.ts'

type Forgetting = Pick<Store, 'read' | 'write' | 'dialect'>

/**
 * Removes an organization's events about this object, handled or not, and their webhook deliveries, which the server
 * would otherwise keep for a week. Call it after the commit, because it looks through all of them.
 */
export async function forgetEvents(
  store: Forgetting,
  organizationId: number,
  about: { executionId: string } | { project: string },
): Promise<void> {
  const { dialect } = store
  await deleteFound(store, 'outbox', (after) =>
    store.read
      .selectFrom('outbox')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where(contains(dialect, 'payload', JSON.stringify(about).slice(1, -1)))
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  // A deleted project sends no more; its rows go with it.
  if (!('executionId' in about)) return
  await deleteFound(store, 'webhook_delivery', (after) =>
    store.read
      .selectFrom('webhook_delivery')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'waiting')
      .where(contains(dialect, 'payload', about.executionId))
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
}

async function deleteFound(
  { write, dialect }: Forgetting,
  table: 'outbox' | 'webhook_delivery',
  find: (after: number) => Promise<{ id: number }[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const ids = (await find(after)).map(({ id }) => id)
    if (ids.length === 0) return
    await write((db) =>
      db
        .deleteFrom(table)
        .where(isOneOf(dialect, 'id', ids))
        .execute(),
    )
    if (ids.length < ROWS_AT_ONCE) return
    after = ids.at(-1) as number
  }
}
