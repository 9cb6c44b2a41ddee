import { sql } from 'kysely'
import { slug } from '../../ground/kernel/quoted.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf, listOf } from '../../ground/store/portable.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'
import { isWithin, readAncestors } from '../../results/commits/commit-graph.ts'
import { hasSettled } from '../../results/executions/has-settled.ts'
import { isTrusted } from '../../results/executions/is-trusted.ts'
import { type FailedRun, findReturn, type NotedFix } from './find-return.ts'

/** Whether it still holds. */
export interface FixState {
  isStale: boolean
  because: string | null
}

/** Of the newest runs with a failure, these are searched for trusted ones, and so many of either kind are read. */
const MOST_SEARCHED = 200
const MOST_RUNS = 20
/** Commits before them. */
const MOST_COMMITS = 2_000

const NOTHING: FixState = { isStale: false, because: null }

/** The state of each fix, in their order. What names neither a fix nor its commit has none. */
export async function readFixStates(store: Store, fixes: NotedFix[]): Promise<FixState[]> {
  const named = fixes.filter(({ fix, fix_sha }) => fix !== null || fix_sha !== null)
  const states = new Map<NotedFix, FixState>()
  const ofProjects = Map.groupBy(named, ({ projectId }) => projectId)
  await Promise.all([...ofProjects].map(([projectId, own]) => addStates(store, projectId, own, states)))
  return fixes.map((fix) => states.get(fix) ?? NOTHING)
}

async function addStates(
  store: Store,
  projectId: number,
  fixes: NotedFix[],
  states: Map<NotedFix, FixState>,
): Promise<void> {
  const runsOf = await readRuns(store, projectId, [...new Set(fixes.map(({ fingerprint }) => fingerprint))])
  const byCommit = fixes.filter(({ fix_sha, fingerprint }) => fix_sha !== null && runsOf.has(fingerprint))
  const { known, parents } = await readCommits(store, projectId, byCommit, runsOf)
  const contains = (fix: string, sha: string | null) => sha !== null && isWithin(fix, sha, parents)
  await Promise.all(
    fixes.map(async (fix) => {
      const runs = runsOf.get(fix.fingerprint) ?? []
      states.set(fix, await stateOf(store, fix, runs, { known, contains }))
    }),
  )
}

interface Graph {
  known: ReadonlySet<string>
  contains: (fix: string, sha: string | null) => boolean
}

async function stateOf(
  store: Store,
  fix: NotedFix,
  runs: FailedRun[],
  { known, contains }: Graph,
): Promise<FixState> {
  if (runs.length === 0) return { isStale: false, because: 'no run that counts has had the failure' }
  const { fix_sha: sha, tied_at } = fix
  const withFix =
    sha === null
      ? undefined
      : runs.find(({ tested_sha, head_sha }) => contains(sha, tested_sha) || contains(sha, head_sha))
  if (withFix) return stale(`the failure came back on ${branchNameOf(withFix)}, in a commit with the fix`)
  const later = runs.filter((run) => run.isOfDefaultBranch && run.started_at > tied_at)
  if (sha !== null && known.has(sha)) {
    // A squashed or rebased fix is on the default branch under another name, and one that nobody merged is not.
    const back = await findReturn(store, fix, later)
    return back
      ? stale(
          `the failure came back on ${branchNameOf(back)} after a run of ${branchNameOf(back)} without it`,
        )
      : { isStale: false, because: 'no failed run has contained the fix' }
  }
  const commit = sha === null ? 'the tie names no commit' : 'the commit of the fix is unknown'
  return later[0]
    ? stale(`the failure came back on ${branchNameOf(later[0])} after the fix was noted; ${commit}`)
    : { isStale: false, because: `${commit}, and the default branch has not failed since` }
}

const branchNameOf = ({ branch }: { branch: string | null }): string =>
  branch === null ? 'a run without a branch' : slug(branch)

const stale = (because: string): FixState => ({ isStale: true, because })

