import { recordAudit } from '../identity/audit.ts'
import type { Log } from '../kernel/log.ts'
import type { Db } from '../store/portable.ts'
import type { Answer } from './post.ts'
import { FAILING_FOR_MS, TRIED_FOR_MS, waitAfter } from './retries.ts'

/** A delivery that was tried. */
export interface Tried {
  id: number
  webhookId: number
  attempts: number
  createdAt: number
  /** One for a test is not tried again. */
  event: string
}

const GONE = 410

/** Writes down how an attempt went: taken, to be tried again, or given up. Disables a webhook that takes nothing any more. */
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
    // A failure that comes late says nothing of the attempt that another replica makes by now.
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
  // Whoever tries out an address learns how that went from the answer.
  if (event === 'test' || webhook.disabled_at !== null) return
  const since = webhook.failing_since ?? now
  if (status === GONE) await disable(db, webhookId, 'It answered 410: it wants no more.', { now, log })
  else if (now - since >= FAILING_FOR_MS)
    await disable(db, webhookId, `It took nothing since ${new Date(since).toISOString()}. ${problem}`, {
      now,
      log,
    })
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
  await giveUp(db, id, now, 'The webhook was disabled.')
  await recordAudit(db, { organizationId: webhook.organization_id, personId: null, apiKeyId: null }, now, {
    action: 'webhook.disabled',
    target: { kind: 'webhook', id: webhook.public_id, name: webhook.name },
    detail: { because },
  })
  log({ level: 'warn', event: 'webhook disabled', webhook: webhook.public_id, because })
}

/** Ends what a webhook is still to be sent. */
export const giveUp = (db: Db, webhookId: number, now: number, problem: string) =>
  db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', ended_at: now, problem })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
