import type { notificationOperations } from '@svc/schema'
import { isBacked } from '../identity/credential-owner.ts'
import { requireWholeOrganization } from '../identity/whole-organization.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { Problem } from '../kernel/problem.ts'
import type { Wake } from '../kernel/wake.ts'
import { type Db, forUpdate } from '../store/portable.ts'
import { findWebhook, type WebhookRow } from './read-webhooks.ts'

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
    const queued = await store.write(async (db) => {
      // Locked, because disabling a webhook gives up its waiting deliveries.
      const held = db.selectFrom('webhook').select('id').where('id', '=', webhook.id)
      await held.$call(forUpdate(store.dialect)).execute()
      await requireSending(db, await findWebhook(db, caller, input.id))
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
        .where('webhook_id', '=', webhook.id)
        // A deleted project's messages are never sent.
        .where((eb) =>
          eb.or([
            eb('project_id', 'is', null),
            eb('project_id', 'in', (query) =>
              query.selectFrom('project').select('id').where('organization_id', '=', caller.organizationId),
            ),
          ]),
        )
        .$if(delivery === undefined, (query) =>
          query.where('state', '=', 'failed').where('event', '<>', 'test'),
        )
        .$if(delivery !== undefined, (query) =>
          query.where('public_id', '=', (delivery as string).toLowerCase()),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    })
    if (queued === 0 && delivery !== undefined)
      throw new Problem(
        'NOT_FOUND',
        'This webhook has no such delivery. The server keeps deliveries for 7 days after they end.',
      )
    if (queued > 0) wake.notify('deliveries', webhook.public_id)
    return { queued }
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
