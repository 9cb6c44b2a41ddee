import type { Store } from '../../../ground/store/open.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import {
  type FileTimes,
  filesSlowerOnHead,
  type TestTimes,
  testsPassedOnBoth,
} from '../../../results/results/passed-on-both.ts'
import type { PassedUs } from '../../../results/results/read-changed.ts'
import type { LegChanges } from '../changes/read-changes.ts'
import type { Run } from '../evidence/outcomes.ts'
import { fileOutlier, type TestOfFile } from './file-outlier.ts'
import { readMachineSpeed } from './machine-speed.ts'
import { type Durations, readDurations, type Timed } from './read-durations.ts'
import { readTimingInputs } from './read-timing-inputs.ts'
import { FLOOR_MS, type Outlier } from './test-outlier.ts'

/** If the tests of a leg together took longer than on the base by this factor, its files are examined. */
const WORTH_A_LOOK = { ratio: 1.05, floorUs: FLOOR_MS * 1_000 }
/**
 * The number of its files that are judged, those with the largest increase first; this bounds the
 * cost of a comparison.
 */
const FILES = { ratio: 1.2, floorUs: WORTH_A_LOOK.floorUs, limit: 10 }
/** The number of tests in them. */
const MOST_TESTS = 2_000
const MOST_RUNS = 60
/** A run must cover this share of a file's duration to represent the whole file. */
const KNOWN_SHARE = 0.9

export interface SlowerFile extends Outlier {
  file: string
  legId: number
  tests: number
}

/**
 * Files whose passed tests took longer together than in the base branch's runs, the most first: many short tests that
 * became slower show in sum only. `upTo` are runs of the base branch, newest first, and `told` are the ids of tests that are slower by themselves. Legs without sums are left out.
 */
export async function findSlowerFiles(
  store: Store,
  upTo: Run[],
  head: ExecutionRow,
  legs: LegChanges[],
  slowerTests: ReadonlySet<string>,
): Promise<SlowerFile[]> {
  const slowerFiles: SlowerFile[] = []
  for (const leg of legs)
    if (leg.passedUs && isWorthALook(leg.passedUs))
      slowerFiles.push(...(await judgeLeg(store, upTo, head, leg, leg.passedUs, slowerTests)))
  return slowerFiles.sort((a, b) => b.headMs - b.usualMs - (a.headMs - a.usualMs))
}

const isWorthALook = ({ base, head }: PassedUs) =>
  head - base > WORTH_A_LOOK.floorUs && head > WORTH_A_LOOK.ratio * base

async function judgeLeg(
  store: Store,
  upTo: Run[],
  head: ExecutionRow,
  leg: LegChanges,
  passedUs: PassedUs,
  slowerTests: ReadonlySet<string>,
): Promise<SlowerFile[]> {
  const files = await filesSlowerOnHead(store, leg, FILES)
  if (files.length === 0) return []
  const fileIds = files.map(({ fileId }) => fileId)
  const tests = (await testsPassedOnBoth(store, leg, fileIds, MOST_TESTS)).filter(
    ({ key }) => !slowerTests.has(key),
  )
  const ids = tests.map((row) => row.id)
  const { twins, tests: known } = await readTimingInputs(store, head, ids)
  const runs = upTo.slice(0, MOST_RUNS)
  const [durations, pace] = await Promise.all([
    readDurations(store, [head, ...twins, ...runs], known),
    readMachineSpeed(store, head, runs),
  ])
  const paceOfHead = Math.max(restOf(passedUs, files), pace.of(head, leg.legId))
  return [...Map.groupBy(tests, (row) => row.file)].flatMap(([file, rows]) => {
    // Reports of some tools name no files.
    if (file === '') return []
    const sums = sumsOf(leg.legId, rows, durations)
    const paceOf = (run: Run) => (run.id === head.id ? paceOfHead : pace.of(run, leg.legId))
    const msOf = (some: Run[]) =>
      some.flatMap((run) => {
        const ms = sums.get(run.id)
        return ms === undefined ? [] : [ms / paceOf(run)]
      })
    const stands = fileOutlier(
      msOf([head, ...twins]),
      msOf(runs),
      rows.flatMap(({ id }) => testOf(durations.of(id, leg.legId), head, paceOf)),
    )
    return stands && stands.deviations > 0 ? [{ ...stands, file, legId: leg.legId, tests: rows.length }] : []
  })
}

/** One test of a file, scaled to the speed of a usual run; none without a duration on both sides. */
function testOf(passes: Timed[], head: Run, paceOf: (run: Run) => number): TestOfFile[] {
  const [now, before] = [true, false].map((isHead) =>
    passes.filter(({ run }) => (run.id === head.id) === isHead).map(({ run, ms }) => ms / paceOf(run)),
  ) as [number[], number[]]
  const [headMs] = now
  return headMs === undefined || before.length === 0 ? [] : [{ headMs, allMs: before }]
}

/** How much slower the rest of the leg was, which is due to the machine. */
function restOf({ base, head }: PassedUs, files: FileTimes[]): number {
  const sum = (of: (file: FileTimes) => number) => files.reduce((all, file) => all + of(file), 0)
  const [before, now] = [base - sum(({ baseUs }) => baseUs), head - sum(({ headUs }) => headUs)]
  return before < WORTH_A_LOOK.floorUs ? 1 : Math.max(1, now / before)
}

/** The total duration of all these tests in each run, milliseconds, by the run's id. */
function sumsOf(legId: number, rows: TestTimes[], durations: Durations): Map<number, number> {
  const wholeUs = rows.reduce((sum, row) => sum + row.baseUs, 0)
  const runs = new Map<number, { ms: number; knownUs: number }>()
  for (const { id, baseUs } of rows)
    for (const { run, ms } of durations.of(id, legId) as Timed[]) {
      const of = runs.get(run.id) ?? { ms: 0, knownUs: 0 }
      runs.set(run.id, { ms: of.ms + ms, knownUs: of.knownUs + baseUs })
    }
  return new Map(
    [...runs]
      .filter(([, { knownUs }]) => knownUs > 0 && knownUs >= KNOWN_SHARE * wholeUs)
      .map(([id, { ms, knownUs }]) => [id, (ms * wholeUs) / knownUs]),
  )
}
