import type { SentError } from '@svc/client/wrapped'
import type { FailedTest } from '../failed-test.ts'
import type { Counts } from '../rule/causes.ts'
import { type BurnFinding, doubtfulOrder, findingOf, type Orders, totalOf } from './order.ts'

/** A test to repeat. */
export type BurnTest = Omit<FailedTest, 'message'>

/** How a test ended in one run; `both`: retries in its code failed and passed. */
export type BurnResult = keyof Counts | 'both'

/** What one run of a file gave: how its tests ended, or why it gave nothing. */
export type FileRun =
  | {
      kind: 'ran'
      results: Map<BurnTest, BurnResult>
      /** With what tests failed. */
      errors?: Map<BurnTest, SentError>
      seconds: number
    }
  | { kind: 'void'; reason: string; seconds: number }

/** How a test ended once, in which order of its file. */
export interface BurnTrial {
  order: number | 'own'
  result: keyof Counts
  /** Of the run of its file. */
  seconds: number
  error?: SentError
}

/** What the repeats of one test show. */
export interface Burned {
  test: BurnTest
  finding: BurnFinding
  /** Of all orders. */
  counts: Counts
  /** Of the order in which the file has its tests. */
  inOrder: Counts
  /** In the order in which they ran. */
  trials: BurnTrial[]
  /** Why its file could not be run. */
  reason?: string
}

interface Bounds {
  /** Seconds of all runs together. */
  budget: number
  now(): number
  isStopped(): boolean
  /** True if the runner can run a file's tests in another order. */
  canShuffle: boolean
  /** From 0 to 1. */
  random(): number
}

/** Runs of a file that gave nothing, one after the other: it will not give anything. */
const MOST_VOID = 2
/** Each file gets so many runs before a fast one gets more than its share. */
const FIRST_RUNS = 4
/** A test that failed so often and never passed is broken, and not flaky. */
const BROKEN = 5

interface Case {
  tests: { test: BurnTest; orders: Map<number | 'own', Counts>; trials: BurnTrial[] }[]
  runs: number
  seconds: number
  voids: number
  reason?: string
}

/**
 * Repeats files, one run at a time, until each of the tests has failed and passed on this code, or the time is over. Every
 * second run on average has another order. `tell` is called after each run.
 */
export const burn = async (
  tests: BurnTest[],
  run: (file: BurnTest[], seed: number | undefined, secondsLeft: number) => Promise<FileRun>,
  { budget, now, isStopped, canShuffle, random }: Bounds,
  tell: (burned: Burned[], run: FileRun) => void = () => undefined,
): Promise<{ burned: Burned[]; runs: number }> => {
  const end = now() + budget
  const cases = casesOf(tests)
  let shuffles = canShuffle
  for (;;) {
    const left = end - now()
    const [next] = cases.filter(isOpen).sort(byTurn)
    if (!next || left <= 0 || isStopped()) break
    const seed = shuffles ? seedOf(next, random) : undefined
    const ran = await run(
      next.tests.map(({ test }) => test),
      seed,
      left,
    )
    // A run that was ended says nothing about its tests.
    if (ran.kind === 'void' && (isStopped() || now() >= end)) break
    next.seconds += ran.seconds
    next.runs += 1
    if (ran.kind === 'ran') take(next, seed ?? 'own', ran)
    // An old version of the runner may not know the option.
    else if (seed !== undefined) shuffles = false
    else {
      next.voids += 1
      next.reason = ran.reason
    }
    tell(next.tests.map(burnedOf(next)), ran)
  }
  return {
    burned: cases.flatMap((one) => one.tests.map(burnedOf(one))),
    runs: cases.reduce((sum, { runs }) => sum + runs, 0),
  }
}

const casesOf = (tests: BurnTest[]): Case[] => {
  const cases = new Map<string, Case>()
  for (const test of tests) {
    const key = JSON.stringify([test.file, test.variant])
    const one = cases.get(key) ?? { tests: [], runs: 0, seconds: 0, voids: 0 }
    one.tests.push({ test, orders: new Map(), trials: [] })
    cases.set(key, one)
  }
  return [...cases.values()]
}

const isOpen = ({ tests, voids }: Case): boolean =>
  voids < MOST_VOID && tests.some(({ orders }) => !isDecided(orders))

const isDecided = (orders: Orders): boolean => {
  const finding = findingOf(orders)
  return finding === 'flaky' || (finding === 'fails' && totalOf(orders).failed >= BROKEN)
}

/** Files take turns, at first by their runs, then by their time: many runs of a fast file show more. */
const byTurn = (one: Case, other: Case): number =>
  Math.min(one.runs, FIRST_RUNS) - Math.min(other.runs, FIRST_RUNS) || one.seconds - other.seconds

/**
 * An order that failed once again at once; else the own one in half of the runs. By turns, a test that fails in every second
 * run for what the run before left behind would fail in one order alone.
 */
const seedOf = ({ tests, runs }: Case, random: () => number): number | undefined => {
  for (const { orders } of tests) {
    const again = doubtfulOrder(orders)
    if (again !== undefined && !isDecided(orders)) return again
  }
  return random() < 0.5 ? undefined : runs + 1
}

const take = (
  one: Case,
  order: number | 'own',
  { results, errors, seconds }: Extract<FileRun, { kind: 'ran' }>,
): void => {
  one.voids = 0
  // Most tests pass in most runs: they share the trial.
  const passed: BurnTrial = { order, result: 'passed', seconds }
  for (const { test, orders, trials } of one.tests) {
    const result = results.get(test)
    if (result === undefined) continue
    const error = errors?.get(test)
    if (result !== 'passed') trials.push({ order, result: 'failed', seconds, ...(error && { error }) })
    if (result !== 'failed') trials.push(passed)
    const before = orders.get(order) ?? { failed: 0, passed: 0 }
    orders.set(order, {
      failed: before.failed + (result === 'passed' ? 0 : 1),
      passed: before.passed + (result === 'failed' ? 0 : 1),
    })
  }
}

const burnedOf =
  ({ voids, reason }: Case) =>
  ({ test, orders, trials }: Case['tests'][number]): Burned => ({
    test,
    trials,
    finding: findingOf(orders),
    counts: totalOf(orders),
    inOrder: orders.get('own') ?? { failed: 0, passed: 0 },
    ...(voids >= MOST_VOID && reason !== undefined && { reason }),
  })
