import { ATTEMPT, VERDICT } from '../store/tables.ts'

/** What of an attempt decides its test's result; times as stored. */
export interface Tried {
  repeat: number
  status: number
  startMs: number
  durationUs: number
  /** Token or id of its first error or its reason for skipping. */
  reason: string | number | null
}

export interface Derived<R = string | number> {
  verdict: number
  startMs: number
  durationUs: number
  reason: R | null
}

/**
 * The result of a test from its attempts in order: each repeat is decided by its last attempt, and
 * the test by its worst repeat. Times are the first attempt's start and the deciding one's duration.
 */
export function derive(attempts: Tried[]): Derived {
  const repeats = new Map<number, { last: Tried; failed: Tried | null }>()
  for (const attempt of attempts) {
    const repeat = repeats.get(attempt.repeat)
    const failed = isFailure(attempt) ? attempt : (repeat?.failed ?? null)
    repeats.set(attempt.repeat, { last: attempt, failed })
  }
  let worst: Derived | null = null
  for (const { last, failed } of repeats.values()) {
    const verdict = verdictOf(last, failed)
    if (worst !== null && RANK[verdict as 1] <= RANK[worst.verdict as 1]) continue
    const reason = verdict === VERDICT.flaky ? (failed?.reason ?? null) : last.reason
    worst = { verdict, startMs: 0, durationUs: last.durationUs, reason }
  }
  if (worst === null) throw new Error('A test without attempts has no result')
  worst.startMs = Math.min(...attempts.map((attempt) => attempt.startMs))
  return worst
}

const RANK = { [VERDICT.skipped]: 0, [VERDICT.passed]: 1, [VERDICT.flaky]: 2, [VERDICT.failed]: 3 } as const

const isFailure = ({ status }: Tried) => status === ATTEMPT.failed || status === ATTEMPT.timedOut

function verdictOf(last: Tried, failed: Tried | null): number {
  if (isFailure(last)) return VERDICT.failed
  if (last.status === ATTEMPT.passed) return failed ? VERDICT.flaky : VERDICT.passed
  // Interrupted or skipped after a failure: the failure stands, nothing took it back.
  return failed ? VERDICT.failed : VERDICT.skipped
}
