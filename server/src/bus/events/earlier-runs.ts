import { isWithin, readAncestors } from '../../commits/commit-graph.ts'
import { idsIn } from '../../history/ran-set.ts'
import { whoRan } from '../../history/runs-of.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import type { Rate } from './needed-runs.ts'
import { commitsOf, provingRuns, type SettledRun } from './settled-runs.ts'

/** How often a failure occurred without its fix. */
export interface Earlier extends Rate {
  /** Internal ids of tests that had it; empty for errors outside tests. */
  tests: number[]
  /** Internal ids of the legs on which it occurred. */
  legs: number[]
  suites: string[]
}

const WINDOW_MS = 30 * DAY_MS
/** The newest executions with the failure that are read, and the newest runs without it. */
const MOST_FAILED = 500
const MOST_RUNS = 3_000
/** If more tests have a failure, this many represent it. */
const MOST_TESTS = 40
/** Settled executions that may already contain the fix, and commits before them. */
const MOST_AFTER = 300
const MOST_COMMITS = 2_000

/** The newest settled executions of a project that contain a commit, as far as uploads have reported commits. */
export async function readRunsWith(store: Store, projectId: number, commit: string): Promise<SettledRun[]> {
  const rows = await provingRuns(store)
    .where('execution.project_id', '=', projectId)
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_AFTER)
    .execute()
  return keepThoseWith(store, projectId, commit, rows)
}

/** The runs of a project that contain a commit. */
export async function keepThoseWith<Run extends Pick<SettledRun, 'tested_sha' | 'head_sha'>>(
  store: Store,
  projectId: number,
  commit: string,
  runs: Run[],
): Promise<Run[]> {
  const tips = [...new Set(runs.flatMap(commitsOf))]
  if (tips.length === 0) return []
  const parents = await readAncestors(store, projectId, tips, MOST_COMMITS)
  return runs.filter((run) => commitsOf(run).some((sha) => isWithin(commit, sha, parents)))
}

/** How a failure occurred in the 30 days before `to`, in executions that do not contain its fix. */
export async function readEarlier(
  store: Store,
  { projectId, clusterId, commit, to }: { projectId: number; clusterId: number; commit: string; to: number },
): Promise<Earlier> {
  const all = await store.read
    .selectFrom('failure_run')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .select([
      'execution_id',
      'failure_run.started_at',
      'test_ids',
      'legs',
      'suite',
      'tested_sha',
      'head_sha',
      'branch',
    ])
    .where('cluster_id', '=', clusterId)
    .orderBy('failure_run.started_at', 'desc')
    .limit(MOST_FAILED)
    .execute()
  const fixed = new Set(await keepThoseWith(store, projectId, commit, all))
  const failed = all.filter((run) => !fixed.has(run))
  const newest = failed[0]?.started_at ?? to
  // An old failure is judged by the days on which it occurred.
  const end = newest < to - WINDOW_MS ? newest + 1 : to
  const from = end - WINDOW_MS
  const within = failed.filter((run) => run.started_at >= from && run.started_at < end)
  const tests = [...new Set(failed.flatMap((run) => [...idsIn(run.test_ids)]))].slice(0, MOST_TESTS)
  const legs = [...new Set(failed.flatMap((run) => legsOf(run.legs)))]
  const suites = [...new Set(failed.map((run) => run.suite))]
  const hits = within.reduce((sum, run) => sum + legsOf(run.legs).length, 0)
  const branches = new Set(failed.map((run) => run.branch ?? ''))
  const span = { projectId, from, end, legs, suites, tests, branches }
  const ran = await countRuns(store, span, new Set([...fixed].map((run) => run.execution_id)))
  return { hits, runs: Math.max(hits, ran), tests, legs, suites }
}

const legsOf = (legs: string): number[] => legs.split(' ').filter(Boolean).map(Number)

interface Span extends Pick<Earlier, 'tests' | 'legs' | 'suites'> {
  projectId: number
  from: number
  end: number
  branches: ReadonlySet<string>
}

/** Runs of these branches in which any of the tests ran, one for each leg; of errors outside tests, all runs of their suites. */
async function countRuns(
  { read, dialect }: Store,
  { projectId, from, end, legs, suites, tests, branches }: Span,
  without: ReadonlySet<number>,
): Promise<number> {
  if (legs.length === 0) return 0
  const rows = await read
    .selectFrom('leg_run')
    .select(['execution_id', 'ran_id', 'suite', 'branch'])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', from)
    .where('started_at', '<', end)
    .where(isOneOf(dialect, 'leg_id', legs))
    .orderBy('started_at', 'desc')
    .limit(MOST_RUNS)
    .execute()
  // Other branches run other code, so they say nothing about a failure that one branch caused.
  const runs = rows.filter((row) => !without.has(row.execution_id) && branches.has(row.branch))
  if (tests.length === 0) return runs.filter((row) => suites.includes(row.suite)).length
  const ran = await whoRan(
    { read, dialect },
    runs.map((row) => row.ran_id),
    tests,
  )
  return runs.filter((row) => (ran.get(row.ran_id)?.length ?? 0) > 0).length
}
