import type { ReportedRun, ResultStatus } from '@svc/protocol'
import type { Place } from './problem.ts'

/** What was put right in a file. */
export interface Repair {
  kind: string
  count: number
  /** Where it was first, from 1. */
  line?: number
  /** What it was there. */
  detail?: string
}

/** What came of one file. */
export interface FileOutcome {
  /** As it was named. */
  name: string
  /** Absent if no format fits. */
  format?: string
  dialect?: string
  tool?: string
  toolVersion?: string
  startedAt?: number
  durationMs?: number
  tests: number
  attempts: number
  statuses: Record<ResultStatus, number>
  /** Failures outside of tests. */
  errors: number
  repairs: Repair[]
  warnings: string[]
  /** Why it could not be read to its end, or at all; tests before that place are in. */
  problem?: { reason: string; place?: Place }
}

/** What came of all of them. */
export interface ReadOutcome {
  files: FileOutcome[]
  tests: number
  attempts: number
  statuses: Record<ResultStatus, number>
  errors: number
  /** True if no file has a test or an error outside of tests, for example because no test file could be loaded. */
  isEmpty: boolean
  /** True if a file has a problem, or there are no results: never a green run. */
  isBroken: boolean
  /** `failed` if a test or something outside of tests failed, or a file is broken. */
  status: 'passed' | 'failed'
  /** When the last test ended, in milliseconds since the epoch. */
  endedAt: number
  /** The tool that ran the tests, for example `pytest`; from the first report, else its format's name. */
  runner?: { name: string; version?: string }
  /** What the reports say of their run. */
  reported: ReportedRun
}
