import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import type { AttemptsHere } from './attempts-here.ts'
import { type OfFailure, placeOf } from './failures.ts'
import { type Outcome, type Outcomes, RUN_COLUMNS, type Run, readOutcomes, type Tests } from './outcomes.ts'

/** The number of earlier runs of the head's own branch, and of its own tree, that are read. */
const MOST_RUNS = 10

/** A failure in other runs of its branch and of its code. */
export interface OwnBranch {
  /** Other runs of exactly this code, newest first, and re-runs of this run that had only selected tests. */
  sameTree: Outcome[]
  /** Earlier runs of this branch, newest first; failures of this run before it was run again are the newest. */
  before: Outcome[]
}

/** Outcomes of the failed tests in other runs of the head's code, and in earlier runs of its branch. */
export async function readOwnBranch(
  store: Store,
  head: ExecutionRow,
  tests: Tests,
  { superseded, alone }: Pick<AttemptsHere, 'superseded' | 'alone'>,
): Promise<OfFailure<OwnBranch>> {
  const [others, earlier] = await Promise.all([
    readOfTree(store, head, [...ENDED, 'incomplete']).then(async (runs) =>
      markSelections(head, runs, await readOutcomes(store, runs, tests)),
    ),
    readBefore(store, head).then((runs) => readOutcomes(store, runs, tests)),
  ])
  const sameTree = withPassesAlone(others, head, alone)
  const before = withFirstRuns(earlier, head, superseded)
  return (pair) => ({
    sameTree: sameTree.get(placeOf(pair)) ?? [],
    before: before.get(placeOf(pair)) ?? [],
  })
}

/**
 * Marks the passes of runs that had only failed tests of the head: such a run is a re-run under a new build. Other runs
 * that are incomplete say nothing.
 */
function markSelections(head: ExecutionRow, runs: CountedRun[], outcomes: Outcomes): Outcomes {
  const all = [...outcomes.values()].flat()
  const have = Map.groupBy(all, ({ run }) => run.id)
  const selections = new Set(
    runs.filter(({ id, ran }) => head.passed > 0 && have.get(id)?.length === ran).map((run) => run.id),
  )
  const counted = runs.filter(({ id, state }) => selections.has(id) || state !== 'incomplete')
  if (selections.size === 0 && counted.length === runs.length) return outcomes
  const known = new Set(counted.map((run) => run.id))
  const marked = (outcome: Outcome): Outcome =>
    selections.has(outcome.run.id) && outcome.verdict === VERDICT.passed
      ? { ...outcome, isAlone: true }
      : outcome
  return new Map(
    [...outcomes].map(([key, of]) => [key, of.filter(({ run }) => known.has(run.id)).map(marked)]),
  )
}

function withPassesAlone(sameTree: Outcomes, head: ExecutionRow, alone: AttemptsHere['alone']): Outcomes {
  const all = new Map(sameTree)
  for (const { test_id, leg_id, started_at } of alone) {
    const key = `${test_id}/${leg_id}`
    const run = { ...head, started_at }
    const outcome: Outcome = { run, verdict: VERDICT.passed, fingerprint: null, isAlone: true }
    all.set(key, [outcome, ...(all.get(key) ?? [])])
  }
  return all
}

/**
 * Failures that a re-run superseded count as a separate run: it ran at another time, and usually on
 * another machine.
 */
function withFirstRuns(
  before: Outcomes,
  head: ExecutionRow,
  superseded: AttemptsHere['superseded'],
): Outcomes {
  const all = new Map(before)
  for (const row of superseded.toSorted((a, b) => a.started_at - b.started_at)) {
    if (row.verdict !== -VERDICT.failed) continue
    const key = `${row.test_id}/${row.leg_id}`
    const run = { ...head, started_at: row.started_at }
    const outcome = { run, verdict: VERDICT.failed, fingerprint: row.fingerprint }
    all.set(key, [outcome, ...(all.get(key) ?? [])])
  }
  return all
}

const ENDED: ExecutionRow['state'][] = ['passed', 'failed']

const settledRuns = (store: Store, head: ExecutionRow, states = ENDED) =>
  store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', head.trust)
    // For a fork, only its own pull request counts.
    .$if(head.trust === 'fork', (query) =>
      query
        .where('pull_request', '=', head.pull_request)
        .where(sql<boolean>`coalesce(repository, '') = ${head.repository ?? ''}`),
    )
    .where('dirty', '=', 0)
    .where('id', '<>', head.id)
    .where('state', 'in', states)
    .where('results_removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)

/** A run with the number of its results that were not skipped. */
type CountedRun = Run & { ran: number; state: ExecutionRow['state'] }

/** Other runs of exactly the head's code, newest first. */
export const readSameTreeRuns = (store: Store, head: ExecutionRow): Promise<CountedRun[]> =>
  readOfTree(store, head, ENDED)

async function readOfTree(
  store: Store,
  head: ExecutionRow,
  states: ExecutionRow['state'][],
): Promise<CountedRun[]> {
  if (head.dirty === 1) return []
  const runs = settledRuns(store, head, states).select([
    sql<number>`passed + failed + flaky`.as('ran'),
    'execution.state',
  ])
  if (head.tree !== null) return runs.where('tree', '=', head.tree).execute()
  if (head.tested_sha === null) return []
  return runs.where('tree', 'is', null).where('tested_sha', '=', head.tested_sha).execute()
}

/** A branch that is never merged, such as the base branch, has no runs apart from its history. */
async function readBefore(store: Store, head: ExecutionRow): Promise<Run[]> {
  if (head.branch === null || head.base_branch === null || head.branch === head.base_branch) return []
  return settledRuns(store, head)
    .where('branch', '=', head.branch)
    .where('started_at', '<', head.started_at)
    .execute()
}
