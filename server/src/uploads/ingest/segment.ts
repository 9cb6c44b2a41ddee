import type { AttemptStatus, EndLine, Group, Open, WarningLine } from '@svc/protocol'
import type { PackedImports } from '../../results/imports/imports.ts'
import type { PreparedCodeowners } from '../../results/owners/store-codeowners.ts'
import type { Reasons } from './reasons.ts'

/** The stored part of an attempt besides its times: it shares no object with the body. */
export interface KeptDetail {
  /** Undefined if the body does not contain it. */
  occurrence: number | undefined
  repeat: number
  /** Tokens of `Reasons`. */
  errors: string[]
  skip: string | null
  /** The rest as JSON; null if it is empty. */
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

/** What the test files with failures import. */
type KeptImports = [kind: 'imports', graph: PackedImports]

/** An entry of a kind that a later reporter writes: counted, so that the reporter sees all of its entries accepted. */
type KeptUnknown = [kind: 'unknown']

/** An entry of a journal in the form that ingest keeps until it is stored. */
export type KeptEntry = KeptAttempt | KeptError | KeptImports | KeptUnknown | WarningLine | EndLine

/** The content of a body in any format. */
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
  /** The sender's clock at the time of sending, or null if it sent none. */
  clientClock: number | null
  receivedAt: number
  /** The file of `open`, of a journal's first entries, parsed before the transaction. */
  codeowners?: PreparedCodeowners | undefined
}
