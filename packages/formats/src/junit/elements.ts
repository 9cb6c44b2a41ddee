import type { Attributes } from '../xml/handler.ts'

/** A `testsuite` that is open. */
export interface JUnitSuite {
  name: string
  attributes: Attributes
  /** The first of them, each bounded; reported before the tests. */
  properties: Map<string, string>
  line: number
  /** Its place among the suites of the file, from 1. */
  number: number
  /** Of it and of suites within. */
  counts: Counts
  /** How many tests it contains directly. */
  ownTests: number
  /** Milliseconds since the epoch. */
  startedAt?: number
}

export interface Counts {
  tests: number
  /** Attempts: some tools count those. */
  runs: number
  failed: number
  failedRuns: number
  /** Elements that say so, of which a test may have several. */
  failures: number
  skipped: number
}

export type OutcomeKind =
  | 'failure'
  | 'error'
  | 'skipped'
  | 'rerunFailure'
  | 'rerunError'
  | 'flakyFailure'
  | 'flakyError'

/** What a `testcase` says of how it went. */
export interface JUnitOutcome {
  kind: OutcomeKind
  message: string
  type: string
  text: string
  /** In milliseconds, if it has a time of its own. */
  durationMs?: number
  startedAt?: number
  stdout: string
  stderr: string
  attachments: string[]
}

export interface JUnitProperty {
  name: string
  value: string
}

/** A `testcase` that is read to its end. */
export interface JUnitCase {
  name: string
  className: string
  /** From the case, or mapped from its class by `--map`; empty if neither gives one. */
  file: string
  /** True if `--map` gave the file. */
  isMapped?: boolean
  /** From 1; 0 if unknown. */
  lineOfTest: number
  attributes: Attributes
  outcomes: JUnitOutcome[]
  properties: JUnitProperty[]
  stdout: string
  stderr: string
  attachments: string[]
  /** Undefined if unknown. */
  durationMs?: number
  startedAt?: number
  /** Its line in the report, from 1. */
  line: number
}
