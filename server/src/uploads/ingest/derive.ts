import { RANK, type ResultStatus, statusAfter } from '@svc/protocol'
import { ATTEMPT, VERDICT } from '../../ground/store/tables.ts'

/** The fields of an attempt that decide its test's result; times as stored. */
export interface Tried {
  repeat: number
  status: number
  startMs: number
  durationUs: number
  /** Token or id of its first error or of its reason for a skip. */
  reason: string | number | null
}

interface Derived<R = string | number> {
  verdict: number
  startMs: number
  durationUs: number
  reason: R | null
}

/**
 * The result of a test from its attempts in order, by the rule of `resultOf`: the last attempt that ran
 * decides a repeat, and the worst repeat decides the test. The start is the first attempt's and the duration
 * is the deciding attempt's.
 */
export function derive(attempts: Tried[]): Derived {
  const repeats = new Map<number, Repeat>()
  for (const attempt of attempts) {
    const { status, ran = null, failed = null } = repeats.get(attempt.repeat) ?? { status: 'skipped' }
    repeats.set(attempt.repeat, {
      status: statusAfter(status, NAMES[attempt.status as 1]),
      last: attempt,
      ran: isFailure(attempt) || attempt.status === ATTEMPT.passed ? attempt : ran,
      failed: isFailure(attempt) ? attempt : failed,
    })
  }
  let worst: Repeat | null = null
  for (const repeat of repeats.values())
    if (worst === null || RANK[repeat.status] > RANK[worst.status]) worst = repeat
  if (worst === null) throw new Error('A test without attempts has no result')
  const deciding = worst.ran ?? worst.last
  return {
    verdict: VERDICT[worst.status],
    startMs: Math.min(...attempts.map((attempt) => attempt.startMs)),
    durationUs: deciding.durationUs,
    reason: (worst.failed ?? deciding).reason,
  }
}

interface Repeat {
  status: ResultStatus
  last: Tried
  /** The last attempt that passed or failed. */
  ran: Tried | null
  failed: Tried | null
}

const NAMES = {
  [ATTEMPT.passed]: 'passed',
  [ATTEMPT.failed]: 'failed',
  [ATTEMPT.timedOut]: 'timedOut',
  [ATTEMPT.interrupted]: 'interrupted',
  [ATTEMPT.skipped]: 'skipped',
} as const

const isFailure = ({ status }: Tried) => status === ATTEMPT.failed || status === ATTEMPT.timedOut
