import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { NearbyRun } from './nearby-runs.ts'
import { knownTests, type Run, readOutcomes } from './outcomes.ts'

/** The number of tests of one error, and of all errors together, that are looked up in other runs. */
const MOST_OF_ERROR = 40
const MOST_TESTS = 400
/** The share of them that must have passed: one of them may be flaky there, or broken by another change. */
const PASSED_SHARE = 0.8

/** The tests that failed with one error. */
export interface ToCalm {
  tests: Set<number>
}

/** What became of the tests of each error in other runs, of which a sample is looked up. */
export interface Calm {
  /** The runs in which the tests of an error passed, by its fingerprint. */
  calmOf: (fingerprint: string) => NearbyRun[]
  passedIn: Passed
}

/** Whether a test passed in one of these runs, on all of its legs; null if it did not run, undefined if nobody looked. */
type Passed = (testId: number, run: Pick<Run, 'id'>) => boolean | null | undefined

export async function findCalm(
  store: Store,
  projectId: number,
  runs: NearbyRun[],
  byPrint: Map<string, ToCalm>,
): Promise<Calm> {
  const samples = new Map<string, number[]>()
  let left = MOST_TESTS
  for (const [print, { tests }] of [...byPrint].sort(([, a], [, b]) => b.tests.size - a.tests.size)) {
    const sample = sampleOf([...tests], Math.min(MOST_OF_ERROR, left))
    samples.set(print, sample)
    left -= sample.length
  }
  const passedIn = await readPassed(store, projectId, runs, [...samples.values()].flat())
  const calm = new Map(
    [...samples].map(([print, sample]) => [
      print,
      runs.filter((run) => {
        const outcomes = sample.flatMap((id) => passedIn(id, run) ?? [])
        return outcomes.length > 0 && outcomes.filter(Boolean).length >= PASSED_SHARE * outcomes.length
      }),
    ]),
  )
  return { calmOf: (fingerprint) => calm.get(fingerprint) ?? [], passedIn }
}

/** Which of these tests passed in which of the runs. */
export async function readPassed(
  store: Store,
  projectId: number,
  runs: Run[],
  ids: number[],
): Promise<Passed> {
  if (ids.length === 0 || runs.length === 0) return () => undefined
  const looked = new Set(ids)
  const outcomes = await readOutcomes(store, runs, await knownTests(store, projectId, ids))
  const passed = new Map<string, boolean>()
  for (const [key, of] of outcomes)
    for (const { run, verdict } of of) {
      const place = `${key.slice(0, key.indexOf('/'))}/${run.id}`
      passed.set(place, verdict === VERDICT.passed && passed.get(place) !== false)
    }
  return (testId, run) => (looked.has(testId) ? (passed.get(`${testId}/${run.id}`) ?? null) : undefined)
}

function sampleOf(ids: number[], most: number): number[] {
  if (most <= 0) return []
  const step = Math.ceil(ids.length / most)
  return ids.filter((_, i) => i % step === 0)
}
