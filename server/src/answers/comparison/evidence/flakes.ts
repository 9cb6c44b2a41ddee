import type { Store } from '../../../ground/store/open.ts'
import { makeCauseOf } from './dominating-error.ts'
import { countRuns, type EarlierFailure } from './earlier-failures.ts'
import { errorOf, type FailuresToJudge, type OfFailure, pastPlaceOf } from './failures.ts'
import type { Run, Tests } from './outcomes.ts'

/** How often a failed test failed or flaked on other branches. */
export interface Flakes {
  sightings: EarlierFailure[]
  /** The number of runs of other branches in which it ran, in the days of `sightings`. */
  ran: number
  /** Tests that failed with its error in this run, this one included, and never flaked with it. */
  soundAlike: number
  /** Tests that failed with an error of its cause in this run, and with that error in no other run. */
  freshAlike: number
}

/** Earlier failures of the failed tests in runs of other changes, beside the number of those runs. */
export async function readFlakes(
  store: Store,
  input: FailuresToJudge,
  tests: Tests,
  until: number,
  { earlier, isOther }: { earlier: Map<string, EarlierFailure[]>; isOther: (run: Run) => boolean },
): Promise<OfFailure<Flakes>> {
  const ran = await countRuns(store, input.head, input.line, until, tests)
  const sightingsOf: OfFailure<EarlierFailure[]> = (pair) =>
    (earlier.get(pastPlaceOf(pair)) ?? []).filter(({ run }) => isOther(run))
  const [sound, fresh] = [new Map<string, Set<number>>(), new Map<string | null, Set<number>>()]
  const causeOf = makeCauseOf(input.reasons)
  for (const pair of input.failures) {
    const now = errorOf(pair, input)
    const sightings = sightingsOf(pair)
    if (now === null || hasFlakedSo(sightings, now)) continue
    sound.set(now, (sound.get(now) ?? new Set()).add(pair.testId))
    if (sightings.some(({ fingerprint }) => fingerprint === now)) continue
    const cause = causeOf(pair.head)
    fresh.set(cause, (fresh.get(cause) ?? new Set()).add(pair.testId))
  }
  return (pair) => ({
    sightings: sightingsOf(pair),
    ran: ran.get(pastPlaceOf(pair)) ?? 0,
    soundAlike: sound.get(errorOf(pair, input) ?? '')?.size ?? 0,
    freshAlike: fresh.get(causeOf(pair.head))?.size ?? 0,
  })
}

const hasFlakedSo = (sightings: EarlierFailure[], fingerprint: string) =>
  sightings.some(({ isEvidence, fingerprint: then }) => isEvidence && then === fingerprint)
