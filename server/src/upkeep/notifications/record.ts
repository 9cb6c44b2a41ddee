import type { Log } from '../../ground/kernel/log.ts'
import type { Db } from '../../ground/store/portable.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import type { Due } from './claim.ts'
import type { Answer } from './post.ts'

/** The wait after the first attempt, milliseconds; each further one is four times as long. */
const FIRST_MS = 10_000
const LONGEST_MS = 4 * 3_600_000
/** The jitter of a wait in either direction, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.25
/** A delivery of this age has failed, milliseconds. */
const TRIED_FOR_MS = 24 * 3_600_000
/** A webhook without a success for this long is disabled, milliseconds. */
const FAILING_FOR_MS = 3 * 24 * 3_600_000

/** A delivery after an attempt. */
export type Tried = Pick<Due, 'id' | 'webhookId' | 'attempts' | 'createdAt' | 'event'>

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

/** Milliseconds until the next attempt after `attempts`; `random` is from 0 to 1. */
const waitAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(FIRST_MS * 4 ** (attempts - 1), LONGEST_MS) * (1 + JITTER * (2 * random - 1)))
