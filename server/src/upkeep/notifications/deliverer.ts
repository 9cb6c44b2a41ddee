import type { Clock } from '../../ground/kernel/clock.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { deleteInSteps } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { readWebhookKey } from '../../ground/store/secret.ts'
import { claim, type Due, letGo } from './claim.ts'
import { endDeliveries } from './end-deliveries.ts'
import { type Begun, nextDue } from './next-due.ts'
import { record } from './record.ts'

/** Concurrent attempts, one per webhook: a slow receiver delays no other. */
const AT_ONCE = 64
const KEPT_MS = 7 * 86_400_000
const TIDY_EVERY_MS = 60_000
/** The time limit for attempts when the server stops. */
const LAST_MS = 2_000

export interface DelivererParts {
  store: Store
  clock: Clock
  log: Log
  allowPrivate: boolean
  /** Records an error; returns true if it was logged. */
  isKnown?: (error: unknown, doing: string) => boolean
  /** Called when an attempt is over: the next one of its webhook may be due. */
  ended?: () => void
  /** From 0 to 1. */
  random?: () => number
}

/** A background worker that sends due deliveries. */
export interface Deliverer {
  /** Starts due deliveries and returns; call it every second or so. */
  tick(): Promise<void>
  /** Waits for the attempts under way. */
  idle(): Promise<void>
  /** Aborts the attempts under way; the next server retries those without an answer. */
  stop(): Promise<void>
}

export function makeDeliverer({
  store,
  clock,
  log,
  allowPrivate,
  isKnown = () => false,
  ended = () => {},
  random = Math.random,
}: DelivererParts): Deliverer {
  /** Attempts by webhook. */
  const underWay = new Map<number, { organizationId: number; attempted: Promise<void> }>()
  const stopping = new AbortController()
  let tidiedAt = 0
  let key: Promise<string> | null = null

  const attempt = async (due: Due): Promise<void> => {
    key ??= readWebhookKey(store).catch((error: unknown) => {
      // Otherwise one database outage would stop deliveries permanently.
      key = null
      throw error
    })
    // Loaded on demand, because most servers send nothing.
    const { send } = await import('./send.ts')
    const options = { key: await key, allowPrivate, signal: stopping.signal, now: clock() }
    const answer = await send(due, options).catch((error: unknown) => {
      log({ level: 'error', event: 'delivery failed', delivery: due.delivery, error: describeError(error) })
      return {
        status: null,
        problem: 'This server could not send it; its log contains the reason.',
        retryAfterMs: 0,
      }
    })
    const isCut = stopping.signal.aborted && answer.status === null
    await store.write(async (db) => {
      if (!isCut) await record(db, due, answer, { now: clock(), random: random(), log })
      await letGo(db, due)
    })
  }

  /** Starts attempts and adds them to those of this tick. Returns false if there were none to start. */
  const take = async (begun: Begun): Promise<boolean> => {
    const now = clock()
    const ids = await nextDue(store, begun, now, AT_ONCE - underWay.size)
    if (ids.length === 0) return false
    const claimed = await store.write((db) => claim(db, store, ids, now))
    for (const due of claimed) {
      const attempted = attempt(due)
        .catch((error: unknown) => {
          if (isKnown(error, 'delivery to a webhook')) return
          log({
            level: 'error',
            event: 'delivery failed',
            delivery: due.delivery,
            error: describeError(error),
          })
        })
        .finally(() => {
          underWay.delete(due.webhookId)
          ended()
        })
      underWay.set(due.webhookId, { organizationId: due.organizationId, attempted })
      begun.set(due.webhookId, due)
    }
    return claimed.length > 0
  }

  const idle = async () => {
    await Promise.all([...underWay.values()].map(({ attempted }) => attempted))
  }

  return {
    idle,
    async tick() {
      const begun: Begun = new Map(underWay)
      // An organization with thousands of deliveries hides those of others until it has had its
      // share.
      while (underWay.size < AT_ONCE && begun.size < 2 * AT_ONCE && (await take(begun)));
      if (clock() - tidiedAt < TIDY_EVERY_MS) return
      tidiedAt = clock()
      await forget(store, tidiedAt - KEPT_MS)
      await endDeliveries(store, tidiedAt)
    },
    async stop() {
      const cut = setTimeout(() => stopping.abort(), LAST_MS)
      await idle()
      clearTimeout(cut)
    },
  }
}

/** Deletes deliveries that ended before that time; costs one look-up if there are none. */
async function forget(store: Store, before: number): Promise<void> {
  const old = (db: Db) => db.selectFrom('webhook_delivery').select('id').where('ended_at', '<', before)
  if (!(await old(store.read).limit(1).executeTakeFirst())) return
  await deleteInSteps(store, (db, limit) =>
    db.deleteFrom('webhook_delivery').where('id', 'in', old(db).limit(limit)).executeTakeFirst(),
  )
}
