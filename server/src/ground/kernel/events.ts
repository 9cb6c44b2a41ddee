import type { Store } from '../store/open.ts'
import { type Db, isOneOf, leaseEnd } from '../store/portable.ts'
import { type Claimed, claimEvents, LONGEST_WAIT_MS, nextEvents } from './claim-events.ts'
import type { Consumer, Event, Write } from './consumer.ts'
import { describeError, type Log } from './log.ts'

/** Rows that the handling of events writes in one transaction; a single event may write more. */
const MOST_ROWS = 250

export interface Dispatching {
  consumers: readonly Consumer[]
  log: Log
}

const KEPT_MS = 7 * 86_400_000
/** More events than one dispatch handles. */
const FORGOTTEN_AT_ONCE = 1_000
const MOST_TRIES = 8
const FIRST_WAIT_MS = 2_000

/**
 * Claims waiting events, in turns of their organizations, hands them to their consumers, and deletes those of last
 * week. Returns how many it claimed. A failed subscriber gets a retry of its own with exponential backoff; after 8
 * attempts, some half an hour, the log reports the event as given up. Later events do not wait for it.
 */
export async function dispatchEvents(store: Store, dispatching: Dispatching, now: number): Promise<number> {
  let claimed = 0
  for (const ids of await nextEvents(store)) {
    const batch = await claimEvents(store, ids)
    if (batch.length > 0) await dispatchBatch(store, dispatching, batch, now)
    claimed += batch.length
  }
  return claimed
}

async function dispatchBatch(
  store: Store,
  dispatching: Dispatching,
  batch: Claimed[],
  now: number,
): Promise<void> {
  const outcomes: Outcome[] = []
  for (const claimed of batch)
    outcomes.push({ claimed, failures: await handle(claimed, dispatching.consumers) })
  await handleTogether(outcomes, dispatching.consumers, now)
  for (const part of await splitBatch(dispatching.consumers, outcomes, ({ claimed }) => claimed))
    try {
      await finish(store, dispatching, part, now)
    } catch {
      // One event may cause the failure of all, so each is handled alone. If the database is
      // unreachable, these attempts fail too and do not count.
      for (const outcome of part) await finishAlone(store, dispatching, outcome, now)
    }
}

interface Outcome {
  claimed: Claimed
  failures: Failure[]
}

interface Failure {
  subscriber: string
  error: unknown
}

const isFor = ({ name, kinds }: Consumer, { kind, owed }: Claimed) =>
  kinds.includes(kind) && (owed === null || owed.has(name))

/** Hands an event to its consumers; returns the failed ones. */
async function handle(event: Claimed, consumers: readonly Consumer[]): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const consumer of consumers) {
    if (!('handle' in consumer) || !isFor(consumer, event)) continue
    try {
      await consumer.handle(event)
    } catch (error) {
      failures.push({ subscriber: consumer.name, error })
    }
  }
  return failures
}

/** Hands events to the consumers that take several; adds the failures of these to the outcomes. */
async function handleTogether(
  outcomes: Outcome[],
  consumers: readonly Consumer[],
  now: number,
): Promise<void> {
  for (const consumer of consumers) {
    if (!('handleAll' in consumer)) continue
    const own = outcomes.filter(({ claimed }) => isFor(consumer, claimed))
    if (own.length === 0) continue
    try {
      await consumer.handleAll(
        own.map(({ claimed }) => claimed),
        now,
      )
    } catch {
      // One event may cause the failure of all, so each is handled alone.
      for (const { claimed, failures } of own)
        try {
          await consumer.handleAll([claimed], now)
        } catch (error) {
          failures.push({ subscriber: consumer.name, error })
        }
    }
  }
}

/** Records the outcome, and what the consumers with a queue make of these events. */
async function finish(
  store: Store,
  { consumers, log }: Dispatching,
  outcomes: Outcome[],
  now: number,
): Promise<void> {
  const writes: { name: string; write: Write }[] = []
  for (const consumer of consumers) {
    const { name } = consumer
    const events = outcomes.map(({ claimed }) => claimed).filter((claimed) => isFor(consumer, claimed))
    if (events.length > 0 && 'queue' in consumer)
      writes.push({ name, write: await blaming(name, () => consumer.queue(events)) })
  }
  const { handled, after } = await store.write(async (db) => {
    const done = await note(db, store, outcomes, now)
    const calls: (() => void)[] = []
    for (const { name, write } of writes)
      await blaming(name, () => write(db, done, now, (call) => calls.push(call)))
    // Not all in one transaction: after a long pause, other writers would wait for it.
    await db
      .deleteFrom('outbox')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outbox as old')
          .select('old.id')
          .where('old.dispatched_at', '<', now - KEPT_MS)
          .limit(FORGOTTEN_AT_ONCE),
      )
      .execute()
    return { handled: done, after: calls }
  })
  for (const call of after) call()
  for (const { claimed, failures } of outcomes) if (handled.has(claimed.id)) report(log, claimed, failures)
}

/** An error of one consumer. */
class ConsumerFailed extends Error {
  readonly consumer: string

  constructor(consumer: string, cause: unknown) {
    super(`The consumer ${consumer} failed.`, { cause })
    this.consumer = consumer
  }
}

async function blaming<T>(consumer: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ConsumerFailed(consumer, error)
  }
}

/** Without the consumers that fail; these get the event again. */
async function finishAlone(
  store: Store,
  { consumers, log }: Dispatching,
  { claimed, failures }: Outcome,
  now: number,
): Promise<void> {
  let left = consumers
  const all = [...failures]
  for (;;)
    try {
      return await finish(store, { consumers: left, log }, [{ claimed, failures: all }], now)
    } catch (error) {
      const isToBlame = (consumer: Consumer) =>
        'queue' in consumer &&
        isFor(consumer, claimed) &&
        (!(error instanceof ConsumerFailed) || error.consumer === consumer.name)
      const failed = left.filter(isToBlame)
      if (failed.length === 0) throw error
      left = left.filter((consumer) => !failed.includes(consumer))
      const cause = error instanceof ConsumerFailed ? error.cause : error
      all.push(...failed.map(({ name }) => ({ subscriber: name, error: cause })))
    }
}

/** Marks events as handled, or for a retry. Returns the ids of the events whose claims had not ended. */
async function note(db: Db, { dialect }: Store, outcomes: Outcome[], now: number): Promise<Set<number>> {
  const mine = new Set<number>()
  const done = outcomes.filter(({ failures }) => failures.length === 0)
  // A claim is one statement, so that all of it ends at once.
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

/**
 * Splits items with events so that the consumers write about `MOST_ROWS` rows for each part: twenty webhooks may send
 * each of 200 events.
 */
async function splitBatch<T>(
  consumers: readonly Consumer[],
  items: T[],
  eventOf: (item: T) => Event,
): Promise<T[][]> {
  const rows = new Map<number, number>()
  for (const consumer of consumers) {
    if (!('rowsOf' in consumer) || consumer.rowsOf === undefined) continue
    const events = items.map(eventOf).filter(({ kind }) => consumer.kinds.includes(kind))
    if (events.length === 0) continue
    for (const [id, count] of await consumer.rowsOf(events)) rows.set(id, (rows.get(id) ?? 1) + count)
  }
  const parts: T[][] = []
  let room = 0
  for (const item of items) {
    const needed = rows.get(eventOf(item).id) ?? 1
    if (parts.length === 0 || needed > room) {
      parts.push([])
      room = MOST_ROWS
    }
    parts.at(-1)?.push(item)
    room -= needed
  }
  return parts
}
