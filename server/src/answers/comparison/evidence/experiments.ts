import type { Store } from '../../../ground/store/open.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { type ExperimentRow, readExperiments } from '../../../results/experiments/read-experiments.ts'
import type { Reason } from '../changes/read-reasons.ts'
import { type ComparedTrial, compareTrials } from './compare-trials.ts'
import { type FailuresToJudge, type OfFailure, placeOf } from './failures.ts'

/** Trials of one failed test. */
export interface SomeTrials {
  /** In the order in which they ran. */
  trials: ComparedTrial[]
  headCommit: string
  headCommand: string
  /** Null if only the head was tried. */
  base: {
    sha: string
    branch: string | null
    command: string
    /** False if it has commits that the head lacks. */
    isOlder: boolean
    /** False if the comparison has another base, for example because it moved on. */
    isCompared: boolean
  } | null
  machine: string
  startedAt: number
  /** Files that ran before its own in each trial. */
  after: string[]
}

/** Trials of the file of one failed test alone, on exactly the code that is judged. */
export interface Experiments extends SomeTrials {
  /** Trials of it after other files, which follow those alone; null without any. */
  neighbours: SomeTrials | null
}

/** What experiments say of each failure; null without one on this code. */
export async function readExperimentsOf(
  store: Store,
  { head, base, reasons }: Pick<FailuresToJudge, 'head' | 'base' | 'reasons'>,
): Promise<OfFailure<Experiments | null>> {
  const rows = (await readExperiments(store, head.id)).flatMap((row) =>
    isOfHead(row, head) && row.purpose !== 'bisect' ? inOwnOrder(row) : [],
  )
  const places = Map.groupBy(rows, (row) => placeOf({ testId: row.test_id, legId: row.leg_id }))
  return (pair) => {
    const own = places.get(placeOf(pair))
    const failure = pair.head?.reasonId == null ? undefined : reasons.get(pair.head.reasonId)
    return own ? ofTest(ofOnePurpose(own), base.tested_sha, failure) : null
  }
}

/** Each kind of trials stops by a rule of its own: a burn-in at a failure, so that its counts are none of a proof. */
const ofOnePurpose = (rows: ExperimentRow[]): ExperimentRow[] => {
  const purpose = BY_VALUE.find((each) => rows.some((row) => row.purpose === each))
  return rows.filter((row) => row.purpose === purpose)
}

/** The proofs first, because they alone look for whose failure it is. A bisect tries other code, or looks for a commit. */
const BY_VALUE = ['proof', 'rerun', 'burn-in'] as const satisfies ExperimentRow['purpose'][]

/** In another order of its file's tests, a test may fail for what it needs from them: this run had their own order. */
const inOwnOrder = (row: ExperimentRow): ExperimentRow[] => {
  const trials = row.trials.filter(({ order }) => order === undefined)
  return trials.length === 0 ? [] : [{ ...row, trials }]
}

/** Trials of other code say nothing about this run. */
export const isOfHead = (row: ExperimentRow, head: ExecutionRow): boolean =>
  row.head_sha === head.tested_sha && row.head_dirty === head.dirty

/** After other files count those alone that the newest trials have: another list is another experiment. */
function ofTest(
  rows: ExperimentRow[],
  comparedSha: string | null,
  failure: Reason | undefined,
): Experiments | null {
  const alone = rows.filter(({ after }) => after.length === 0)
  // Whether it needs them is known only if it passed without them.
  if (alone.length === 0) return null
  const newest = rows.findLast(({ after }) => after.length > 0)
  const list = JSON.stringify(newest?.after)
  const beside = rows.filter(({ after }) => JSON.stringify(after) === list)
  return {
    ...together(alone, comparedSha, failure),
    neighbours: newest ? together(beside, comparedSha, failure) : null,
  }
}

/** Experiments with the base that is compared count together; without one, those with the newest other base. */
function together(
  rows: ExperimentRow[],
  comparedSha: string | null,
  failure: Reason | undefined,
): SomeTrials {
  const ofCompared = rows.findLast((row) => row.base_sha !== null && row.base_sha === comparedSha)
  const newest = ofCompared ?? rows.findLast((row) => row.base_sha !== null) ?? (rows.at(-1) as ExperimentRow)
  const counted = rows.filter((row) => row.base_sha === null || row.base_sha === newest.base_sha)
  return {
    trials: counted.flatMap((row) => withoutLoneBase(compareTrials(row.trials, failure))),
    headCommit: newest.head_sha,
    headCommand: newest.head_command,
    base:
      newest.base_sha === null
        ? null
        : {
            sha: newest.base_sha,
            branch: newest.base_branch,
            command: newest.base_command ?? '',
            isOlder: newest.base_is_older === 1,
            isCompared: newest === ofCompared,
          },
    machine: newest.machine,
    startedAt: newest.started_at,
    after: newest.after,
  }
}

/** Failures of the base count only beside one of the head: a later outage must not excuse what was seen before it. */
const withoutLoneBase = (trials: ComparedTrial[]): ComparedTrial[] =>
  trials.some(({ side, result }) => side === 'head' && result === 'failed')
    ? trials
    : trials.filter(({ side, result }) => side === 'head' || result !== 'failed')
