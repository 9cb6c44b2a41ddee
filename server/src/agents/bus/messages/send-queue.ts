import { outageOf } from '../../../ground/kernel/outage.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { CallStore, Transaction } from '../../../ground/kernel/write-while-allowed.ts'
import { TurnQueue } from '../../../ground/store/round-robin-queue.ts'
import type { BusParts, Outgoing } from '../dependencies.ts'
import { notifyRecipients } from '../send.ts'
import type { Outcome } from './find-earlier.ts'
import { storeMessages } from './store-messages.ts'

/**
 * The number of messages in one transaction. The store lets other requests run between its
 * statements of 256 messages each.
 */
const MOST = 1_024
/** Characters of the texts of one transaction: indexing the words of a long message costs more than signing it. */
const MOST_CHARACTERS = 256 * 1_024
/** The number of messages that one transaction considers: many may be repetitions of one. */
const MOST_LOOKED_AT = 4 * MOST

/** Batches messages that requests of this process send at the same time. */
export interface SendQueue {
  /** Resolves when the message is durable, or refused. `mayWrite` refuses it in the transaction that would store it. */
  send(message: Outgoing, now: number, mayWrite?: CallStore['mayWrite']): Promise<Outcome>
}

interface Waiting {
  message: Outgoing
  now: number
  mayWrite: CallStore['mayWrite']
  done(outcome: Outcome): void
  failed(error: unknown): void
}

/**
 * A queue that stores waiting messages in one transaction after another, because a commit costs as
 * much for one message as for many. A refused message fails alone. If a transaction fails, its
 * halves are retried, down to single messages. If the database fails, all fail: the commit may have
 * happened, and storing them again would send them twice.
 */
export function makeSendQueue(bus: BusParts): SendQueue {
  const waiting = new TurnQueue<Waiting>()
  let isRunning = false

  const run = async () => {
    while (!waiting.isEmpty) await store(bus, takeBatch(waiting))
    isRunning = false
  }
  return {
    send: (message, now, mayWrite) =>
      new Promise((done, failed) => {
        waiting.add(message.to.organization_id, { message, now, mayWrite, done, failed })
        // After this turn of the event loop, so that requests of one turn share a transaction.
        if (!isRunning) {
          isRunning = true
          setImmediate(run)
        }
      }),
  }
}

/**
 * The messages that have waited longest, in turns of their organizations. A repetition of one of
 * them waits, so that it finds the first one stored.
 */
function takeBatch(waiting: TurnQueue<Waiting>): Waiting[] {
  const names = new Set<string>()
  const batch: Waiting[] = []
  const later = new Map<number, Waiting[]>()
  let characters = 0
  const isFull = () => batch.length === MOST || characters >= MOST_CHARACTERS
  for (let looked = 0; looked < MOST_LOOKED_AT && !isFull(); looked++) {
    const next = waiting.take()
    if (!next) break
    const { organizationId, item } = next
    const own = namesOf(item.message)
    if (own.some((name) => names.has(name))) {
      const postponed = later.get(organizationId)
      if (postponed) postponed.push(item)
      else later.set(organizationId, [item])
      continue
    }
    for (const name of own) names.add(name)
    batch.push(item)
    characters += item.message.payload.length
  }
  for (const [organizationId, items] of later) waiting.putBack(organizationId, items)
  return batch
}

const namesOf = ({ from, clientMessageId, signed }: Outgoing): string[] => [
  ...(clientMessageId === undefined ? [] : [`${from?.id} id ${clientMessageId}`]),
  ...(signed ? [`${from?.id} signature ${signed.signature}`] : []),
]

async function store(bus: BusParts, batch: Waiting[]): Promise<void> {
  const now = Math.max(...batch.map((one) => one.now))
  try {
    const outcomes = await bus.store.write((db) => storeAllowed(db, bus, batch, now))
    notifyRecipients(
      bus,
      [...outcomes].flatMap(([{ message }, { row }]) => (row ? [message] : [])),
    )
    for (const [one, outcome] of outcomes) one.done(outcome)
  } catch (error) {
    if (batch.length === 1 || outageOf(error)) for (const one of batch) one.failed(error)
    // For example, another replica has just stored a message with the same id.
    else {
      const middle = batch.length >> 1
      await store(bus, batch.slice(0, middle))
      await store(bus, batch.slice(middle))
    }
  }
}

async function storeAllowed(
  db: Transaction,
  bus: BusParts,
  batch: Waiting[],
  now: number,
): Promise<Map<Waiting, Outcome>> {
  const outcomes = new Map<Waiting, Outcome>()
  for (const one of batch) {
    const problem = await refusalOf(db, one)
    if (problem) outcomes.set(one, { problem })
  }
  const allowed = batch.filter((one) => !outcomes.has(one))
  const messages = allowed.map(({ message }) => message)
  const stored = await storeMessages(db, bus, messages, now)
  for (const [at, one] of allowed.entries()) outcomes.set(one, stored[at] as Outcome)
  return outcomes
}

async function refusalOf(db: Transaction, { mayWrite }: Waiting): Promise<Problem | null> {
  try {
    await mayWrite?.(db)
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
