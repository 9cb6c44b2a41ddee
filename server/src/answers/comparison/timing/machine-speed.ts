import type { Store } from '../../../ground/store/open.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { findLongTests } from '../../../results/results/find-long-tests.ts'
import { knownTests, type Run } from '../evidence/outcomes.ts'
import { readDurations, type Timed } from './read-durations.ts'
import { type Hiccups, isSteady, median, STEADY } from './test-outlier.ts'

/** The number of tests that are read to estimate how fast a machine was. */
const TESTS = 60
/** Fewer tests than this do not support an estimate. */
const LEAST_TESTS = 10
/** Shorter tests are mostly overhead, microseconds. */
const LEAST_US = 50_000

/** How fast complete runs were. */
export interface MachineSpeed {
  /**
   * 1.5 if the median test took 50 % longer than usual. A slow machine slows every test down, so
   * the remaining difference belongs to the test itself. 1 if there are too few tests.
   */
  of(run: Run, legId: number): number
  hiccups: Hiccups
}

/** Estimates from a sample of tests how fast the head and these runs were. */
export async function readMachineSpeed(store: Store, head: ExecutionRow, runs: Run[]): Promise<MachineSpeed> {
  const sample = await findLongTests(store, head.id, { leastUs: LEAST_US, limit: TESTS })
  const tests = await knownTests(store, head.project_id, sample)
  const ratios = new Map<string, number[]>()
  const durations = [...(await readDurations(store, [head, ...runs], tests)).each()]
  for (const { legId, passes } of durations) {
    const usualMs = median(passes.map(({ ms }) => ms))
    if (usualMs === 0) continue
    for (const { run, ms } of passes) {
      const place = placeOf(run, legId)
      const known = ratios.get(place)
      if (known) known.push(ms / usualMs)
      else ratios.set(place, [ms / usualMs])
    }
  }
  const paces = new Map([...ratios].map(([place, of]) => [place, of.length < LEAST_TESTS ? 1 : median(of)]))
  const of = (run: Run, legId: number) => paces.get(placeOf(run, legId)) ?? 1
  const before = durations.map(({ legId, passes }) =>
    passes.filter(({ run }) => run.id !== head.id).map(({ run, ms }) => ms / of(run, legId)),
  )
  return { of, hiccups: hiccupsOf(before) }
}

/** The number of runs of steady tests that must be known, summed over all tests. */
const ENOUGH_STEADY = 300
/**
 * The share of steady tests that may have had one such slowdown: a test with more variation looks
 * steady for a while.
 */
const HICCUPED_SHARE = 0.1
/** From this share on, one-off slowdowns are normal for the project's steady tests. */
const HICCUPS_SHARE = 0.2

/** What runs of a project's steady tests reveal about single runs that took far longer. */
export function hiccupsOf(tests: number[][]): Hiccups {
  const steady = tests.filter(isSteady)
  const known = steady.reduce((sum, allMs) => sum + allMs.length, 0)
  const longest = steady
    .map((allMs) => Math.max(...allMs) / median(allMs))
    .filter((times) => times >= STEADY.times)
  const share = longest.length / Math.max(1, steady.length)
  return {
    areUnknown: known >= ENOUGH_STEADY && share <= HICCUPED_SHARE,
    leastTimes:
      share >= HICCUPS_SHARE && longest.length > 1 ? Math.min(...longest) : Number.POSITIVE_INFINITY,
  }
}

const placeOf = (run: Run, leg: number) => `${run.id}/${leg}`

/** Durations scaled to the speed of a usual run, milliseconds. */
export const atUsualSpeed = (passes: Timed[], legId: number, pace: MachineSpeed): number[] =>
  passes.map(({ run, ms }) => ms / pace.of(run, legId))
