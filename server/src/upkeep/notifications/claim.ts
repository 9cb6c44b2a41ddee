import type { Store } from '../../ground/store/open.ts'
import { claimRows, type Db, hasEnded, isOneOf, leaseEnd } from '../../ground/store/portable.ts'
import type { ToSend } from './send.ts'

/** Longer than an attempt takes: an attempt without a record by then was interrupted, and is retried. */
export const LEASE_MS = 15_000

/** A delivery that this server has claimed. */
export interface Due extends ToSend {
  id: number
  webhookId: number
  attempts: number
  createdAt: number
  event: string
  /** The end of this attempt's claim of the webhook, which distinguishes it from later claims. */
  busyUntil: number
}

/**
 * Claims deliveries and their webhooks for this server, for the longest duration of an attempt. Uses the
 * database's clock, so that no other replica sends to a claimed webhook, regardless of its own clock.
 */
export async function claim(db: Db, { dialect }: Store, ids: number[], now: number): Promise<Due[]> {
  const free = await db
    .selectFrom('webhook')
    .select('id')
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_delivery')
        .select('webhook_id')
        .where(isOneOf(dialect, 'webhook_delivery.id', ids)),
    )
    .where('disabled_at', 'is', null)
    .where(hasEnded(dialect, 'busy_until', LEASE_MS))
    .modifyEnd(claimRows(dialect))
    .execute()
  if (free.length === 0) return []
  const rows = await db
    .updateTable('webhook_delivery')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: now + LEASE_MS }))
    .where(isOneOf(dialect, 'id', ids))
    .where(
      isOneOf(
        dialect,
        'webhook_id',
        free.map((webhook) => webhook.id),
      ),
    )
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .returning([
      'id',
      'public_id',
      'webhook_id',
      'organization_id',
      'payload',
      'attempts',
      'created_at',
      'event',
    ])
    .execute()
  if (rows.length === 0) return []
  const webhooks = await db
    .updateTable('webhook')
    .set({ busy_until: leaseEnd(dialect, LEASE_MS) })
    .where(
      isOneOf(
        dialect,
        'id',
        rows.map((row) => row.webhook_id),
      ),
    )
    .returning(['id', 'public_id', 'kind', 'address', 'secret', 'busy_until'])
    .execute()
  const webhookOf = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  return rows.flatMap((row): Due[] => {
    const webhook = webhookOf.get(row.webhook_id)
    if (!webhook) return []
    const { kind, address, secret, public_id, busy_until } = webhook
    return [
      {
        id: row.id,
        delivery: row.public_id,
        webhookId: row.webhook_id,
        organizationId: row.organization_id,
        webhook: public_id,
        payload: row.payload,
        attempts: row.attempts,
        createdAt: row.created_at,
        event: row.event,
        busyUntil: busy_until as number,
        ...{ kind, address, secret },
      },
    ]
  })
}

/** Allows other attempts of the webhook, unless the claim has expired and another replica has it. */
export const letGo = (db: Db, { webhookId, busyUntil }: Due) =>
  db
    .updateTable('webhook')
    .set({ busy_until: null })
    .where('id', '=', webhookId)
    .where('busy_until', '=', busyUntil)
    .execute()
