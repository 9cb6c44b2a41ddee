import type { overviewOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../../ground/kernel/time.ts'
import { listOf } from '../../ground/store/portable.ts'
import { countsOf, readSums } from '../../history/history/execution-sums.ts'
import { lastDays, type Window } from '../../history/history/window.ts'
import { getMetrics } from '../../history/metrics/metrics.ts'
import { testsInState } from '../../history/monitors/tests-in-state.ts'
import { readTestNames } from '../../history/tests/test-names.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { executionRows } from '../../results/executions/execution-row.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { listPullRequests } from '../pull-requests/list-pull-requests.ts'
import { readBranchState } from './branch-state.ts'
import { countRunning } from './count-running.ts'
import { mainBranch } from './main-branch.ts'

/** The number of tests that each list names; its count covers all of them. */
const MOST_NAMED = 5

/** The number of newest executions, and of pull requests, that the first view shows. */
const MOST_EXECUTIONS = 10
const MOST_PULL_REQUESTS = 5
const PULL_REQUEST_DAYS = 14

/** What a person needs to know first about a project, in one bounded read. */
export const getOverview: Handlers<typeof overviewOperations>['getOverview'] = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  const main = await mainBranch(ctx, project)
  const branch = input.branch ?? main
  const window = lastDays(input.days, ctx.clock())
  const range = { from: iso(window.from), to: iso(window.to) }
  const [state, metrics, days, lookFirst, executions, running, open] = await Promise.all([
    readBranchState(ctx, project.id, branch, { withPullRequests: branch !== main }),
    getMetrics({ ctx, input: { project: project.slug, branch, ...range } }),
    readDays(ctx, project.id, branch, window),
    readLookFirst(ctx, project.id, window),
    readNewest(ctx, project.id),
    countRunning(ctx.store, [project.id]),
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
    main: state,
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
    running: running.get(project.id) ?? 0,
  }
}

async function readDays(ctx: Context, projectId: number, branch: string, window: Window) {
  const day = sql<number>`started_at / ${sql.lit(DAY_MS)}`
  const durations = listOf(ctx.store.dialect, sql<number>`coalesce(elapsed_ms, 0)`)
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

/**
 * What to look at first: tests whose monitors report them as broken, and tests that became flaky in
 * the window.
 */
export async function readLookFirst(ctx: Context, projectId: number, { from }: Window) {
  const [broken, flaky] = await Promise.all([
    newestFirst(ctx, projectId, 'broken', 0),
    newestFirst(ctx, projectId, 'flaky', from),
  ])
  const names = await readTestNames(
    ctx.store,
    [...broken.rows, ...flaky.rows].map(({ test_id }) => test_id),
  )
  const listed = ({ count, rows }: typeof broken) => ({
    count,
    tests: rows.flatMap(({ test_id, since }) => {
      const name = names.get(test_id)
      return name ? [{ ...name, since: iso(since) }] : []
    }),
  })
  return { broken: listed(broken), newlyFlaky: listed(flaky) }
}

async function newestFirst({ store }: Context, projectId: number, state: 'broken' | 'flaky', from: number) {
  const found = [...(await testsInState(store, projectId, state))]
    .filter(([, since]) => since >= from)
    .sort(([a, earlier], [b, later]) => later - earlier || a - b)
  const rows = found.slice(0, MOST_NAMED).map(([test_id, since]) => ({ test_id, since }))
  return { count: found.length, rows }
}
