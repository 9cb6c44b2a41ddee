import type { Store } from '../../../ground/store/open.ts'
import { NO_PASS, visitDurations } from '../../../results/results/visit-durations.ts'
import type { Run, Tests } from '../evidence/outcomes.ts'

/** The duration of one plain pass. */
export interface Timed {
  run: Run
  ms: number
}

/** Durations of plain passes, in the order of the runs they were read for. */
export interface Durations {
  /** All durations of one test on one leg. */
  of(testId: number, legId: number): Timed[]
  /** Every test and leg that has any durations. */
  each(): Iterable<{ legId: number; passes: Timed[] }>
}

/** Reads the durations of these tests in those runs, with one primary-key lookup for each test and run. */
export async function readDurations(store: Store, runs: Run[], tests: Tests): Promise<Durations> {
  const places = new Map(runs.map((run, i) => [run.id, i]))
  const legs = new Map<number, Map<number, Float64Array>>()
  await visitDurations(store, [...places.keys()], tests.ids, (executionId, legId, testId, us) => {
    const ofLeg = legs.get(legId) ?? new Map<number, Float64Array>()
    legs.set(legId, ofLeg)
    const id = tests.currentId(testId)
    const times = ofLeg.get(id) ?? new Float64Array(runs.length).fill(Number.NaN)
    ofLeg.set(id, times)
    const place = places.get(executionId) as number
    // Colliding parts report a test twice: the worse result counts.
    if (us === NO_PASS || Number.isNaN(times[place])) times[place] = us
  })
  const passesOf = (times: Float64Array) => {
    const passes: Timed[] = []
    for (const [i, run] of runs.entries()) {
      const us = times[i] as number
      if (us >= 0) passes.push({ run, ms: us / 1000 })
    }
    return passes
  }
  return {
    of(testId, legId) {
      const times = legs.get(legId)?.get(testId)
      return times ? passesOf(times) : []
    },
    *each() {
      for (const [legId, tests] of legs)
        for (const times of tests.values()) yield { legId, passes: passesOf(times) }
    },
  }
}
