import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { NearbyRun } from './nearby-runs.ts'
import { knownTests, readOutcomes } from './outcomes.ts'

/** The number of tests of one error, and of all errors together, that are looked up in other runs. */
const MOST_OF_ERROR = 40
const MOST_TESTS = 400
/** The share of them that must have passed: one of them may be flaky there, or broken by another change. */
const PASSED_SHARE = 0.8

/** The tests that failed with one error. */
export interface ToCalm {
  tests: Set<number>
}

/** The runs in which the tests of an error passed, by its fingerprint; reads a sample of the tests. */
export async function findCalm(
  store: Store,
  projectId: number,
  runs: NearbyRun[],
  byPrint: Map<string, ToCalm>,
): Promise<(fingerprint: string) => NearbyRun[]> {
  const samples = new Map<string, number[]>()
  let left = MOST_TESTS
  for (const [print, { tests }] of [...byPrint].sort(([, a], [, b]) => b.tests.size - a.tests.size)) {
    const sample = sampleOf([...tests], Math.min(MOST_OF_ERROR, left))
    samples.set(print, sample)
    left -= sample.length
  }
  const ids = [...samples.values()].flat()
  if (ids.length === 0 || runs.length === 0) return () => []
  const outcomes = await readOutcomes(store, runs, await knownTests(store, projectId, ids))
  /** By test and run: whether it passed on all legs. */
  const passed = new Map<string, boolean>()
  for (const [key, of] of outcomes)
    for (const { run, verdict } of of) {
      const position = `${key.slice(0, key.indexOf('/'))}/${run.id}`
      passed.set(position, verdict === VERDICT.passed && passed.get(position) !== false)
    }
  const calm = new Map(
    [...samples].map(([print, sample]) => [
      print,
      runs.filter((run) => {
        const outcomes = sample.flatMap((id) => passed.get(`${id}/${run.id}`) ?? [])
        return outcomes.length > 0 && outcomes.filter(Boolean).length >= PASSED_SHARE * outcomes.length
      }),
    ]),
  )
  return (fingerprint) => calm.get(fingerprint) ?? []
}

function sampleOf(ids: number[], most: number): number[] {
  if (most <= 0) return []
  const step = Math.ceil(ids.length / most)
  return ids.filter((_, i) => i % step === 0)
}
