import type { ExecutionRow } from '../../executions/execution-row.ts'
import { findLongTests } from '../../results/find-long-tests.ts'
import type { Store } from '../../store/open.ts'
import { knownTests, type Run } from '../evidence/outcomes.ts'
import { readDurations, type Timed } from './durations.ts'
import { type Hiccups, isSteady, median, STEADY } from './outlier.ts'

/** Tests that are looked at to tell how fast a machine was. */
const TESTS = 60
/** Fewer than this say nothing of the machine. */
const LEAST_TESTS = 10
/** Shorter ones are mostly overhead, microseconds. */
const LEAST_US = 50_000

/** How fast whole runs were. */
export interface MachineSpeed {
  /**
   * 1.5 if the median test took half as long again as usual. A slow machine slows every test; the remaining difference
   * belongs to the test itself. 1 with too few tests.
   */
  of(run: Run, legId: number): number
  hiccups: Hiccups
}

/** Reads how fast the head and these runs were, as a sample of their tests shows. */
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

/** Runs of steady tests that must be known, whichever tests they are of. */
const ENOUGH_STEADY = 300
/** Of steady tests that may have taken far longer once: one of a wider kind looks steady for a while. */
const HICCUPED_SHARE = 0.1
/** From this share on, hiccups are how steady tests of the project are: fewer may be of a wider kind. */
const HICCUPS_SHARE = 0.2

/** What runs of a project's steady tests tell about single runs that took far longer. */
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

/** Durations at the pace of a usual run, milliseconds. */
export const atUsualSpeed = (passes: Timed[], legId: number, pace: MachineSpeed): number[] =>
  passes.map(({ run, ms }) => ms / pace.of(run, legId))
