import type { TestCaseResult } from '@jest/reporters'
import { didRun, type FileEntry } from './to-result.ts'

type Titled = Pick<FileEntry, 'ancestorTitles' | 'title'>

/** What was told so far of one of several tests of equal titles. */
interface Told {
  invocations: number
  hasFailed: boolean
}

/** A test of a finished file with the number of its attempts that were told before. */
export interface Untold {
  entry: FileEntry
  occurrence: number
  told: number
}

/**
 * Tells apart the tests of one file that have equal titles. Jest names no test but by its titles,
 * and its order of declaration only with the end of the file. Waiting for that would lose
 * a whole file to a crash, so tests that run are numbered as they end for the first time, which is
 * the order of declaration unless they are concurrent or randomized; skipped ones come after them.
 */
export class Occurrences {
  readonly #told = new Map<string, Told[]>()

  /** The number of a test that has just ended a try, 0 for the first of its titles. */
  ofAttempt(result: TestCaseResult): number {
    const all = this.#all(result)
    const invocations = result.invocations ?? 1
    const hasFailed = result.status === 'failed'
    // A retry belongs to the first test that failed the try before: Jest retries in order.
    const earlier = all.findIndex((told) => told.hasFailed && told.invocations === invocations - 1)
    if (invocations > 1 && earlier >= 0) {
      all[earlier] = { invocations, hasFailed }
      return earlier
    }
    return all.push({ invocations, hasFailed }) - 1
  }

  /** What the finished file says beyond the attempts before; with `hasGaps` some of a test's may be missing. */
  rest(entries: FileEntry[], hasGaps: boolean): Untold[] {
    const next = new Map<string, number>()
    const number = (entry: FileEntry): number => {
      const occurrence = next.get(keyOf(entry)) ?? 0
      next.set(keyOf(entry), occurrence + 1)
      return occurrence
    }
    const ran = entries.filter(didRun).flatMap((entry): Untold[] => {
      const occurrence = number(entry)
      const told = this.#all(entry)[occurrence]?.invocations ?? 0
      const isUntold = told === 0 || (hasGaps && told < (entry.invocations ?? 1))
      return isUntold ? [{ entry, occurrence, told }] : []
    })
    const skipped = entries.filter((entry) => !didRun(entry))
    return [...ran, ...skipped.map((entry) => ({ entry, occurrence: number(entry), told: 0 }))]
  }

  #all(test: Titled): Told[] {
    const key = keyOf(test)
    const all = this.#told.get(key) ?? []
    this.#told.set(key, all)
    return all
  }
}

const keyOf = ({ ancestorTitles, title }: Titled): string => JSON.stringify([...ancestorTitles, title])
