import type { ReportedRun, ResultStatus } from '@svc/protocol'
import type { Place } from './problem.ts'

/** A correction in a file. */
export interface Repair {
  kind: string
  count: number
  /** The first line that needed it, from 1. */
  line?: number
  /** The corrected value there. */
  detail?: string
}

/** The outcome of one file. */
export interface FileOutcome {
  /** Its name in messages. */
  name: string
  /** Absent if no format matches. */
  format?: string
  dialect?: string
  tool?: string
  toolVersion?: string
  startedAt?: number
  durationMs?: number
  tests: number
  attempts: number
  statuses: Record<ResultStatus, number>
  /** Failures outside any test. */
  errors: number
  /** Files that did not run because enough tests had failed (`bail`). */
  unfinished: number
  repairs: Repair[]
  warnings: string[]
  /** Why it could not be read to its end, or at all; tests before that position are included. */
  problem?: { reason: string; place?: Place }
}

/** The outcome of all files. */
export interface ReadOutcome {
  files: FileOutcome[]
  tests: number
  attempts: number
  statuses: Record<ResultStatus, number>
  errors: number
  unfinished: number
  /**
   * True if no file has a test or an error outside tests, for example because no test file could be
   * loaded.
   */
  isEmpty: boolean
  /** True if a file has a problem, or there are no results; such a run never passes. */
  isBroken: boolean
  /** `failed` if a test or something outside tests failed, or a file is broken. */
  status: 'passed' | 'failed'
  /** When the last test ended, in milliseconds since the epoch. */
  endedAt: number
  /** The tool that ran the tests, for example `pytest`; from the first report, else its format's name. */
  runner?: { name: string; version?: string }
  /** The facts that the reports contain about their run. */
  reported: ReportedRun
}
