import type { EntryLine, Group, Open } from '@svc/protocol'

/** A checked piece of a journal: its facts, its groups by number, and entries from number `from` on. */
export interface Segment {
  open: Open
  groups: Map<number, Group>
  from: number
  entries: EntryLine[]
  /** How sure the sender's clock is: its time of sending, or null where it did not say. */
  clientClock: number | null
  receivedAt: number
}
