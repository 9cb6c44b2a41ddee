/** The content of a file according to its own elements, counted without packages/formats. */
export interface Plain {
  /** `other` if it is well-formed but not a report; `broken` otherwise. */
  kind: 'junit' | 'trx' | 'nunit' | 'xunit' | 'ctrf' | 'playwright' | 'jest' | 'other' | 'broken'
  counts: Counts
  /** Failed on purpose, as pytest's xfail, which counts as skipped here. */
  expectedFailures: number
  /** Elements that are no test, such as a file that pytest could not collect; failed here. */
  outside: { failed: number; skipped: number }
  /** Elements whose name stood in their suite before: retries, or tests of one name. */
  repeats: number
  /** Why it is broken. */
  reason?: string
}

export interface Counts {
  passed: number
  failed: number
  flaky: number
  skipped: number
}

export const emptyPlain = (kind: Plain['kind'], reason?: string): Plain => ({
  kind,
  counts: { passed: 0, failed: 0, flaky: 0, skipped: 0 },
  expectedFailures: 0,
  outside: { failed: 0, skipped: 0 },
  repeats: 0,
  ...(reason !== undefined && { reason }),
})

export const sumOf = ({ passed, failed, flaky, skipped }: Counts): number => passed + failed + flaky + skipped
