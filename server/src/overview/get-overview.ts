import type { overviewOperations } from '@svc/schema'
import { sql } from 'kysely'
import { elapsedMs } from '../executions/elapsed.ts'
import { executionRows } from '../executions/execution-row.ts'
import { summaryOf } from '../executions/to-summary.ts'
import { countsOf, readSums } from '../history/execution-sums.ts'
import { lastDays, type Window } from '../history/window.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../kernel/time.ts'
import { getMetrics } from '../metrics/metrics.ts'
import { defaultBranches } from '../projects/default-branch.ts'
import { type VisibleProject, visibleProject } from '../projects/visible-projects.ts'
import { listPullRequests } from '../pull-requests/list-pull-requests.ts'
import { listOf } from '../store/portable.ts'
import { readBranchState } from './branch-state.ts'
import { readLookFirst } from './look-first.ts'

/** The number of newest executions, and of pull requests, that the first view shows. */
const MOST_EXECUTIONS = 10
const MOST_PULL_REQUESTS = 5
const PULL_REQUEST_DAYS = 14

/** What a person needs to know first about a project, in one bounded read. */
export const getOverview: Handlers<typeof overviewOperations>['getOverview'] = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  const branch = input.branch ?? (await mainBranch(ctx, project))
  const window = lastDays(input.days, ctx.clock())
  const range = { from: iso(window.from), to: iso(window.to) }
  const [main, metrics, days, lookFirst, executions, open] = await Promise.all([
    readBranchState(ctx, project.id, branch),
    getMetrics({ ctx, input: { project: project.slug, branch, ...range } }),
    readDays(ctx, project.id, branch, window),
    readLookFirst(ctx, project.id, window),
    readNewest(ctx, project.id),
    listPullRequests({
      ctx,
      input: {
        project: project.slug,
        days: PULL_REQUEST_DAYS,
        limit: MOST_PULL_REQUESTS,
        status: undefined,
      },
    }),
  ])
  return {
    project: project.slug,
    branch,
    ...range,
    main,
    metrics: {
      executions: metrics.current.executions,
      executionPassRate: metrics.current.executionPassRate,
      p50Ms: metrics.current.executionDurationMs.p50,
      p95Ms: metrics.current.executionDurationMs.p95,
      change: {
        executionPassRate: metrics.change.executionPassRate,
        p50Ms: metrics.change.executionDurationP50Ms,
        p95Ms: metrics.change.executionDurationP95Ms,
      },
    },
    lookFirst,
    pullRequests: open.pullRequests,
    hasMorePullRequests: open.hasMore,
    days,
    executions,
  }
}

/** The default branch; for a project without one, the first of the usual names that has an execution. */
async function mainBranch({ store }: Context, { id }: VisibleProject): Promise<string> {
  const names = await defaultBranches(store.read, id)
  for (const name of names) {
    const row = await store.read
      .selectFrom('execution')
      .select('id')
      .where('project_id', '=', id)
      .where('branch', '=', name)
      .limit(1)
      .executeTakeFirst()
    if (row) return name
  }
  return names[0] ?? 'main'
}

async function readDays(ctx: Context, projectId: number, branch: string, window: Window) {
  const day = sql<number>`started_at / ${sql.lit(DAY_MS)}`
  const durations = listOf(ctx.store.dialect, sql<number>`coalesce(${elapsedMs}, 0)`)
  const sums = await readSums(ctx.store, { ...window, projectIds: [projectId], branch }, day, durations)
  const byDay = Map.groupBy(sums, (row) => row.bucket)
  const count = (window.to - window.from) / DAY_MS
  return Array.from({ length: count }, (_, i) => {
    const number = window.from / DAY_MS + i
    const own = byDay.get(number) ?? []
    const settled = own.filter(({ state }) => state !== 'running')
    const sorted = Float64Array.from(
      settled.flatMap(({ listed }) => JSON.parse(listed ?? '[]') as number[]),
    ).sort()
    return {
      day: iso(number * DAY_MS).slice(0, 10),
      executions: countsOf(own).executions,
      p95Ms: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null,
    }
  })
}

async function readNewest({ store, caller, baseUrl }: Context, projectId: number) {
  const rows = await executionRows(store.read, caller.organizationId, null)
    .where('execution.project_id', '=', projectId)
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_EXECUTIONS)
    .execute()
  return rows.map((row) => summaryOf(row, baseUrl))
}
