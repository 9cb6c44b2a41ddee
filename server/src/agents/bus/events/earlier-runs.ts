import type { Rate } from '@svc/prove/needed-runs'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { idsIn } from '../../../history/history/ran-set.ts'
import { type SequencedRun, whoRan } from '../../../history/history/runs-of.ts'
import { descendantsIn, readAncestors } from '../../../results/commits/commit-graph.ts'
import { hasSettled } from '../../../results/executions/has-settled.ts'
import { commitsOf, provingRuns, type SettledRun } from './settled-runs.ts'

/** Settled executions that may already contain a fix. */
const MOST_AFTER = 300
/** Commits before those of the runs that one question is about. */
const MOST_COMMITS = 2_000
/** Before those of many questions together. */
const MOST_TOGETHER = 20_000

type Commits = Pick<SettledRun, 'tested_sha' | 'head_sha'>

/** How often a failure occurred without its fix. */
export interface Earlier extends Rate {
  /** Internal ids of tests that had it; empty for errors outside tests. */
  tests: number[]
  /** Internal ids of the legs on which it occurred. */
  legs: number[]
  suites: string[]
}

/** Runs before `to`, milliseconds since the epoch, that do not contain the commit. */
interface Before {
  clusterId: number
  commit: string
  to: number
}

const WINDOW_MS = 30 * DAY_MS
/** The newest executions with the failure that are read, and the newest runs without it. */
const MOST_FAILED = 500
const MOST_RUNS = 3_000
/** If more tests have a failure, this many represent it. */
const MOST_TESTS = 40
/** Sets of tests that one statement reads: each may have 100,000 tests. */
const SETS_AT_ONCE = 50

/** How each of these failures of a project occurred in the 30 days before, in executions that do not contain its fix. */
export async function readEarlier(store: Store, projectId: number, failures: Before[]): Promise<Earlier[]> {
  const failed = await readFailed(store, [...new Set(failures.map(({ clusterId }) => clusterId))])
  const all = [...failed.values()].flat()
  const containing = await whichContain(store, projectId, all, failed.size)
  const spans = failures.map((failure) => {
    const isFixed = containing(failure.commit)
    return spanOf(failed.get(failure.clusterId) ?? [], isFixed, failure.to)
  })
  const ran = await countRuns(store, projectId, spans)
  return spans.map(({ hits, tests, legs, suites }, at) => ({
    hits,
    runs: Math.max(hits, ran[at] ?? 0),
    tests,
    legs,
    suites,
  }))
}

type FailedRun = Awaited<ReturnType<ReturnType<typeof newestOf>['execute']>>[number]

/** The newest executions with each failure, the newest first. */
async function readFailed(store: Store, clusterIds: number[]): Promise<Map<number, FailedRun[]>> {
  const [first, ...others] = clusterIds.map((id) => newestOf(store, id))
  if (!first) return new Map()
  const rows = await others.reduce((query, other) => query.unionAll(other), first).execute()
  rows.sort((a, b) => b.started_at - a.started_at)
  return Map.groupBy(rows, (row) => row.cluster_id)
}

const newestOf = ({ read }: Store, clusterId: number) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('failure_run')
        .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
        .select(['cluster_id', 'execution_id', 'failure_run.started_at', 'test_ids', 'legs'])
        .select(['suite', 'tested_sha', 'head_sha', 'branch'])
        .where('cluster_id', '=', clusterId)
        .where(hasSettled)
        .orderBy('failure_run.started_at', 'desc')
        .limit(MOST_FAILED)
        .as('newest'),
    )
    .selectAll()

interface Span extends Pick<Earlier, 'hits' | 'tests' | 'legs' | 'suites'> {
  from: number
  end: number
  branches: ReadonlySet<string>
  /** Executions with the fix. */
  without: ReadonlySet<number>
}

function spanOf(all: FailedRun[], isFixed: (run: FailedRun) => boolean, to: number): Span {
  const failed = all.filter((run) => !isFixed(run))
  const newest = failed[0]?.started_at ?? to
  // An old failure is judged by the days on which it occurred.
  const end = newest < to - WINDOW_MS ? newest + 1 : to
  const from = end - WINDOW_MS
  const within = failed.filter((run) => run.started_at >= from && run.started_at < end)
  return {
    from,
    end,
    hits: within.reduce((sum, run) => sum + legsOf(run.legs).length, 0),
    tests: firstTests(failed),
    legs: [...new Set(failed.flatMap((run) => legsOf(run.legs)))],
    suites: [...new Set(failed.map((run) => run.suite))],
    branches: new Set(failed.map((run) => run.branch ?? '')),
    without: new Set(all.filter(isFixed).map((run) => run.execution_id)),
  }
}

