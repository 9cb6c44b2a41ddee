import type { Db } from '../store/portable.ts'

/** An event in the outbox. */
export interface Event {
  id: number
  organizationId: number
  kind: string
  payload: Record<string, unknown>
  /** Milliseconds since the epoch. */
  at: number
}

/** A row of the outbox's consumers. Each gets every event of its kinds, and fails alone. */
export type Consumer = {
  /** Identifies the consumer in the list of retries; without spaces. */
  name: string
  kinds: readonly string[]
} & (
  | {
      /** Must be idempotent: after a kill it may be called again for the same event. */
      handle(event: Event): Promise<void> | void
    }
  | {
      /**
       * The same for events that are cheaper together, in as many transactions as their work needs: up to 200 events of
       * all organizations.
       */
      handleAll(events: Event[], now: number): Promise<void>
    }
  | {
      /** Writes that happen exactly once for each event, even after a kill. */
      queue: Queue
      /** How many rows it may write, by the event's id, if that can be more than a few. */
      rowsOf?(events: Event[]): Promise<ReadonlyMap<number, number>>
    }
)

/**
 * Prepares the rows to write in the transaction that marks events as handled; then writes them for the events
 * that this server still has claimed. It passes calls that must wait for the commit to `afterCommit`.
 */
export type Queue = (events: Event[]) => Promise<Write>

export type Write = (
  db: Db,
  done: ReadonlySet<number>,
  now: number,
  afterCommit: (call: () => void) => void,
) => Promise<void>
