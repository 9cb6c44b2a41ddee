import { type AttemptDetail, type AttemptLine, LIMITS } from '@svc/protocol'
import { Problem } from '../kernel/problem.ts'
import { ATTEMPT } from '../store/tables.ts'
import type { Tried } from './derive.ts'
import type { Reasons } from './intern.ts'
import type { Segment } from './segment.ts'

/** An attempt as it will be stored; `reasons` and `reason` are tokens of `Reasons`. */
export interface NewAttempt extends Tried {
  reason: string | null
  entry: number
  reasons: string[]
  detail: string | null
}

/** The attempts of one test in this segment, in order; nearly always one. */
export interface Gathered {
  testId: number
  attempts: NewAttempt[]
  /** Attempts that came with earlier segments; their reasons are ids. */
  earlier: Tried[]
  /** True where the row in `result` will say all there is to say. */
  plain: boolean
}

/** Brings the entries of a segment, from `first` on, together by test, in order of test id. */
export function gather(segment: Segment, testIds: number[], first: number, reasons: Reasons): Gathered[] {
  const byTest = new Map<number, Gathered>()
  for (let at = first; at < segment.entries.length; at++) {
    const entry = segment.entries[at]
    if (entry?.[0] !== 'attempt') continue
    const testId = testIds[at] as number
    const attempt = toAttempt(entry, segment.from + at, reasons)
    const gathered = byTest.get(testId)
    if (!gathered) {
      byTest.set(testId, { testId, attempts: [attempt], earlier: [], plain: isPlain(attempt) })
      continue
    }
    gathered.plain = false
    if (gathered.attempts.push(attempt) > LIMITS.attempts) throw tooManyAttempts(attempt.entry)
  }
  // Rows in the order of their key are appended to the table's tree; out of order they split its pages.
  return [...byTest.values()].sort((a, b) => a.testId - b.testId)
}

/** What the column holds: 24 days after the part's start. Nothing but a broken clock is later. */
const LATEST_START_MS = 2_147_483_647

function toAttempt(entry: AttemptLine, number: number, reasons: Reasons): NewAttempt {
  const [, , , status, startMs, durationMs, detail] = entry
  const attempt: NewAttempt = {
    entry: number,
    repeat: 0,
    status: ATTEMPT[status],
    startMs: Math.min(Math.round(startMs), LATEST_START_MS),
    durationUs: Math.round(durationMs * 1000),
    reason: null,
    reasons: [],
    detail: null,
  }
  return detail === undefined ? attempt : withDetail(attempt, detail, reasons)
}

function withDetail(attempt: NewAttempt, detail: AttemptDetail, reasons: Reasons): NewAttempt {
  const { errors = [], skip, repeat = 0, occurrence, ...rest } = detail
  attempt.repeat = repeat
  attempt.reasons = errors.map((error) => reasons.error(error))
  if (attempt.status === ATTEMPT.skipped || attempt.status === ATTEMPT.interrupted) {
    if (skip) attempt.reason = reasons.skip(skip)
  } else if (attempt.status !== ATTEMPT.passed) {
    attempt.reason = attempt.reasons[0] ?? null
  }
  for (const _ in rest) {
    attempt.detail = JSON.stringify(rest)
    break
  }
  return attempt
}

export const tooManyAttempts = (entry: number) =>
  new Problem('INVALID_REQUEST', `entry ${entry}: expected at most ${LIMITS.attempts} attempts of one test.`)

const isPlain = (attempt: NewAttempt) =>
  (attempt.status === ATTEMPT.passed || attempt.status === ATTEMPT.skipped) &&
  attempt.repeat === 0 &&
  attempt.detail === null &&
  attempt.reasons.length === 0
