import type { notificationOperations } from '@svc/schema'
import type { Selectable } from 'kysely'
import { newId } from '../../ground/kernel/id.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Log } from '../../ground/kernel/log.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso, isoOrNull } from '../../ground/kernel/time.ts'
import { readWebhookKey } from '../../ground/store/secret.ts'
import type { Tables } from '../../ground/store/tables.ts'
import { requireWholeOrganization } from '../../people/identity/whole-organization.ts'
import { LEASE_MS } from './claim.ts'
import type { Notice } from './notice.ts'
import { findWebhook } from './read-webhooks.ts'
import { record } from './record.ts'

type Verbs = Handlers<typeof notificationOperations>

export const listDeliveries: Verbs['listDeliveries'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const webhook = await findWebhook(ctx.store.read, ctx.caller, input.id)
  const query = ctx.store.read.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhook.id)
  const { page, nextCursor } = await readPage(ctx, query, 'id', input)
  return {
    items: page.map(describeDelivery),
    nextCursor,
  }
}

/** Sends a message that identifies itself as a test, even if the webhook is disabled. */
export const testWebhook =
  ({ allowPrivate, log }: { allowPrivate: boolean; log: Log }): Verbs['testWebhook'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const { store, caller, clock } = ctx
    const now = clock()
    const id = newId(now)
    const webhook = await findWebhook(store.read, caller, input.id)
    const notice: Notice = {
      event: 'test',
      at: iso(now),
      project: webhook.project,
      execution: null,
      tests: [],
      testCount: 0,
    }
    const payload = JSON.stringify(notice)
    const delivery = await store.write((db) =>
      db
        .insertInto('webhook_delivery')
        .values({
          public_id: id,
          webhook_id: webhook.id,
          organization_id: caller.organizationId,
          project_id: webhook.project_id,
          event: 'test',
          subject: `test ${id}`,
          payload,
          state: 'waiting',
          attempts: 1,
          next_at: now + LEASE_MS,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const { send } = await import('./send.ts')
    const { kind, address, secret } = webhook
    const answer = await send(
      {
        ...{ delivery: id, webhook: webhook.public_id, organizationId: caller.organizationId },
        ...{ payload, kind, address, secret },
      },
      { key: await readWebhookKey(store), allowPrivate, signal: new AbortController().signal, now },
    )
    const tried = { id: delivery.id, webhookId: webhook.id, attempts: 1, createdAt: now, event: 'test' }
    const row = await store.write(async (db) => {
      await record(db, tried, answer, { now: clock(), random: 0, log })
      return db.selectFrom('webhook_delivery').selectAll().where('id', '=', delivery.id).executeTakeFirst()
    })
    // Deleted with its webhook during the attempt.
    if (!row) await findWebhook(store.read, caller, input.id)
    return describeDelivery(row as Selectable<Tables['webhook_delivery']>)
  }

const describeDelivery = (row: Selectable<Tables['webhook_delivery']>) => ({
  id: row.public_id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  createdAt: iso(row.created_at),
  nextAttemptAt: row.state === 'waiting' ? iso(row.next_at) : null,
  endedAt: isoOrNull(row.ended_at),
  status: row.status,
  problem: row.problem,
})
