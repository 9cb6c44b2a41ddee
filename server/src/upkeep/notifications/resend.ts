import type { notificationOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Wake } from '../../ground/kernel/wake.ts'
import { ROWS_AT_ONCE } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, forUpdate, isOneOf } from '../../ground/store/portable.ts'
import { isBacked } from '../../people/identity/grants.ts'
import { requireWholeOrganization } from '../../people/identity/whole-organization.ts'
import { findWebhook, ofLivingProject, type WebhookRow } from './read-webhooks.ts'

type Verbs = Handlers<typeof notificationOperations>

/** The number of deliveries that are due again. A waiting delivery becomes due at once. */
export const resendDeliveries =
  (wake: Wake): Verbs['resendDeliveries'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const { store, caller } = ctx
    const now = ctx.clock()
    const { delivery } = input
    const webhook = await findWebhook(store.read, caller, input.id)
    const hold = async (db: Db) => {
      // Locked, because disabling a webhook gives up its waiting deliveries.
      const held = db.selectFrom('webhook').select('id').where('id', '=', webhook.id)
      await held.$call(forUpdate(store.dialect)).execute()
      await requireSending(db, await findWebhook(db, caller, input.id))
      return webhook.id
    }
    const { organizationId } = caller
    const queued =
      delivery === undefined
        ? await resendFailed(store, { organizationId, now, hold })
        : await store.write(async (db) => {
            await hold(db)
            return resendOne(db, { webhookId: webhook.id, delivery, organizationId, now })
          })
    if (queued === 0 && delivery !== undefined)
      throw new Problem(
        'NOT_FOUND',
        'This webhook has no such delivery. The server keeps deliveries for 7 days after they end.',
      )
    if (queued > 0) wake.notify('deliveries', webhook.public_id)
    return { queued }
  }

interface Wanted {
  webhookId: number
  /** Public id. */
  delivery: string
  organizationId: number
  now: number
}

async function resendOne(db: Db, { webhookId, delivery, organizationId, now }: Wanted): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set((eb) => ({
      next_at: now,
      // A waiting delivery keeps the start of its day of attempts.
      attempts: eb.case().when('state', '=', 'waiting').then(eb.ref('attempts')).else(0).end(),
      created_at: eb.case().when('state', '=', 'waiting').then(eb.ref('created_at')).else(now).end(),
      state: 'waiting' as const,
      ended_at: null,
    }))
    .where('webhook_id', '=', webhookId)
    .where(ofLivingProject(organizationId))
    .where('public_id', '=', delivery.toLowerCase())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Throws CONFLICT if the webhook sends nothing now. */
async function requireSending(db: Db, webhook: WebhookRow): Promise<void> {
  if (webhook.disabled_at !== null)
    throw new Problem(
      'CONFLICT',
      `The webhook is off: ${webhook.disabled_because ?? 'it failed for too long.'} Turn it on first.`,
    )
  const backed = await db
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', webhook.id)
    .where(isBacked('webhook', 'webhook.organization_id', 'viewer'))
    .executeTakeFirst()
  if (!backed)
    throw new Problem(
      'CONFLICT',
      'The person or key that created the webhook has no access any more. Create the webhook again.',
    )
}

/**
 * Queues the failed deliveries of a webhook again, some in each transaction, and returns how many. Each transaction
 * begins with `hold`, which locks the webhook and returns its internal id, or throws.
 */
async function resendFailed(
  { write, dialect }: Pick<Store, 'write' | 'dialect'>,
  { organizationId, now, hold }: { organizationId: number; now: number; hold: (db: Db) => Promise<number> },
): Promise<number> {
  let queued = 0
  // One that fails again meanwhile waits for the next call.
  for (let after = 0; ; ) {
    const ids = await write(async (db) => {
      const some = await failedAfter(db, await hold(db), organizationId, after)
      if (some.length > 0)
        await db
          .updateTable('webhook_delivery')
          .set({ state: 'waiting', attempts: 0, created_at: now, next_at: now, ended_at: null })
          .where(isOneOf(dialect, 'id', some))
          .execute()
      return some
    })
    queued += ids.length
    if (ids.length < ROWS_AT_ONCE) return queued
    after = ids.at(-1) as number
  }
}

async function failedAfter(
  db: Db,
  webhookId: number,
  organizationId: number,
  after: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', webhookId)
    // A literal, so that SQLite recognizes the partial index.
    .where(sql<boolean>`state = 'failed'`)
    .where('event', '<>', 'test')
    .where(ofLivingProject(organizationId))
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}
