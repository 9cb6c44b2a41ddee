import type { executionOperations } from '@svc/schema'
import { type Expression, sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { isBehind } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { iso } from '../../ground/kernel/time.ts'
import { contains } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'
import {
  countProjects,
  onlyVisibleProject,
  type VisibleProject,
  visibleProject,
} from '../../people/projects/visible-projects.ts'
import { executionRows, hasCommit } from './execution-row.ts'
import { summaryOf } from './to-summary.ts'

type ListExecutions = Handlers<typeof executionOperations>['listExecutions']
type ListInput = Parameters<ListExecutions>[0]['input']

/** The newest first. */
const ORDER: [string, string] = ['execution.started_at', 'execution.id']

export const listExecutions: ListExecutions = async ({ ctx, input }) => {
  const window = windowOf(input)
  const { project: slug, limit, ...filters } = input
  const isNewest = Object.values(filters).every((value) => value === undefined)
  const project = slug === undefined ? await onlyVisibleProject(ctx) : await visibleProject(ctx, slug)
  const among = project ?? (await countProjects(ctx, MOST_LOOKED_AT / LEAST_OF_EACH))
  const rows =
    isNewest && project
      ? await newestOf(ctx.store.lookup, ctx.caller.organizationId, project.id, limit + 1)
      : await filtered(ctx, input, among, window).execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  const isCut = rows.length > page.length && last !== undefined
  const next = isCut ? [last.started_at, last.id] : await placeBehindLooked(ctx, input, among, window)
  return {
    items: page.map((row) => summaryOf(row, ctx.baseUrl)),
    nextCursor: next && ctx.cursors.encode(next),
  }
}

/** The number of executions that one page reads for a filter without an index. */
const MOST_LOOKED_AT = 2_000
/** The limit per project; with more executions, the page would make no progress. */
const LEAST_OF_EACH = 10
const LOOKED_FOR = ['q', 'commit', 'status', 'framework', 'suite'] as const

const isLookedFor = (input: ListInput) => LOOKED_FOR.some((filter) => input[filter] !== undefined)

/** The scope of a query: a project, or the number of all that the caller may see. */
type Among = VisibleProject | number

/**
 * The number of executions of each project that a page must read; null if an index finds all
 * matches. The newest of several projects are among the newest of each.
 */
function mostOfEach(input: ListInput, among: Among): number | null {
  if (isLookedFor(input))
    return typeof among === 'number'
      ? Math.max(Math.ceil(MOST_LOOKED_AT / Math.max(among, 1)), LEAST_OF_EACH)
      : MOST_LOOKED_AT
  const isByIndex = typeof among !== 'number' || input.build !== undefined || input.pr !== undefined
  return isByIndex ? null : input.limit + 1
}

/**
 * The start of the last execution that such a page reads, as a statement, or null if there are
 * fewer. With several projects, the first one to reach the limit decides, so that no newer
 * execution is left out.
 */
function lastLookedAt(ctx: Context, input: ListInput, among: Among, window: Window, most: number) {
  const { read } = ctx.store
  const lastOf = (project: Expression<number>) => {
    let query = read.selectFrom('execution').where('project_id', '=', project)
    if (input.branch) query = query.where('branch', '=', input.branch)
    if (window.from !== undefined) query = query.where('started_at', '>=', window.from)
    if (window.to !== undefined) query = query.where('started_at', '<', window.to)
    if (input.cursor) query = query.where(isBehind(ctx, ORDER, input.cursor))
    return query
      .select('started_at')
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(most - 1)
  }
  if (typeof among !== 'number') return lastOf(sql<number>`${among.id}`)
  const ofEach = read
    .selectFrom('project')
    .select(lastOf(sql.ref('project.id')).as('started_at'))
    .where('organization_id', '=', ctx.caller.organizationId)
  return read.selectFrom(ofEach.as('each')).select((eb) => eb.fn.max('started_at').as('started_at'))
}

/** Where a page that reached its limit continues; null if nothing is left. */
async function placeBehindLooked(
  ctx: Context,
  input: ListInput,
  among: Among,
  window: Window,
): Promise<[number, number] | null> {
  const most = mostOfEach(input, among)
  if (most === null || !isLookedFor(input)) return null
  const last = await lastLookedAt(ctx, input, among, window, most).executeTakeFirst()
  // All executions of exactly that moment have been read.
  return last?.started_at == null ? null : [last.started_at, 0]
}

/** Executions of one project, or of all that the caller may see, by any filters. */
function filtered(ctx: Context, input: ListInput, among: Among, window: Window) {
  const { store, caller } = ctx
  const { from, to } = window
  let query = executionRows(store.read, caller.organizationId, caller.projectId)
  if (typeof among !== 'number') query = query.where('execution.project_id', '=', among.id)
  if (input.branch) query = query.where('execution.branch', '=', input.branch)
  if (input.status) query = query.where('execution.state', '=', input.status)
  if (input.framework) query = query.where('execution.framework', '=', input.framework)
  if (input.suite) query = query.where('execution.suite', '=', input.suite)
  if (input.build) query = query.where('execution.build', '=', input.build)
  if (input.pr) query = query.where('execution.pull_request', '=', input.pr)
  if (from !== undefined) query = query.where('execution.started_at', '>=', from)
  if (to !== undefined) query = query.where('execution.started_at', '<', to)
  const { commit, q } = input
  if (commit) query = query.where(hasCommit(commit))
  if (q)
    query = query.where((eb) =>
      eb.or([
        ...(['branch', 'build', 'suite', 'message', 'machine'] as const).map((column) =>
          contains(store.dialect, `execution.${column}`, q),
        ),
        eb('execution.head_sha', 'like', `${q.toLowerCase().replace(/[^0-9a-f]/g, '-')}%`),
      ]),
    )
  if (input.cursor) query = query.where(isBehind(ctx, ORDER, input.cursor))
  const most = mostOfEach(input, among)
  if (most !== null) {
    const last = lastLookedAt(ctx, input, among, window, most)
    query = query.where(sql<boolean>`execution.started_at >= coalesce(${last}, 0)`)
  }
  return newestFirst(query, input.limit + 1)
}

const newestFirst = (query: ReturnType<typeof executionRows>, limit: number) =>
  query.orderBy('execution.started_at', 'desc').orderBy('execution.id', 'desc').limit(limit)

/** The newest executions of one project are an index range as long as the page, read on demand. */
const newestOf = prepared((db, organizationId: number, projectId: number, limit: number) =>
  newestFirst(executionRows(db, organizationId, null).where('execution.project_id', '=', projectId), limit),
)

type Window = ReturnType<typeof windowOf>

/** Either end may be open. Throws INVALID_REQUEST if the range is empty. */
function windowOf(range: { from?: string | undefined; to?: string | undefined }) {
  const [from, to] = [range.from, range.to].map((time) => (time === undefined ? undefined : Date.parse(time)))
  if (from !== undefined && to !== undefined && from >= to)
    throw new Problem(
      'INVALID_REQUEST',
      `from must be a time before to: ${iso(from)} is not before ${iso(to)}.`,
    )
  return { from, to }
}