function firstTests(failed: FailedRun[]): number[] {
  const tests = new Set<number>()
  for (const run of failed)
    for (const id of idsIn(run.test_ids)) {
      tests.add(id)
      if (tests.size === MOST_TESTS) return [...tests]
    }
  return [...tests]
}

const legsOf = (legs: string): number[] => legs.split(' ').filter(Boolean).map(Number)

/** Runs of these branches in which any of the tests ran, one for each leg; of errors outside tests, all runs of their suites. */
async function countRuns(store: Store, projectId: number, spans: Span[]): Promise<number[]> {
  // Fixes that one run contains mostly look at one span.
  const known = new Map<string, LegRun[]>()
  const runs: LegRun[][] = []
  for (const span of spans) {
    const key = JSON.stringify([span.from, span.end, span.legs])
    const rows = known.get(key) ?? (await readLegRuns(store, projectId, span))
    known.set(key, rows)
    // Other branches run other code, so they say nothing about a failure that one branch caused.
    runs.push(rows.filter((row) => !span.without.has(row.execution_id) && span.branches.has(row.branch)))
  }
  const setIds = [...new Set(runs.flatMap((own) => own.map((row) => row.ran_id)))]
  const tests = [...new Set(spans.flatMap((span) => span.tests))]
  const wanted = spans.map((span) => ({ tests: new Set(span.tests), sets: new Set<number>() }))
  for (let at = 0; at < setIds.length && tests.length > 0; at += SETS_AT_ONCE)
    for (const [id, found] of await whoRan(store, setIds.slice(at, at + SETS_AT_ONCE), tests))
      for (const own of wanted) if (found.some((test) => own.tests.has(test))) own.sets.add(id)
  return spans.map(({ suites }, at) => {
    const { tests, sets } = wanted[at] as (typeof wanted)[number]
    const counts = (row: LegRun) => (tests.size === 0 ? suites.includes(row.suite) : sets.has(row.ran_id))
    return (runs[at] ?? []).filter(counts).length
  })
}

type LegRun = Pick<SequencedRun, 'execution_id' | 'ran_id' | 'suite' | 'branch'>

async function readLegRuns(
  { read, dialect }: Store,
  projectId: number,
  { from, end, legs }: Span,
): Promise<LegRun[]> {
  if (legs.length === 0) return []
  return read
    .selectFrom('leg_run')
    .select(['execution_id', 'ran_id', 'suite', 'branch'])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', from)
    .where('started_at', '<', end)
    .where(isOneOf(dialect, 'leg_id', legs))
    .orderBy('started_at', 'desc')
    .limit(MOST_RUNS)
    .execute()
}

/** Returns the newest settled executions of a project that contain a commit, as far as uploads have reported commits. */
export async function readRunsWith(
  store: Store,
  projectId: number,
): Promise<(commit: string) => SettledRun[]> {
  const rows = await provingRuns(store)
    .where('execution.project_id', '=', projectId)
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_AFTER)
    .execute()
  const containing = await whichContain(store, projectId, rows, 1)
  return (commit) => rows.filter(containing(commit))
}

/**
 * Returns which of these runs of a project contain a commit. Reads the history of all of them at once; `questions` is
 * how many lists of runs they are.
 */
export async function whichContain(
  store: Store,
  projectId: number,
  runs: Commits[],
  questions: number,
): Promise<(commit: string) => (run: Commits) => boolean> {
  const tips = [...new Set(runs.flatMap(commitsOf))]
  const most = tips.length + Math.min(MOST_TOGETHER, questions * MOST_COMMITS)
  const descendants = descendantsIn(await readAncestors(store, projectId, tips, most))
  const known = new Map<string, Set<string>>()
  return (commit) => {
    const within = known.get(commit) ?? descendants(commit)
    known.set(commit, within)
    return (run) => commitsOf(run).some((sha) => within.has(sha))
  }
}
