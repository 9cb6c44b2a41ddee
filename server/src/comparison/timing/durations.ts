import { sql } from 'kysely'
import { readUnmoved } from '../../results/read-rows.ts'
import type { Store } from '../../store/open.ts'
import { VERDICT } from '../../store/tables.ts'
import { readArchivedOutcomes } from '../evidence/archived-outcomes.ts'
import type { Run, Tests } from '../evidence/outcomes.ts'
import { visitResults } from '../evidence/result-lists.ts'

/** One plain pass. */
export interface Timed {
  run: Run
  ms: number
}

/** How long tests took where they plainly passed, in the order of the runs they were read for. */
export interface Durations {
  /** All of one test on one leg. */
  of(testId: number, legId: number): Timed[]
  /** Of each test and leg there are any of. */
  each(): Iterable<{ legId: number; passes: Timed[] }>
}

/** In place of a duration where a test ran and did not plainly pass. */
const NO_PASS = -1

/** Reads durations of these tests in those runs; runs times tests probes of the primary key. */
export async function readDurations(store: Store, runs: Run[], tests: Tests): Promise<Durations> {
  const places = new Map(runs.map((run, i) => [run.id, i]))
  const legs = new Map<number, Map<number, Float64Array>>()
  const put = ({ id }: Run, legId: number, testId: number, us: number) => {
    const ofLeg = legs.get(legId) ?? new Map<number, Float64Array>()
    legs.set(legId, ofLeg)
    const times = ofLeg.get(testId) ?? new Float64Array(runs.length).fill(Number.NaN)
    ofLeg.set(testId, times)
    const place = places.get(id) as number
    // Parts that collided tell of one test twice: the worse speaks for it.
    if (us === NO_PASS || Number.isNaN(times[place])) times[place] = us
  }
  if (runs.length > 0 && tests.ids.length > 0)
    await readUnmoved(
      store,
      runs.map((run) => run.id),
      async (archived) => {
        legs.clear()
        const live = runs.filter((run) => !archived.has(run.id))
        await visitResults(store, live, tests, DURATION_OF_PASS, put)
        const byId = new Map(runs.map((run) => [run.id, run]))
        for (const row of await readArchivedOutcomes(store, [...archived.keys()], tests.ids)) {
          const us = row.verdict === VERDICT.passed ? row.duration_us : NO_PASS
          if (row.verdict > 0 && row.verdict !== VERDICT.skipped)
            put(byId.get(row.execution_id) as Run, row.leg_id, tests.currentId(row.test_id), us)
        }
      },
    )
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

const DURATION_OF_PASS = sql<number>`case when verdict = ${sql.lit(VERDICT.passed)} then duration_us else ${sql.lit(NO_PASS)} end`
