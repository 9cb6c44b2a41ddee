import { LIMITS } from '@svc/protocol'
import type { RecordedAttempt } from './recorded.ts'

/**
 * Counts tests, not attempts. It remembers only failed tests: others are retried only if a runner repeats a group of
 * tests, and then the runner says so.
 */
export interface Tally {
  /**
   * How much of an attempt to keep: after 50 failures of a test `brief`, its times and first error; `nothing` after
   * `MOST_ALIKE` of its kind.
   */
  room(group: number, title: string, occurrence: number, attempt: RecordedAttempt): Room
  /** True if an attempt of the test has failed so far. */
  hasFailed(group: number, title: string, occurrence: number): boolean
  count(group: number, title: string, occurrence: number, attempt: RecordedAttempt): void
  readonly results: number
}

type Room = 'whole' | 'brief' | 'nothing'

/** Attempts of one test that passed, and as many that failed. */
export const MOST_ALIKE = LIMITS.attempts / 2
/** Further failures of the same test rarely add anything, and their output would fill the disk. */
const WHOLE_FAILURES = 50

export const makeTally = (): Tally => {
  /** The number of failures of each. */
  const failed = new Map<string, number>()
  let results = 0
  const keyOf = (group: number, title: string, occurrence: number) => `${group}\0${occurrence}\0${title}`
  return {
    room(group, title, occurrence, { status, repeat = 0 }) {
      if (!isFailure(status)) return repeat < MOST_ALIKE ? 'whole' : 'nothing'
      const failures = failed.get(keyOf(group, title, occurrence)) ?? 0
      return failures < WHOLE_FAILURES ? 'whole' : failures < MOST_ALIKE ? 'brief' : 'nothing'
    },
    hasFailed: (group, title, occurrence) => failed.has(keyOf(group, title, occurrence)),
    count(group, title, occurrence, { status, repeat, retry }) {
      if (failed.size > 0 || isFailure(status)) {
        const key = keyOf(group, title, occurrence)
        const failures = failed.get(key)
        if (isFailure(status)) failed.set(key, (failures ?? 0) + 1)
        if (failures !== undefined) return
      }
      if (!repeat && !retry) results += 1
    },
    get results() {
      return results
    },
  }
}

const isFailure = (status: RecordedAttempt['status']) => status !== 'passed' && status !== 'skipped'
