import type { Log } from '../../ground/kernel/log.ts'
import type { Db } from '../../ground/store/portable.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import type { Answer } from './post.ts'
import { FAILING_FOR_MS, TRIED_FOR_MS, waitAfter } from './retries.ts'

/** A delivery after an attempt. */
export interface Tried {
  id: number
  webhookId: number
  attempts: number
  createdAt: number
  /** A test delivery is not retried. */
  event: string
}

const GONE = 410

/**
 * Records the outcome of an attempt: accepted, retry, or given up. Disables a webhook that has failed for too
 * long; `endDeliveries` then gives up its other deliveries.
 */
export async function record(
  db: Db,
  { id, webhookId, attempts, createdAt, event }: Tried,
  { status, problem, retryAfterMs }: Answer,
  { now, random, log }: { now: number; random: number; log: Log },
): Promise<void> {
  const nextAt = now + Math.max(waitAfter(attempts, random), retryAfterMs)
  const isOver = problem === null || event === 'test' || nextAt > createdAt + TRIED_FOR_MS
  const noted = await db
    .updateTable('webhook_delivery')
    .set({
      status,
      problem,
      ...(isOver
        ? { state: problem === null ? ('delivered' as const) : ('failed' as const), ended_at: now }
        : { next_at: nextAt }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    // A late failure says nothing about another replica's current attempt.
    .$if(problem !== null, (query) => query.where('attempts', '=', attempts))
    .executeTakeFirst()
  if (problem !== null && noted.numUpdatedRows === 0n) return
  const webhook = await db
    .selectFrom('webhook')
    .select(['failing_since', 'disabled_at'])
    .where('id', '=', webhookId)
    .executeTakeFirst()
  if (!webhook) return
  if (problem === null) {
    if (webhook.failing_since !== null) await setFailing(db, webhookId, null)
    return
  }
  // A person who tests an address sees the outcome in the answer.
  if (event === 'test' || webhook.disabled_at !== null) return
  const since = webhook.failing_since ?? now
  if (status === GONE)
    await disable(db, webhookId, 'It answered 410: it accepts no more messages.', { now, log })
  else if (now - since >= FAILING_FOR_MS)
    await disable(
      db,
      webhookId,
      `No delivery has succeeded since ${new Date(since).toISOString()}. ${problem}`,
      {
        now,
        log,
      },
    )
  if (webhook.failing_since === null) await setFailing(db, webhookId, now)
}

const setFailing = (db: Db, id: number, since: number | null) =>
  db.updateTable('webhook').set({ failing_since: since }).where('id', '=', id).execute()

async function disable(db: Db, id: number, because: string, { now, log }: { now: number; log: Log }) {
  const webhook = await db
    .updateTable('webhook')
    .set({ disabled_at: now, disabled_because: because })
    .where('id', '=', id)
    .returning(['public_id', 'name', 'organization_id'])
    .executeTakeFirstOrThrow()
  await recordAudit(db, { organizationId: webhook.organization_id, personId: null, apiKeyId: null }, now, {
    action: 'webhook.disabled',
    target: { kind: 'webhook', id: webhook.public_id, name: webhook.name },
    detail: { because },
  })
  log({ level: 'warn', event: 'webhook disabled', webhook: webhook.public_id, because })
}
