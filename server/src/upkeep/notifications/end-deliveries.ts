import { sql } from 'kysely'
import { deleteInSteps, ROWS_AT_ONCE } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, forUpdate } from '../../ground/store/portable.ts'

/** Deletes the deliveries of deleted webhooks, and gives up those of disabled ones, in steps. */
export async function endDeliveries(store: Store, now: number): Promise<void> {
  await forgetDeliveries(store)
  const disabled = await store.read
    .selectFrom('webhook')
    .select('id')
    .where('disabled_at', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_delivery')
          .select('webhook_delivery.id')
          .whereRef('webhook_id', '=', 'webhook.id')
          .where(sql<boolean>`webhook_delivery.state = 'waiting'`),
      ),
    )
    .execute()
  for (const { id } of disabled) await giveUp(store, id, now)
}

/** Deletes deleted webhooks with their deliveries. */
export async function forgetDeliveries(store: Pick<Store, 'read' | 'write'>): Promise<void> {
  for (;;) {
    const next = await store.read
      .selectFrom('webhook')
      .select('id')
      .where('deleted_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    const { id } = next
    await deleteInSteps(store, (db, limit) =>
      db
        .deleteFrom('webhook_delivery')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('webhook_delivery as some')
            .select('some.id')
            .where('some.webhook_id', '=', id)
            .limit(limit),
        )
        .executeTakeFirst(),
    )
    await store.write(async (db) => {
      // An event may have added one meanwhile.
      await db.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
      await db.deleteFrom('webhook').where('id', '=', id).execute()
    })
  }
}

/** Gives up what a webhook has yet to send, unless somebody turns it on meanwhile. */
export async function giveUp(
  store: Pick<Store, 'write' | 'dialect'>,
  id: number,
  now: number,
): Promise<void> {
  while ((await store.write((db) => giveUpSome(db, store, id, now))) === ROWS_AT_ONCE);
}

async function giveUpSome(
  db: Db,
  { dialect }: Pick<Store, 'dialect'>,
  id: number,
  now: number,
): Promise<number> {
  const webhook = await db
    .selectFrom('webhook')
    .select('disabled_at')
    .where('id', '=', id)
    .$call(forUpdate(dialect))
    .executeTakeFirst()
  if (!webhook || webhook.disabled_at === null) return 0
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', ended_at: now, problem: 'The webhook is off.' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery as some')
        .select('some.id')
        .where('some.webhook_id', '=', id)
        // A literal, so that SQLite recognizes the partial index.
        .where(sql<boolean>`${sql.ref('some.state')} = 'waiting'`)
        .orderBy('some.id')
        .limit(ROWS_AT_ONCE),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
