import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Changes } from './count-changes.ts'
import type { Dialect } from './portable.ts'
import { TurnQueue } from './round-robin-queue.ts'
import type { Tables } from './tables.ts'

/** Runs transactions of large work: organizations take turns, transaction by transaction. */
export type Turns = <T>(organizationId: number, work: () => Promise<T>) => Promise<T>

/** On SQLite one of them waits for the writer at a time, so that an ordinary write waits for one, and not for a queue. */
const AT_ONCE = { sqlite: 1, postgres: 4 } satisfies Record<Dialect, number>

export function takingTurns(dialect: Dialect): Turns {
  const waiting = new TurnQueue<() => void>()
  let running = 0
  return async (organizationId, work) => {
    if (running < AT_ONCE[dialect]) running++
    else await new Promise<void>((resolve) => waiting.add(organizationId, resolve))
    try {
      return await work()
    } finally {
      // SQLite answers without leaving the thread: without a pause, requests would wait for many transactions.
      await setImmediate()
      // Its place goes to the next one directly, so that nobody can come between.
      const next = waiting.take()
      if (next) next.item()
      else running--
    }
  }
}

type Work<T> = (db: Transaction<Tables>, changes: Changes) => Promise<T>

/** `store.write` for one of several transactions of an organization's large work. */
export const writeInTurn = <T>(
  { turns, write }: { turns: Turns; write<R>(work: Work<R>): Promise<R> },
  organizationId: number,
  work: Work<T>,
): Promise<T> => turns(organizationId, () => write(work))
