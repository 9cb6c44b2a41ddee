import { sql } from 'kysely'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { MASS_FAILURE } from '../../../history/history/mass-failure-limits.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { type MainlineCommit, readMainline } from '../base/mainline.ts'
import { hasQueueName, isQueue } from '../base/queued.ts'
import { RUN_COLUMNS, type Run } from './outcomes.ts'

/** The number of base runs that are read for evidence about a failure. */
export const HISTORY_RUNS = 20
/** The number of base runs that are read for the usual duration; its variation shows only in many runs. */
const DURATION_RUNS = 100
/** The number of runs of the project since the base that are searched for a newer state of its branch. */
const MOST_SINCE = 500

/** A run of a state of the base branch. */
export interface BaseRun extends Run {
  /** The number of its results that failed. */
  failed: number
  /** Nearly everything failed. */
  isWhole: boolean
}

/** Where the history of a comparison's base is. */
export interface Line {
  /** The branch whose states the base is one of; null if runs name no branch. */
  branch: string | null
  /** The commit of that branch which the base tested, perhaps under another name; null if it is not known. */
  commit: string | null
}

/** The history of a base, without runs in which nearly everything failed: these say nothing of a single test. */
export interface BaseHistory {
  /** The newest clean runs up to and including the base, newest first. */
  upTo: BaseRun[]
  /** Those after it that began before `until`, oldest first. */
  since: BaseRun[]
  /** Runs in the day up to and including the base in which nearly everything failed, newest first. */
  whole: BaseRun[]
}

/**
 * The runs of the base branch's states. A run is one if it has the branch's name; and whatever its name, if it
 * tested a commit of the branch or the same files, as a merge queue does before the branch has the commit.
 */
export async function readBaseRuns(
  store: Store,
  base: ExecutionRow,
  line: Line,
  until: number,
): Promise<BaseHistory> {
  const [mainline, newer] = await Promise.all([
    readMainline(store, base.project_id, line.commit),
    readNewer(store, base, line, until),
  ])
  const [named, others, queued, namedSince, othersSince] = await Promise.all([
    upTo(store, base).where(isNamed(line)).execute(),
    ofCommits(store, mainline, line, upTo(store, base)),
    mainline.length < LEAST_COMMITS ? ofQueue(store, base, line) : [],
    since(store, base, until).where(isNamed(line)).execute(),
    ofCommits(store, newer, line, since(store, base, until)),
  ])
  const all = distinct([...named, ...others, ...queued]).sort(newestFirst)
  const isLate = (run: BaseRun) => run.started_at > base.started_at - DAY_MS
  return {
    upTo: all.filter((run) => !run.isWhole).slice(0, DURATION_RUNS),
    since: distinct([...namedSince, ...othersSince])
      .filter((run) => !run.isWhole)
      .sort((one, other) => newestFirst(other, one))
      .slice(0, HISTORY_RUNS),
    whole: all.filter((run) => run.isWhole && isLate(run)).slice(0, HISTORY_RUNS),
  }
}

export const newestFirst = (one: Run, other: Run) => other.started_at - one.started_at || other.id - one.id

const distinct = (rows: (Omit<BaseRun, 'isWhole'> & { whole: number | boolean })[]): BaseRun[] => [
  ...new Map(rows.map(({ whole, ...run }) => [run.id, { ...run, isWhole: Boolean(whole) }])).values(),
]

/** The states of the branch after the base's, newest first, of the newest run that is known to be one. */
async function readNewer(
  store: Store,
  base: ExecutionRow,
  line: Line,
  until: number,
): Promise<MainlineCommit[]> {
  if (line.commit === null || line.branch === null) return []
  const recent = store.read
    .selectFrom('execution')
    .select(['tested_sha', 'branch', 'base_branch', 'pull_request', 'state', 'trust', 'started_at', 'id'])
    .where('project_id', '=', base.project_id)
    .where('started_at', '>', base.started_at)
    .where('started_at', '<', until)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SINCE)
  const tip = await store.read
    .selectFrom(recent.as('recent'))
    .select('tested_sha')
    .where('trust', '=', 'ci')
    .where(
      sql<boolean>`((branch = ${line.branch} and pull_request is null) or ${hasPassedQueue(line.branch)})`,
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mainline = await readMainline(store, base.project_id, tip?.tested_sha ?? null)
  const end = mainline.findIndex((commit) => commit.sha === line.commit)
  return end < 0 ? [] : mainline.slice(0, end)
}

const isWhole = sql<boolean>`(passed + failed + flaky >= ${sql.lit(MASS_FAILURE.leastTests)}
  and failed >= ${sql.lit(MASS_FAILURE.share)} * (passed + failed + flaky))`

const runs = (store: Store, base: ExecutionRow) =>
  store.read
    .selectFrom('execution')
    .select([...RUN_COLUMNS, 'execution.failed', isWhole.as('whole')])
    .where('project_id', '=', base.project_id)
    .where('suite', '=', base.suite)
    // A base that the request names by its id may be any execution; runs of forks and dirty runs
    // belong to no history.
    .where('trust', '=', base.trust === 'local' ? 'local' : 'ci')
    .$if(base.trust !== 'local', (query) => query.where('dirty', '=', 0))
    .where('state', 'in', ['passed', 'failed'])
    .where('results_removed_at', 'is', null)

const upTo = (store: Store, base: ExecutionRow) =>
  runs(store, base)
    .where('started_at', '<=', base.started_at)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DURATION_RUNS + HISTORY_RUNS)

const since = (store: Store, base: ExecutionRow, until: number) =>
  runs(store, base)
    // Uncommitted changes since then do not belong to the base branch, and are often the head's own.
    .$if(base.dirty === 0, (query) => query.where('dirty', '=', 0))
    .where('started_at', '>', base.started_at)
    .where('started_at', '<', until)
    .orderBy('started_at')
    .orderBy('id')
    .limit(2 * HISTORY_RUNS)

const isNamed = ({ branch }: Line) =>
  branch === null
    ? sql<boolean>`(branch is null and pull_request is null)`
    : sql<boolean>`(branch = ${branch} and pull_request is null)`

/** A queue's run that passed, as far as names tell: one that failed is not merged. */
const hasPassedQueue = (branch: string) =>
  sql<boolean>`(base_branch = ${branch} and state = 'passed' and ${hasQueueName})`

/** If uploads report no commits before the tested one, only names tell what the queue merged. */
const LEAST_COMMITS = 3

const ofQueue = (store: Store, base: ExecutionRow, { branch }: Line) =>
  branch === null || !isQueue(base.branch) ? [] : upTo(store, base).where(hasPassedQueue(branch)).execute()

/** Runs of these commits, or of other commits with their files, that do not name the branch: the others are read by it. */
async function ofCommits(
  store: Store,
  commits: MainlineCommit[],
  line: Line,
  query: ReturnType<typeof upTo>,
) {
  const trees = commits.flatMap(({ tree }) => tree ?? [])
  const shas = commits.map(({ sha }) => sha)
  const unnamed = query.where(sql<boolean>`coalesce(${isNamed(line)}, false) = false`)
  const [tested, same] = await Promise.all([
    shas.length > 0 ? unnamed.where(isOneOf(store.dialect, 'tested_sha', shas)).execute() : [],
    trees.length > 0 ? unnamed.where(isOneOf(store.dialect, 'tree', trees)).execute() : [],
  ])
  return [...tested, ...same]
}