/** The newest trusted runs with each failure, and those of the default branch, newest first. */
async function readRuns(
  { read, dialect }: Store,
  projectId: number,
  fingerprints: string[],
): Promise<Map<string, FailedRun[]>> {
  const branches = await defaultBranches(read, projectId)
  const isOfBranch = sql<boolean>`(execution.pull_request is null and ${isOneOf(dialect, 'execution.branch', branches)})`
  const newest = (condition: typeof isTrusted) => sql<string | null>`(
    select ${listOf(dialect, 'kept.id')} from (
      select execution.id from (
        select execution_id, started_at from failure_run where cluster_id = failure_cluster.id
        order by started_at desc, execution_id desc limit ${sql.lit(MOST_SEARCHED)}) as run
      join execution on execution.id = run.execution_id
      where ${hasSettled} and ${isTrusted} and ${condition}
      order by run.started_at desc, run.execution_id desc limit ${sql.lit(MOST_RUNS)}) as kept)`
  const clusters = await read
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint', newest(sql`1 = 1`).as('all'), newest(isOfBranch).as('own')])
    .where('project_id', '=', projectId)
    .where(isOneOf(dialect, 'fingerprint', fingerprints))
    .execute()
  const idsOf = clusters.map(({ all, own }) => [...new Set([all, own].flatMap(numbersIn))])
  const executions = await read
    .selectFrom('execution')
    .select(['id', 'tested_sha', 'head_sha', 'branch', 'suite', 'started_at'])
    .select(isOfBranch.as('is_own'))
    .where(isOneOf(dialect, 'id', [...new Set(idsOf.flat())]))
    .execute()
  const byId = new Map(executions.map((row) => [row.id, row]))
  return new Map(
    clusters.map(({ id: clusterId, fingerprint }, at) => {
      const runs = (idsOf[at] ?? []).flatMap((id) => {
        const row = byId.get(id)
        return row ? { ...row, clusterId, isOfDefaultBranch: Boolean(row.is_own) } : []
      })
      return [fingerprint, runs.sort((a, b) => b.started_at - a.started_at || b.id - a.id)]
    }),
  )
}

const numbersIn = (list: string | null): number[] => JSON.parse(list ?? '[]') as number[]

/** Which commits of these fixes uploads have named, and the parents of the commits that failed. */
async function readCommits(
  store: Store,
  projectId: number,
  fixes: NotedFix[],
  runsOf: Map<string, FailedRun[]>,
) {
  const shas = [...new Set(fixes.flatMap(({ fix_sha }) => fix_sha ?? []))]
  if (shas.length === 0) return { known: new Set<string>(), parents: new Map<string, string[]>() }
  const failed = fixes.flatMap(({ fingerprint }) => runsOf.get(fingerprint) ?? [])
  const tips = [
    ...new Set(failed.flatMap(({ tested_sha, head_sha }) => [tested_sha ?? [], head_sha ?? []].flat())),
  ]
  const [parents, known] = await Promise.all([
    readAncestors(store, projectId, tips, MOST_COMMITS),
    readKnown(store, projectId, shas),
  ])
  return { known, parents }
}

/** Clones are shallow: a commit may be known only as the head or the checkout of a run. */
async function readKnown({ read, dialect }: Store, projectId: number, shas: string[]): Promise<Set<string>> {
  const named = (column: 'tested_sha' | 'head_sha') =>
    read
      .selectFrom('execution')
      .select(`${column} as sha`)
      .where('project_id', '=', projectId)
      .where(isOneOf(dialect, column, shas))
  const rows = await read
    .selectFrom('commit')
    .select('sha')
    .where('project_id', '=', projectId)
    .where(isOneOf(dialect, 'sha', shas))
    .union(named('tested_sha').$castTo<{ sha: string }>())
    .union(named('head_sha').$castTo<{ sha: string }>())
    .execute()
  return new Set(rows.map(({ sha }) => sha))
}
