import type { Store } from '../store/open.ts'
import { claimRows, type Db, hasEnded, isOneOf, leaseEnd } from '../store/portable.ts'
import { describeError, type Log } from './log.ts'

/** Something that happened, as it stands in the outbox. */
export interface Event {
  id: number
  organizationId: number
  kind: string
  payload: Record<string, unknown>
  /** Milliseconds since the epoch. */
  at: number
}

/** What is done about events of one kind. It may be called twice for one event: a kill can come in between. */
export interface Subscription {
  /** Names what is owed after a failure; without spaces. */
  name: string
  kind: string
  handle(event: Event): Promise<void> | void
}

/**
 * Makes ready what is to be written together with the note that events were told; then writes it for those that
 * this server still has the claim of.
 */
export type Queue = (
  events: Event[],
) => Promise<(db: Db, told: ReadonlySet<number>, now: number) => Promise<void>>

export interface Dispatching {
  subscriptions: Subscription[]
  queue?: Queue | undefined
  log: Log
}
type Finishing = Pick<Dispatching, 'queue' | 'log'>

/** The queue among the subscribers. */
const QUEUE = 'queue'
const BATCH = 200
const KEPT_MS = 7 * 86_400_000
/** What a replica that is gone had claimed is handled by another after this long. */
const CLAIM_MS = 15_000
const MOST_TRIES = 8
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 10 * 60_000

/**
 * Claims waiting events, oldest first, hands them to their subscribers, and forgets those of last week. Returns how many
 * it claimed. A subscriber that fails is asked again, alone and later each time; after 8 tries, some half an hour, the log
 * says that it was given up. Events behind do not wait for it.
 */
export async function dispatchEvents(store: Store, dispatching: Dispatching, now: number): Promise<number> {
  const batch = await claim(store)
  if (batch.length === 0) return 0
  const outcomes: Outcome[] = []
  for (const claimed of batch)
    outcomes.push({ claimed, failures: await handle(claimed, dispatching.subscriptions) })
  try {
    await finish(store, dispatching, outcomes, now)
  } catch {
    // One event may be at fault for all: each alone. A database that is away fails these too, and counts for no event.
    for (const outcome of outcomes) await finishAlone(store, dispatching, outcome, now)
  }
  return batch.length
}

interface Claimed extends Event {
  /** The claim's end, which tells it from later claims. */
  until: number
  attempts: number
  /** Names of the subscribers to ask; null for all. */
  owed: Set<string> | null
}

interface Outcome {
  claimed: Claimed
  failures: Failure[]
}

interface Failure {
  subscriber: string
  error: unknown
}

/** Takes events for this server. The claim ends by itself if the server does. */
async function claim({ read, write, dialect }: Store): Promise<Claimed[]> {
  const isFree = hasEnded(dialect, 'claimed_until', LONGEST_WAIT_MS)
  const waiting = await read
    .selectFrom('outbox')
    .select('id')
    .where('dispatched_at', 'is', null)
    .where(isFree)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) return []
  const rows = await write((db) =>
    db
      .updateTable('outbox')
      .set({ claimed_until: leaseEnd(dialect, CLAIM_MS) })
      .where('id', 'in', (query) =>
        query
          .selectFrom('outbox')
          .select('id')
          .where('dispatched_at', 'is', null)
          .where(isFree)
          .orderBy('id')
          .limit(BATCH)
          .modifyEnd(claimRows(dialect)),
      )
      .returningAll()
      .execute(),
  )
  return rows
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      organizationId: row.organization_id,
      kind: row.kind,
      payload: JSON.parse(row.payload) as Record<string, unknown>,
      at: row.created_at,
      until: row.claimed_until as number,
      attempts: row.attempts,
      owed: row.owed === null ? null : new Set(row.owed.split(' ')),
    }))
}

const isOwed = ({ owed }: Claimed, subscriber: string) => owed === null || owed.has(subscriber)

/** Hands an event to its subscribers; returns which of them failed. */
async function handle(event: Claimed, subscriptions: Subscription[]): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const { name, kind, handle: tell } of subscriptions) {
    if (kind !== event.kind || !isOwed(event, name)) continue
    try {
      await tell(event)
    } catch (error) {
      failures.push({ subscriber: name, error })
    }
  }
  return failures
}

/** Writes down how it went, and what the queue makes of the events. */
async function finish(
  store: Store,
  { queue, log }: Finishing,
  outcomes: Outcome[],
  now: number,
): Promise<void> {
  const queued = outcomes.map(({ claimed }) => claimed).filter((claimed) => isOwed(claimed, QUEUE))
  const write = queued.length > 0 ? await queue?.(queued) : undefined
  const mine = await store.write(async (db) => {
    const told = await note(db, store, outcomes, now)
    await write?.(db, told, now)
    await db
      .deleteFrom('outbox')
      .where('dispatched_at', '<', now - KEPT_MS)
      .execute()
    return told
  })
  for (const { claimed, failures } of outcomes) if (mine.has(claimed.id)) report(log, claimed, failures)
}

async function finishAlone(
  store: Store,
  { queue, log }: Finishing,
  { claimed, failures }: Outcome,
  now: number,
): Promise<void> {
  try {
    await finish(store, { queue, log }, [{ claimed, failures }], now)
  } catch (error) {
    const all = [...failures, { subscriber: QUEUE, error }]
    await finish(store, { log }, [{ claimed, failures: all }], now)
  }
}

/** Marks events as told, or for another try. Returns the ids of those whose claims had not ended. */
async function note(db: Db, { dialect }: Store, outcomes: Outcome[], now: number): Promise<Set<number>> {
  const mine = new Set<number>()
  const done = outcomes.filter(({ failures }) => failures.length === 0)
  // One claim is one statement, so that all of it ends at once.
  const until = outcomes[0]?.claimed.until ?? 0
  if (done.length > 0) {
    const rows = await db
      .updateTable('outbox')
      .set({ dispatched_at: now, owed: null })
      .where(
        isOneOf(
          dialect,
          'id',
          done.map(({ claimed }) => claimed.id),
        ),
      )
      .where('claimed_until', '=', until)
      .where('dispatched_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of rows) mine.add(id)
  }
  for (const { claimed, failures } of outcomes) {
    if (failures.length === 0) continue
    const attempts = claimed.attempts + 1
    const waitMs = Math.min(FIRST_WAIT_MS * 4 ** (attempts - 1), LONGEST_WAIT_MS)
    const row = await db
      .updateTable('outbox')
      .set({
        attempts,
        owed: failures.map(({ subscriber }) => subscriber).join(' '),
        ...(attempts >= MOST_TRIES ? { dispatched_at: now } : { claimed_until: leaseEnd(dialect, waitMs) }),
      })
      .where('id', '=', claimed.id)
      .where('claimed_until', '=', until)
      .where('dispatched_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row) mine.add(row.id)
  }
  return mine
}

function report(log: Log, { id, kind, attempts }: Claimed, failures: Failure[]): void {
  const isOver = attempts + 1 >= MOST_TRIES
  for (const { subscriber, error } of failures)
    log({
      level: 'error',
      event: isOver ? 'event given up' : 'event not handled',
      id,
      kind,
      subscriber,
      attempts: attempts + 1,
      error: describeError(error),
    })
}
