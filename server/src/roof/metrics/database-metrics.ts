import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Store } from '../../ground/store/open.ts'
import { storedBytes } from '../../results/artifacts/stored-bytes.ts'
import { firstDue } from '../../upkeep/notifications/first-due.ts'
import { oldestEvent } from '../../upkeep/notifications/oldest-event.ts'
import { longestSilent } from '../../uploads/settlement/longest-silent.ts'

/** A look at what waits is asked at most this often, however many collectors ask. */
const WAITING_KEPT_MS = 5_000
/** Collectors wait 10 s by default. */
const ANSWER_WITHIN_MS = 3_000
/** A sum over all files reads each of them. */
const SUM_KEPT_MS = 600_000

interface Parts {
  store: Store
  clock: Clock
  /** A silent execution settles after at most this. */
  settledAfterMs: number
}

/** How long things have been waiting in the database, and how much it holds. The same on each replica. */
export function describeDatabase(registry: Registry, { store, clock, settledAfterMs }: Parts): void {
  const registers = [registry]
  /** A gauge in seconds since the moment that `ask` reads; 0 if nothing waits, and no value if the database fails. */
  const age = (name: string, help: string, ask: () => Promise<number | undefined>) => {
    const since = keptFor(WAITING_KEPT_MS, clock, ask)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        await setTo(this, async () => {
          const moment = await since()
          return moment === undefined ? 0 : Math.max(0, clock() - moment) / 1_000
        })
      },
    })
  }
  age(
    'svc_outbox_oldest_seconds',
    'Age of the oldest event that waits in the outbox. Grows while no replica handles events.',
    () => oldestEvent(store),
  )
  age('svc_webhook_delivery_overdue_seconds', 'How long the delivery that is due first has been due.', () =>
    firstDue(store),
  )
  age(
    'svc_settling_lag_seconds',
    'How long the execution that is silent longest should have been over. Grows while no replica settles.',
    async () => {
      const seen = await longestSilent(store)
      return seen === undefined ? undefined : seen + settledAfterMs
    },
  )
  const bytes = keptFor(SUM_KEPT_MS, clock, () => storedBytes(store))
  new Gauge({
    name: 'svc_artifacts_stored_bytes',
    help: 'Bytes of all stored artifacts; equal files of an organization count once. Read at most every 10 minutes.',
    registers,
    async collect() {
      await setTo(this, bytes)
    },
  })
}

/** A collector must get all other values while the database is away. */
async function setTo(gauge: Gauge, read: () => Promise<number>): Promise<void> {
  // Without the time limit, a database that drops packets would cost the collector all values.
  const late = new AbortController()
  const value = await Promise.race([
    read().catch(() => null),
    sleep(ANSWER_WITHIN_MS, null, { signal: late.signal }).catch(() => null),
  ])
  late.abort()
  if (value === null) gauge.remove()
  else gauge.set(value)
}

/** Asks once for all callers, and again when the answer is older than `ms`. A failure is not kept. */
function keptFor<T>(ms: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = clock()
    if (kept && now - kept.at < ms) return kept.answer
    const asked = { at: now, answer: ask() }
    kept = asked
    asked.answer.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.answer
  }
}
