import type { Experiments } from './experiments.ts'
import { errorOf, type FailuresToJudge, type OfFailure } from './failures.ts'

/** The tests that failed in this run with an error, and how many of them were tried alone. */
export interface TriedAlike {
  tests: number
  tried: number
}

/** Counts the tests with the error of each failure; null if none of them was tried, or all were. */
export function countTried(
  input: Pick<FailuresToJudge, 'failures' | 'reasons'>,
  experimentsOf: OfFailure<Experiments | null>,
): OfFailure<TriedAlike | null> {
  const tests = new Map<string, Set<number>>()
  const tried = new Map<string, Set<number>>()
  for (const pair of input.failures) {
    const error = errorOf(pair, input)
    if (error === null) continue
    tests.set(error, (tests.get(error) ?? new Set()).add(pair.testId))
    if (experimentsOf(pair)) tried.set(error, (tried.get(error) ?? new Set()).add(pair.testId))
  }
  return (pair) => {
    const error = errorOf(pair, input) ?? ''
    const counts = { tests: tests.get(error)?.size ?? 0, tried: tried.get(error)?.size ?? 0 }
    return counts.tried === 0 || counts.tried === counts.tests ? null : counts
  }
}
