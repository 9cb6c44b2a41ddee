/** What both sides say of one test; only what a runner's JSON report says as well. */
export interface Told {
  file: string
  titles: string[]
  /** Absent if the report does not name the project a test belongs to. */
  variant?: string
  status: 'passed' | 'failed' | 'flaky' | 'skipped'
  /** Milliseconds; absent if the report gives none. */
  durationMs?: number
  /** Absent if the report counts no attempts. */
  attempts?: ToldAttempt[]
  /** Errors of the last attempt, the first line of each. */
  errors: string[]
  isTodo?: boolean
}

export interface ToldAttempt {
  status: string
  durationMs: number
  errors: string[]
}

/** One side of a comparison. */
export interface Side {
  tests: Told[]
  /** What the side itself gives as its sums. */
  totals: Record<'passed' | 'failed' | 'flaky' | 'skipped', number>
  /** Files that failed, by a test or as a whole. */
  failedFiles: string[]
  /** Failures outside tests; absent if the report has no place for them. */
  outsideErrors?: string[]
}
