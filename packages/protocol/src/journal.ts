import type { End, Open } from './execution.ts'
import type { Failure } from './failure.ts'
import type { Imports } from './imports.ts'
import type { AttemptDetail, AttemptStatus } from './result.ts'

/** Incremented when older servers cannot read what a reporter writes. */
export const JOURNAL_VERSION = 1

/** Tests that share a file, the describe blocks above them and a variant. */
export interface Group {
  file: string
  titles: string[]
  variant?: string
}

/**
 * A journal is NDJSON, appended to and never rewritten. Each line is one JSON array whose first
 * element says what it is:
 *
 * - `open`, always the first line: version and facts of the part.
 * - `group`: gives a number to a file, its describe blocks and a variant.
 * - `attempt`: one try of a test: group, title, status, start in ms after the part's, duration in ms, the rest.
 * - `error`: something failed outside any test: a file that does not load, a global set-up.
 * - `imports`: what test files with failures import; once, before the end.
 * - `warning`: a sentence for the person who reads the execution.
 * - `end`: the runner finished. A journal without it was cut off.
 *
 * `open` and `group` lines only define and may be repeated, the last `open` holds; the other lines are *entries*,
 * counted from 0 in the order they were written. An upload names the first entry it carries,
 * so that sending twice, or from the middle, neither doubles nor loses one.
 */
export type JournalLine = OpenLine | GroupLine | EntryLine
export type OpenLine = ['open', version: number, open: Open]
export type GroupLine = ['group', number: number, group: Group]
export type EntryLine = AttemptLine | ErrorLine | ImportsLine | WarningLine | EndLine
export type AttemptLine = [
  'attempt',
  group: number,
  title: string,
  status: AttemptStatus,
  startMs: number,
  durationMs: number,
  detail?: AttemptDetail,
]
export type ErrorLine = ['error', { file?: string; failure: Failure }]
type ImportsLine = ['imports', Imports]
export type WarningLine = ['warning', message: string]
export type EndLine = ['end', End]

/** Headers of `POST /api/ingest` beside the usual ones. */
export const INGEST_HEADERS = {
  /** Number of the first entry in the body; default: 0. */
  from: 'svc-from',
  /** The client's clock in milliseconds since the epoch, when the request was sent. */
  clock: 'svc-clock',
  /** On a CONFLICT answer: the number of entries that the server holds; continue from there. */
  accepted: 'svc-accepted',
} as const

/** The server's answer to a segment. */
export interface IngestReceipt {
  journal: string
  /** The number of this journal's entries that the server has; the next segment starts there. */
  accepted: number
  execution: { id: string; url: string; state: string }
  /** Facts for the sender, for example that another part reported the same tests. */
  warnings: string[]
}
