import type { Attributes } from '../xml/handler.ts'

/** An open `testsuite`. */
export interface JUnitSuite {
  name: string
  attributes: Attributes
  /** The first of them, each within a limit; reported before the tests. */
  properties: Map<string, string>
  line: number
  /** Its number among the suites of the file, from 1. */
  number: number
  /** Of it and of the suites within it. */
  counts: Counts
  /** How many tests it contains directly. */
  ownTests: number
  /** How many suites it contains directly. */
  ownSuites: number
  /** Numbers in its comments, by their word. */
  commented: Map<string, number>
  /** Milliseconds since the epoch. */
  startedAt?: number
}

export interface Counts {
  tests: number
  /** Attempts, because some tools count those. */
  runs: number
  failed: number
  failedRuns: number
  /** Elements that say so; a test may have several. */
  failures: number
  /** `<error>` elements among them. */
  errors: number
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
  | 'warning'

/** The outcome in a `testcase`. */
export interface JUnitOutcome {
  kind: OutcomeKind
  message: string
  type: string
  text: string
  /** In milliseconds, if it has its own time. */
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

/** A complete `testcase`. */
export interface JUnitCase {
  name: string
  className: string
  /** From the case, or mapped from its class by `--map`; empty if neither contains one. */
  file: string
  /** True if `--map` determined the file. */
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
