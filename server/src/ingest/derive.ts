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
 * The result of a test from its attempts in order: a repeat that both failed and passed is flaky, in whichever
 * order, since a serial group is run again whole; one that only failed has failed. The worst repeat decides the
 * test. Times are the first attempt's start and the deciding one's duration.
 */
export function derive(attempts: Tried[]): Derived {
  const repeats = new Map<number, Repeat>()
  for (const attempt of attempts) {
    const { passed = null, failed = null } = repeats.get(attempt.repeat) ?? {}
    repeats.set(attempt.repeat, {
      last: attempt,
      passed: attempt.status === ATTEMPT.passed ? attempt : passed,
      failed: isFailure(attempt) ? attempt : failed,
    })
  }
  let worst: Derived | null = null
  for (const repeat of repeats.values()) {
    const { last, passed, failed } = repeat
    const verdict = verdictOf(repeat)
    if (worst !== null && RANK[verdict as 1] <= RANK[worst.verdict as 1]) continue
    const deciding = passed ?? failed ?? last
    worst = { verdict, startMs: 0, durationUs: deciding.durationUs, reason: (failed ?? deciding).reason }
  }
  if (worst === null) throw new Error('A test without attempts has no result')
  worst.startMs = Math.min(...attempts.map((attempt) => attempt.startMs))
  return worst
}

interface Repeat {
  last: Tried
  passed: Tried | null
  failed: Tried | null
}

const RANK = { [VERDICT.skipped]: 0, [VERDICT.passed]: 1, [VERDICT.flaky]: 2, [VERDICT.failed]: 3 } as const

const isFailure = ({ status }: Tried) => status === ATTEMPT.failed || status === ATTEMPT.timedOut

function verdictOf({ passed, failed }: Repeat): number {
  if (passed) return failed ? VERDICT.flaky : VERDICT.passed
  // Interrupted or skipped after a failure: the failure stands, nothing took it back.
  return failed ? VERDICT.failed : VERDICT.skipped
}
