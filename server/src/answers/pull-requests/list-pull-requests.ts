import type { pullRequestOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../../ground/kernel/time.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { visibleProjects } from '../../people/projects/visible-projects.ts'
import { type ExecutionRow, executionRows } from '../../results/executions/execution-row.ts'
import { hasLargeCodeowners } from '../../results/executions/has-large-codeowners.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { chooseBase } from '../comparison/choose-base.ts'
import { compare } from '../comparison/compare.ts'
import { hasMany } from '../comparison/is-large-comparison.ts'
import { readExecutions } from './read-executions.ts'
import { type Answered, answerOf, totalHeadline } from './total-headline.ts'

interface Known {
  answer: Answered
  until: number
}

/** Per database, the least recently used first. By its `lookup`: a thread gets another `read` with each request. */
const known = new WeakMap<object, Map<string, Known>>()
const MOST_KNOWN = 1_000
/** Later runs of the base may change a verdict, so a headline is made again after this long. */
const VALID_MS = 5 * 60_000

type ListPullRequests = Handlers<typeof pullRequestOperations>['listPullRequests']
type Listed = Awaited<ReturnType<ListPullRequests>>['pullRequests'][number]

/** The number of pull requests whose headlines one answer makes; each takes a comparison. */
const MOST_HEADLINES = 5
/** The number of newest executions of a suite that one answer reads. */
const MOST_ROWS = 1_000

/** The pull requests with an execution in the last days, the most recently run first. */
export const listPullRequests: ListPullRequests = async ({ ctx, input }) => {
  const projects = await visibleProjects(ctx, input.project)
  const rows = await newestOfEach(
    ctx,
    projects.map(({ id }) => id),
    ctx.clock() - input.days * DAY_MS,
  )
  const all = [...Map.groupBy(rows, (row) => `${row.pull_request} ${row.repository}`).values()].filter(
    (own) => input.status === undefined || statusOf(own) === input.status,
  )
  const pullRequests: Listed[] = []
  for (const [place, own] of all.slice(0, input.limit).entries())
    pullRequests.push(await describe(ctx, own, place < MOST_HEADLINES))
  return { pullRequests, hasMore: all.length > input.limit || rows.length === MOST_ROWS }
}

/** The worst state of its newest executions. */
function statusOf(rows: ExecutionRow[]): Listed['status'] {
  const has = (...states: ExecutionRow['state'][]) => rows.some(({ state }) => states.includes(state))
  if (has('failed')) return 'failed'
  if (has('running')) return 'running'
  return has('cancelled', 'incomplete') ? 'incomplete' : 'passed'
}

async function describe(ctx: Context, rows: ExecutionRow[], withHeadline: boolean): Promise<Listed> {
  const [newest] = rows as [ExecutionRow]
  const executions: Listed['executions'] = []
  const answers: (Answered | null)[] = []
  for (const row of rows) {
    const made = withHeadline ? await answerAbout(ctx, row) : null
    answers.push(made)
    const { id, url, project, suite, state, startedAt, counts } = summaryOf(row, ctx.baseUrl)
    executions.push({
      id,
      url,
      project,
      suite,
      state,
      startedAt,
      counts,
      headline: made?.headline ?? null,
      conclusion: made?.conclusion ?? null,
    })
  }
  return {
    number: newest.pull_request as number,
    repository: newest.repository,
    branch: newest.branch,
    baseBranch: newest.base_branch,
    message: newest.message,
    status: statusOf(rows),
    ...totalHeadline(answers),
    lastRunAt: iso(newest.started_at),
    executions,
  }
}

/** The newest execution of each suite of each pull request, newest first. */
export async function newestOfEach({ store, caller }: Context, projectIds: number[], from: number) {
  if (projectIds.length === 0) return []
  const numbered = store.read
    .selectFrom('execution')
    .select('execution.id')
    .select(
      sql<number>`row_number() over (partition by repository, pull_request, project_id, suite
        order by started_at desc, id desc)`.as('place'),
    )
    .where(isOneOf(store.dialect, 'project_id', projectIds))
    .where('started_at', '>=', from)
    .where('pull_request', 'is not', null)
  return executionRows(store.read, caller.organizationId, caller.projectId)
    .innerJoin(numbered.as('numbered'), 'numbered.id', 'execution.id')
    .where('numbered.place', '=', 1)
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_ROWS)
    .execute()
}

/** The answer about an execution against its base; null if retention removed its results. */
const answerAbout = async (ctx: Context, head: ExecutionRow): Promise<Answered | null> =>
  (await knownAnswerAbout(ctx, head, { left: 1 })) ?? null

/** The same with at most as many comparisons as are left, which it counts; undefined if it would need one more. */
export async function knownAnswerAbout(
  ctx: Context,
  head: ExecutionRow,
  budget: { left: number },
): Promise<Answered | null | undefined> {
  if (head.results_removed_at !== null) return null
  const cache = known.get(ctx.store.lookup) ?? new Map<string, Known>()
  known.set(ctx.store.lookup, cache)
  const { id, revision, state, facts, last_seen_at } = head
  const key = [id, revision, state, facts, last_seen_at].join('/')
  const before = cache.get(key)
  const now = ctx.clock()
  const isFresh = before !== undefined && before.until > now
  if (!isFresh && budget.left <= 0) return before?.answer
  cache.delete(key)
  if (isFresh) {
    cache.set(key, before)
    return before.answer
  }
  budget.left--
  const compared = await compare(ctx, head, await chooseBase(ctx, head))
  const answer = answerOf(compared)
  cache.set(key, { answer, until: now + VALID_MS })
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_KNOWN) break
    cache.delete(oldest)
  }
  return answer
}

/**
 * The number of suites that the request's own thread compares; even a small one costs some thirty
 * statements.
 */
const FEW_SUITES = 3

/** Whether a worker thread must render the comment of this pull request. */
export async function isLargePullRequest(
  ctx: Context,
  pullRequest: { number: number; repo?: string | undefined },
): Promise<boolean> {
  const { newest } = await readExecutions(ctx, pullRequest)
  if (newest.length > FEW_SUITES || newest.some(hasMany)) return true
  const ids = newest.map(({ public_id: id }) => id)
  if (await hasLargeCodeowners(ctx, ids)) return true
  const choices = await Promise.all(newest.map((head) => chooseBase(ctx, head)))
  return choices.some(({ base }) => hasMany(base))
}
