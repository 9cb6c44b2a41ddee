import type { AttemptStatus, EndLine, Group, Open, WarningLine } from '@svc/protocol'
import type { Reasons } from './reasons.ts'

/** What is kept of an attempt beside its times: nothing in it is an object that the body made. */
export interface KeptDetail {
  /** Undefined where the body does not say. */
  occurrence: number | undefined
  repeat: number
  /** Tokens of `Reasons`. */
  errors: string[]
  skip: string | null
  /** The rest as JSON; null where there is none. */
  rest: string | null
}

export type KeptAttempt = [
  kind: 'attempt',
  group: number,
  title: string,
  status: AttemptStatus,
  startMs: number,
  durationMs: number,
  detail?: KeptDetail,
]

/** A failure outside any test; `reason` is a token of `Reasons`. */
export type KeptError = [kind: 'error', error: { file: string | null; reason: string }]

/** An entry of a journal as ingest keeps it until it is stored. */
export type KeptEntry = KeptAttempt | KeptError | WarningLine | EndLine

/** What a body says, whatever its format. */
export interface ReadBody {
  open: Open
  groups: Map<number, Group>
  entries: KeptEntry[]
  /** Why attempts failed or were skipped. */
  reasons: Reasons
}

/** A checked piece of a journal: its facts, its groups by number, and entries from number `from` on. */
export interface Segment extends ReadBody {
  from: number
  /** How sure the sender's clock is: its time of sending, or null where it did not say. */
  clientClock: number | null
  receivedAt: number
}
