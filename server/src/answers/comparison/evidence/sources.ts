import { loadOnce } from '../../../ground/kernel/load-once.ts'
import type { Store } from '../../../ground/store/open.ts'
import { readAttemptsHere } from './attempts-here.ts'
import { HISTORY_RUNS } from './base-runs.ts'
import { readOwnBranch } from './branch-runs.ts'
import { compareWithBase } from './compare-with-base.ts'
import { readDuplicateNames } from './duplicate-names.ts'
import { readEarlierFailures } from './earlier-failures.ts'
import { findElsewhere, MOST_SEEN } from './elsewhere.ts'
import { readExperimentsOf } from './experiments.ts'
import type { SourceName, Sources } from './failure-evidence.ts'
import { errorOf, type FailuresToJudge, type OfFailure } from './failures.ts'
import { readFlakes } from './flakes.ts'
import { findFormerTests } from './gone-tests.ts'
import { readHistory } from './history.ts'
import { readLineage } from './lineage.ts'
import { findMassFailure } from './mass-failure.ts'
import { findNearby } from './nearby-runs.ts'
import { readOneOffs } from './one-offs.ts'
import { readOtherLegs, readRunsOfLeg } from './other-legs.ts'
import { knownTests, type Run } from './outcomes.ts'
import { readPace } from './pace.ts'
import { readReach } from './reach.ts'
import { readOwnRuns } from './same-change.ts'
import { readSameErrorElsewhere } from './same-error-elsewhere.ts'
import { readSharedFailures } from './shared-errors.ts'
import { readSoleBranch } from './sole-branch.ts'
import { countStruckOnce } from './struck-tests.ts'
import { countTried } from './tried-alike.ts'
import { readUntested } from './untested-base.ts'

/** Reads a source for all failures at once; every later call shares that read. */
export type OpenSources = { [S in SourceName]: () => Promise<OfFailure<Sources[S]>> }

/** The sources of evidence about these failures. None is read before someone asks for it; `until` in milliseconds. */
export function openSources(store: Store, input: FailuresToJudge, until: number): OpenSources {
  const { base, history: runs, line, head, failures } = input
  const recent = runs.upTo.slice(0, HISTORY_RUNS)
  const tests = loadOnce(() =>
    knownTests(
      store,
      head.project_id,
      failures.flatMap(({ testId, baseTestId }) => [testId, baseTestId ?? testId]),
    ),
  )
  const here = loadOnce(async () => readAttemptsHere(store, input, await tests(), until))
  const earlier = loadOnce(async () => readEarlierFailures(store, head, line, until, await tests()))
  const seen = loadOnce(() => {
    const errors = failures.flatMap((pair) => errorOf(pair, input) ?? [])
    return readSameErrorElsewhere(store, head, until, errors)
  })
  const nearby = loadOnce(() => findNearby(store, head))
  const isOther = loadOnce(async () => {
    const [sightings, errors, around] = await Promise.all([earlier(), seen(), nearby()])
    const own = await readOwnRuns(store, head, base, [
      ...runs.since,
      ...[...sightings.values()].flatMap((some) => some.map(({ run }) => run)),
      ...[...errors.flaked.values()].flat(),
      ...[...errors.all.values()].flatMap((some) => some.slice(0, MOST_SEEN)),
      ...around,
    ])
    return (run: Run) => run.id !== head.id && !own.has(run.id)
  })
  const shared = loadOnce(async () => {
    const [around, isOfOthers, { failedAt }] = await Promise.all([nearby(), isOther(), here()])
    return readSharedFailures(store, input, around.filter(isOfOthers), failedAt)
  })
  const experiments = loadOnce(() => readExperimentsOf(store, input))
  return {
    compared: async () => compareWithBase(input),
    here: async () => (await here()).of,
    otherLegs: loadOnce(async () => readOtherLegs(store, head, await tests())),
    own: loadOnce(async () => readOwnBranch(store, head, await tests(), await here())),
    history: loadOnce(async () => {
      const { alone } = await here()
      return readHistory(store, input, await tests(), await isOther(), alone)
    }),
    runsOfLeg: loadOnce(() => readRunsOfLeg(store, recent)),
    flakes: loadOnce(async () => {
      const others = { earlier: await earlier(), isOther: await isOther() }
      return readFlakes(store, input, await tests(), until, others)
    }),
    elsewhere: async () => findElsewhere(input, await seen(), await isOther()),
    shared: async () => (await shared()).of,
    struckOnce: loadOnce(() => countStruckOnce(store, input)),
    massFailure: async () => findMassFailure(input, await shared()),
    untested: loadOnce(async () => readUntested(store, input, await tests(), until)),
    namesakes: loadOnce(async () => {
      const since = runs.since.filter(await isOther())
      return readDuplicateNames(store, input, [...since.toReversed(), ...recent])
    }),
    pace: loadOnce(() => readPace(store, input)),
    soleBranch: loadOnce(async () => {
      const others = { earlier: await earlier(), isOther: await isOther() }
      return readSoleBranch(store, input, await tests(), until, others)
    }),
    oneOffs: loadOnce(async () => {
      const oneOffs = await readOneOffs(store, input, until)
      return () => oneOffs
    }),
    lineage: loadOnce(async () => {
      const lineage = await readLineage(store, input, await nearby())
      return () => lineage
    }),
    experiments,
    reach: loadOnce(() => readReach(store, input)),
    triedAlike: async () => countTried(input, await experiments()),
    former: async () => findFormerTests(input),
  }
}
