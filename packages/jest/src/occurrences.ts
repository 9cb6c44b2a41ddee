import type { FileEntry, TestCaseResult, TestCaseStart, Titled } from './jest.ts'
import { didRun } from './to-result.ts'

/** The tests of one file that have equal titles. */
interface Twins {
  /** The number of reported attempts of each of them, in the order of their numbers. */
  told: number[]
  /** The number of them that are running. */
  running: number
  /** Attempts whose test is known only at the end of the file. */
  held: TestCaseResult[]
  isUnclear: boolean
  /** The number of the attempt that was reported last. */
  hasFailed: boolean
  /** When one of them last started, in milliseconds since the epoch. */
  startedAt: number
}

/** A test that has started and not ended. */
interface Unfinished {
  test: Titled
  occurrence: number
  /** Milliseconds since the epoch. */
  startedAt: number
}

/** A test of a finished file with its attempts that were not reported before. */
export interface Untold {
  test: Titled
  occurrence: number
  /** Attempts that were held back, oldest first. */
  held: TestCaseResult[]
  /** Results of the file, if more than the held-back ones are missing. */
  entry?: FileEntry
  /** The number of its attempts that were reported before. */
  told: number
}

/**
 * Distinguishes the tests of one file that have equal titles. Jest identifies a test only by its
 * titles, and reports the declaration order only at the end of the file. Waiting for that would
 * lose a whole file if the run crashes. A test is therefore numbered when it first ends; only
 * attempts that may belong to several tests are held back. Skipped tests are numbered after those
 * that ran.
 */
export class Occurrences {
  readonly #twins = new Map<string, Twins>()
  #running = 0
  /** True once a file had fewer tests than were reported: its worker died, and another one restarted it. */
  hasTooMany = false

  /** An attempt starts. */
  begin(test: TestCaseStart): void {
    const twins = this.#of(test)
    twins.startedAt = test.startedAt ?? Date.now()
    // Concurrent tests of equal titles end in any order, and a file that a new worker restarts
    // leaves tests running.
    if (twins.running > 0 || (twins.told.length > 0 && this.#running > 0)) twins.isUnclear = true
    twins.running += 1
    this.#running += 1
  }

  /** Latest start of a test with these titles, in milliseconds since the epoch; null if unknown. */
  startOf(test: Titled): number | null {
    return this.#of(test).startedAt || null
  }

  /**
   * The number of a test that has just ended an attempt, 0 for the first with its titles; undefined
   * if it is held back.
   */
  ofAttempt(result: TestCaseResult): number | undefined {
    const twins = this.#of(result)
    if (twins.running > 0) {
      twins.running -= 1
      this.#running -= 1
    }
    const tries = result.invocations ?? 1
    const earlier = tries > 1 ? indexesOf(twins.told, tries - 1) : []
    if (earlier.length > 1) twins.isUnclear = true
    if (twins.isUnclear) {
      twins.held.push(result)
      return undefined
    }
    const [occurrence = twins.told.length] = earlier
    twins.told[occurrence] = tries
    twins.hasFailed = result.status === 'failed'
    return occurrence
  }

  /**
   * The attempts that only the finished file reports; with `hasGaps`, some attempts of a test may
   * be missing.
   */
  rest(entries: FileEntry[], hasGaps: boolean): Untold[] {
    const byKey = groupOf(entries)
    const untold: Untold[] = []
    for (const [key, { told, held }] of this.#twins) {
      const { length } = byKey.get(key) ?? []
      if (told.length > length) this.hasTooMany = true
      if (held.length > 0 && length === 0) byKey.set(key, [])
    }
    for (const [key, equal] of byKey) {
      const twins = this.#twins.get(key)
      if (hasGaps || !isAllTold(twins, equal)) untold.push(...restOf(twins, equal, hasGaps))
    }
    return untold
  }

  /** True if some of these tests have equal titles. */
  static hasEqual(entries: FileEntry[]): boolean {
    return groupOf(entries).size < entries.length
  }

  /** The tests that were running when the file was cut off. */
  unfinished(): Unfinished[] {
    return [...this.#twins].flatMap(([key, { running, told, isUnclear, hasFailed, startedAt }]) => {
      if (running === 0) return []
      // After a failure, a retry is more likely than another test with the same titles.
      const next = hasFailed ? told.length - 1 : told.length
      return [{ test: titledOf(key), occurrence: isUnclear ? 0 : next, startedAt }]
    })
  }

  #of(test: Titled): Twins {
    const key = keyOf(test)
    let twins = this.#twins.get(key)
    if (!twins) {
      twins = { told: [], running: 0, held: [], isUnclear: false, hasFailed: false, startedAt: 0 }
      this.#twins.set(key, twins)
    }
    return twins
  }
}

