import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'

/**
 * The number of newest runs of a base branch that stay complete, because comparisons read their
 * history and usual durations.
 */
const BASE_RUNS = 100
/**
 * The server does not learn when pull requests are closed; one without a run for this long counts
 * as closed.
 */
const PULL_REQUEST_OPEN_DAYS = 30
/** How far back pull requests are searched for their target branch. */
const BASE_BRANCH_DAYS = 90

/** Executions of one project by age. */
export interface DueQuery {
  projectId: number
  days: number
  now: number
  limit: number
}

export type Class = 'passing' | 'failing'

/** The branches of a project that others are compared with; null represents runs without a branch. */
export async function baseBranches(store: Store, projectId: number, now: number): Promise<(string | null)[]> {
  const [named, targets, newest] = await Promise.all([
    defaultBranches(store.read, projectId),
    store.read
      .selectFrom('execution')
      .select('base_branch')
      .distinct()
      .where('project_id', '=', projectId)
      .where('started_at', '>', now - BASE_BRANCH_DAYS * DAY_MS)
      .where('base_branch', 'is not', null)
      .execute(),
    store.read
      .selectFrom('execution')
      .select('branch')
      .where('project_id', '=', projectId)
      .where('pull_request', 'is', null)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return [
    ...new Set([...named, ...targets.map((row) => row.base_branch), ...(newest ? [newest.branch] : [])]),
  ]
}

/** Executions whose results are old enough for the archive. */
export const dueToArchive = (store: Store, query: DueQuery, bases: (string | null)[]) =>
  settled(store, query)
    .where('e.archived_at', 'is', null)
    .where('e.unarchivable', '=', 0)
    .where('e.results_removed_at', 'is', null)
    // Not before the server has decided whether it counts as history, which requires its rows.
    .where('e.counted', 'is not', null)
    .where(not(isBaseInUse(bases)))

/** Executions whose results are old enough to be removed. */
export const dueToRemoveResults = (store: Store, query: DueQuery, bases: (string | null)[], kind: Class) =>
  settled(store, query)
    .where('e.results_removed_at', 'is', null)
    .where(isOf(kind))
    .where(not(isBaseInUse(bases)))
    .where(not(isOfOpenPullRequest(query.now)))

/** Executions that are old enough to be deleted. */
export const dueToDelete = (store: Store, query: DueQuery, bases: (string | null)[]) =>
  settled(store, query)
    .where(not(isBaseInUse(bases)))
    .where(not(isOfOpenPullRequest(query.now)))

/** Executions whose artifacts are old enough to be removed. */
export const dueToRemoveArtifacts = (store: Store, query: DueQuery, kind: Class) =>
  settled(store, query)
    .where(isOf(kind))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('artifact')
          .select('artifact.id')
          .whereRef('artifact.execution_id', '=', 'e.id')
          .where('artifact.state', '<>', 'left'),
      ),
    )

const settled = (store: Store, { projectId, days, now, limit }: DueQuery) =>
  store.read
    .selectFrom('execution as e')
    .select(['e.id', 'e.revision', sql<number>`e.passed + e.failed + e.flaky + e.skipped`.as('results')])
    .where('e.project_id', '=', projectId)
    .where('e.settled_at', '<', now - days * DAY_MS)
    .orderBy('e.settled_at')
    .limit(limit)

const not = (condition: RawBuilder<boolean>) => sql<boolean>`not ${condition}`

const isOf = (kind: Class) => {
  const passing = sql<boolean>`(e.state = 'passed' and e.flaky = 0)`
  return kind === 'passing' ? passing : not(passing)
}

/** True for one of the newest runs of a base branch and suite, at any age. */
function isBaseInUse(bases: (string | null)[]): RawBuilder<boolean> {
  const names = bases.filter((name) => name !== null)
  const isNamed = names.length === 0 ? sql`1 = 0` : sql`e.branch in (${sql.join(names)})`
  const isBase = bases.includes(null) ? sql`(${isNamed} or e.branch is null)` : isNamed
  return sql<boolean>`(e.pull_request is null and e.state in ('passed', 'failed') and coalesce(${isBase}, 1 = 0)
    and (select count(*) from (select 1 from execution n
      where n.project_id = e.project_id and n.suite = e.suite and n.branch is not distinct from e.branch
        and n.pull_request is null and n.state in ('passed', 'failed')
        and (n.started_at, n.id) > (e.started_at, e.id) limit ${sql.lit(BASE_RUNS)}) as newer) < ${sql.lit(BASE_RUNS)})`
}

const isOfOpenPullRequest = (now: number) => sql<boolean>`(e.pull_request is not null and exists (
  select 1 from execution n where n.project_id = e.project_id and n.pull_request = e.pull_request
    and n.started_at > ${sql.lit(now - PULL_REQUEST_OPEN_DAYS * DAY_MS)}))`
