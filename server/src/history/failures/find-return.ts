import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { hasSettled } from '../../results/executions/has-settled.ts'
import { isTrusted } from '../../results/executions/is-trusted.ts'
import { idsIn } from '../history/ran-set.ts'
import { whoRan } from '../history/runs-of.ts'
import { legIdsOf } from './cluster-runs.ts'

/** A fix of a failure, as somebody noted it. */
export interface NotedFix {
  projectId: number
  fingerprint: string
  fix: string | null
  fix_sha: string | null
  tied_at: number
}

/** A trusted run with the failure. */
export interface FailedRun {
  id: number
  clusterId: number
  tested_sha: string | null
  head_sha: string | null
  branch: string | null
  suite: string
  started_at: number
  isOfDefaultBranch: boolean
}

/** Occurrences before a fix was noted that are read, runs after one of them, and those of them without the failure. */
const MOST_EARLIER = 100
const MOST_AFTER = 1_000
const MOST_WITHOUT = 10
/** Tests of a failure that another run may have run. */
const MOST_TESTS = 1_000

interface Run {
  id: number
  tested_sha: string | null
  started_at: number
}

/**
 * The newest of these runs, all after the fix was noted, in which the failure came back: since it last occurred before
 * the note, a run of the same branch and suite ran its tests without it. Null if none is: the failure may have stayed.
 */
export async function findReturn(
  store: Store,
  fix: Pick<NotedFix, 'projectId' | 'tied_at'>,
  later: FailedRun[],
): Promise<FailedRun | null> {
  const ofSuites = Map.groupBy(later, ({ branch, suite }) => JSON.stringify([branch, suite]))
  for (const runs of ofSuites.values()) {
    const [newest] = runs as [FailedRun]
    const from = await lastBefore(store, newest, fix.tied_at)
    const without = await readWithout(store, fix.projectId, newest, from)
    if (without.length === 0) continue
    const since = await firstRuns(store, fix.projectId, newest, [...without, ...runs])
    // A new run of old code shows neither a fix nor a return.
    const first = without.map(since).filter((at) => at > from)
    const back = runs.find((run) => first.some((at) => at <= since(run) && at < run.started_at))
    if (back) return back
  }
  return null
}

/** When the failure last occurred before the note: on this branch and in this suite if it did, else anywhere. */
async function lastBefore({ read }: Store, { clusterId, branch, suite }: FailedRun, notedAt: number) {
  const runs = await read
    .selectFrom('failure_run')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .select(['failure_run.started_at', 'execution.branch', 'execution.suite', isTrusted.as('is_trusted')])
    .where('cluster_id', '=', clusterId)
    .where('failure_run.started_at', '<=', notedAt)
    .where(hasSettled)
    .orderBy('failure_run.started_at', 'desc')
    .orderBy('failure_run.execution_id', 'desc')
    .limit(MOST_EARLIER)
    .execute()
  const trusted = runs.filter(({ is_trusted }) => is_trusted)
  const last = trusted.find((run) => run.branch === branch && run.suite === suite) ?? trusted[0]
  return last?.started_at ?? notedAt
}

/** The first complete runs of the branch and suite after a time that ran the failing tests, each without a flaw. */
async function readWithout(
  store: Store,
  projectId: number,
  { id, clusterId, branch, suite, started_at }: FailedRun,
  from: number,
): Promise<Run[]> {
  const { read, dialect } = store
  // The index alone counts the runs, and rows are read only up to the last one that is needed.
  const end = sql<number>`coalesce((
    select last.started_at from execution as last
    where last.project_id = ${projectId} and last.branch = ${branch} and last.suite = ${suite}
      and last.started_at > ${from}
    order by last.started_at limit 1 offset ${sql.lit(MOST_AFTER)}), ${started_at})`
  const runs = await read
    .selectFrom('execution')
    .select(['id', 'tested_sha', 'started_at'])
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .where('suite', '=', suite)
    .where('started_at', '>', from)
    .where('started_at', '<', started_at)
    .where('started_at', '<=', end)
    // What counts is trusted, and no outage.
    .where('counted', '=', 1)
    .where('pull_request', 'is', null)
    .where('state', 'in', ['passed', 'failed'])
    .where(
      sql<boolean>`not exists (select 1 from failure_run
        where failure_run.execution_id = execution.id and failure_run.cluster_id = ${clusterId})`,
    )
    .orderBy('started_at')
    .orderBy('id')
    .limit(MOST_WITHOUT)
    .execute()
  if (runs.length === 0) return []
  const failure = await read
    .selectFrom('failure_run')
    .select(['test_ids', 'legs'])
    .where('execution_id', '=', id)
    .where('cluster_id', '=', clusterId)
    .executeTakeFirstOrThrow()
  const tests = [...idsIn(failure.test_ids)].slice(0, MOST_TESTS)
  const legs = legIdsOf(failure.legs)
  const ids = runs.map((run) => run.id)
  const [legRuns, bad] = await Promise.all([
    read
      .selectFrom('leg_run')
      .select(['execution_id', 'leg_id', 'ran_id'])
      .where(isOneOf(dialect, 'execution_id', ids))
      .where(isOneOf(dialect, 'leg_id', legs))
      .execute(),
    read
      .selectFrom('bad_run')
      .select(['execution_id', 'leg_id', 'test_id'])
      .where(isOneOf(dialect, 'execution_id', ids))
      .where(isOneOf(dialect, 'leg_id', legs))
      .execute(),
  ])
  const ranIn = await whoRan(
    store,
    legRuns.map(({ ran_id }) => ran_id),
    tests,
  )
  const flaws = new Set(bad.map((row) => `${row.execution_id} ${row.leg_id} ${row.test_id}`))
  const passedOn = new Set(
    legRuns
      .filter(
        ({ execution_id, leg_id, ran_id }) =>
          // An error outside any test is only absent.
          tests.length === 0 ||
          ranIn.get(ran_id)?.some((test) => !flaws.has(`${execution_id} ${leg_id} ${test}`)),
      )
      .map(({ execution_id }) => execution_id),
  )
  return runs.filter((run) => passedOn.has(run.id))
}

/** When the code of a run first ran on this branch and in this suite. */
async function firstRuns(
  { read, dialect }: Store,
  projectId: number,
  { branch, suite }: FailedRun,
  runs: Run[],
): Promise<(run: Run) => number> {
  const shas = [...new Set(runs.flatMap(({ tested_sha }) => tested_sha ?? []))]
  const rows = await read
    .selectFrom('execution')
    .select(['tested_sha', (eb) => eb.fn.min('started_at').as('at')])
    .where('project_id', '=', projectId)
    .where(isOneOf(dialect, 'tested_sha', shas))
    .where('branch', '=', branch)
    .where('suite', '=', suite)
    .where(isTrusted)
    .groupBy('tested_sha')
    .execute()
  const first = new Map(rows.map(({ tested_sha, at }) => [tested_sha, Number(at)]))
  return ({ tested_sha, started_at }) => first.get(tested_sha) ?? started_at
}