const groupOf = (entries: FileEntry[]): Map<string, FileEntry[]> => {
  const byKey = new Map<string, FileEntry[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const equal = byKey.get(key)
    if (equal) equal.push(entry)
    else byKey.set(key, [entry])
  }
  return byKey
}

/** The usual case: one test that ran and was reported when it ended. */
const isAllTold = (twins: Twins | undefined, [entry, ...more]: FileEntry[]): boolean =>
  more.length === 0 &&
  entry !== undefined &&
  didRun(entry) &&
  twins?.told.length === 1 &&
  twins.held.length === 0

const restOf = (twins: Twins | undefined, equal: FileEntry[], hasGaps: boolean): Untold[] => {
  const ran = equal.filter(didRun)
  const skipped = equal.filter((entry) => !didRun(entry))
  const { told = [], held = [] } = twins ?? {}
  const shares = share(held, ran, told)
  const untold = ran.flatMap((entry, occurrence): Untold[] => {
    const tries = told[occurrence] ?? 0
    const own = shares[occurrence] ?? []
    const isMissing = own.length === 0 && (tries === 0 || (hasGaps && tries < (entry.invocations ?? 1)))
    if (own.length === 0 && !isMissing) return []
    return [{ test: entry, occurrence, held: own, told: tries, ...(isMissing ? { entry } : {}) }]
  })
  // Without a result of the file, they are attempts of one test, which several workers started.
  const [lost] = ran.length === 0 ? held : []
  if (lost) untold.push({ test: lost, occurrence: 0, held, told: 0 })
  const first = Math.max(ran.length, untold.length)
  return [
    ...untold,
    ...skipped.map((entry, index) => ({ test: entry, entry, occurrence: first + index, held: [], told: 0 })),
  ]
}

/**
 * Assigns the held attempts: the result of the file identifies the last one of each test, and their
 * order the rest.
 */
const share = (held: TestCaseResult[], ran: FileEntry[], told: number[]): TestCaseResult[][] => {
  const free = new Set(held)
  const take = (isOurs: (result: TestCaseResult) => boolean): TestCaseResult[] => {
    const [found] = [...free].filter(isOurs)
    if (found) free.delete(found)
    return found ? [found] : []
  }
  const last = ran.map((entry) => take((result) => isLastOf(result, entry)))
  const shares = ran.map((entry, index) => {
    const from = (told[index] ?? 0) + 1
    const before = Array.from({ length: Math.max(0, (entry.invocations ?? 1) - from) }, (_, offset) =>
      take((result) => triesOf(result) === from + offset),
    )
    return [...before.flat(), ...(last[index] ?? [])]
  })
  if (shares[0]) shares[0].unshift(...free)
  return shares
}

const isLastOf = (result: TestCaseResult, entry: FileEntry): boolean =>
  triesOf(result) === (entry.invocations ?? 1) &&
  result.status === entry.status &&
  result.duration === entry.duration &&
  (typeof entry.startAt !== 'number' || result.startedAt === entry.startAt) &&
  result.failureMessages.join() === entry.failureMessages.join()

const triesOf = ({ invocations }: TestCaseResult): number => invocations ?? 1

const indexesOf = (told: number[], tries: number): number[] =>
  told.flatMap((each, index) => (each === tries ? [index] : []))

const keyOf = ({ ancestorTitles, title }: Titled): string => JSON.stringify([...ancestorTitles, title])

const titledOf = (key: string): Titled => {
  const titles: string[] = JSON.parse(key)
  return { ancestorTitles: titles.slice(0, -1), title: titles.at(-1) ?? '' }
}
