import { LIMITS } from '@svc/protocol'
import type { RecordedAttempt } from './recorded.ts'

/**
 * Counts tests, not attempts, with memory only for tests that failed: others are tried again only where a runner
 * repeats a group of tests, and then it says so.
 */
export interface Tally {
  /** False for an attempt too many: the first passes and the first failures of a test are kept, half of each. */
  hasRoom(group: number, title: string, occurrence: number, attempt: RecordedAttempt): boolean
  /** True where an attempt of the test failed, until now. */
  hasFailed(group: number, title: string, occurrence: number): boolean
  count(group: number, title: string, occurrence: number, attempt: RecordedAttempt): void
  readonly results: number
}

const HALF = LIMITS.attempts / 2

export const makeTally = (): Tally => {
  /** How many failures each has. */
  const failed = new Map<string, number>()
  let results = 0
  const keyOf = (group: number, title: string, occurrence: number) => `${group}\0${occurrence}\0${title}`
  return {
    hasRoom(group, title, occurrence, { status, repeat = 0 }) {
      if (!isFailure(status)) return repeat < HALF
      return (failed.get(keyOf(group, title, occurrence)) ?? 0) < HALF
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
