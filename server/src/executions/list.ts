import type { executionOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { contains } from '../store/portable.ts'
import { prepared } from '../store/prepared.ts'
import { executionRows, iso, summaryOf } from './summary.ts'
import { onlyVisibleProject, type VisibleProject, visibleProject } from './visible-projects.ts'

type ListExecutions = Handlers<typeof executionOperations>['listExecutions']
type ListInput = Parameters<ListExecutions>[0]['input']

export const listExecutions: ListExecutions = async ({ ctx, input }) => {
  const window = windowOf(input)
  const { project: slug, limit, ...filters } = input
  const isNewest = Object.values(filters).every((value) => value === undefined)
  const project = await projectOf(ctx, slug, isNewest)
  const rows =
    isNewest && project
      ? await newestOf(ctx.store.lookup, ctx.caller.organizationId, project.id, limit + 1)
      : await filtered(ctx, input, project, window).execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => summaryOf(row, ctx.baseUrl)),
    nextCursor: rows.length > page.length && last ? ctx.cursors.encode([last.started_at, last.id]) : null,
  }
}

/** Executions of one project, or of all that the caller may see, by whatever was asked for. */
function filtered(
  ctx: Context,
  input: ListInput,
  project: VisibleProject | null,
  { from, to }: ReturnType<typeof windowOf>,
) {
  const { store, caller } = ctx
  let query = executionRows(store.read, caller.organizationId, caller.projectId)
  if (project) query = query.where('execution.project_id', '=', project.id)
  if (input.branch) query = query.where('execution.branch', '=', input.branch)
  if (input.status) query = query.where('execution.state', '=', input.status)
  if (input.framework) query = query.where('execution.framework', '=', input.framework)
  if (input.suite) query = query.where('execution.suite', '=', input.suite)
  if (input.build) query = query.where('execution.build', '=', input.build)
  if (input.pr) query = query.where('execution.pull_request', '=', input.pr)
  if (from !== undefined) query = query.where('execution.started_at', '>=', from)
  if (to !== undefined) query = query.where('execution.started_at', '<', to)
  const { commit, q } = input
  if (commit)
    query = query.where((eb) =>
      eb.or([
        eb('execution.tested_sha', 'like', `${commit}%`),
        eb('execution.head_sha', 'like', `${commit}%`),
      ]),
    )
  if (q)
    query = query.where((eb) =>
      eb.or([
        ...(['branch', 'build', 'suite', 'message'] as const).map((column) =>
          contains(store.dialect, `execution.${column}`, q),
        ),
        eb('execution.head_sha', 'like', `${q.toLowerCase().replace(/[^0-9a-f]/g, '-')}%`),
      ]),
    )
  if (input.cursor) {
    const [startedAt, id] = ctx.cursors.decode(input.cursor, ['number', 'number'])
    query = query.where(
      sql<boolean>`(execution.started_at, execution.id) < (cast(${startedAt} as bigint), cast(${id} as bigint))`,
    )
  }
  return newestFirst(query, input.limit + 1)
}

const newestFirst = (query: ReturnType<typeof executionRows>, limit: number) =>
  query.orderBy('execution.started_at', 'desc').orderBy('execution.id', 'desc').limit(limit)

/** Of one project the newest are a stretch of an index, as long as the page: read where they are asked for. */
const newestOf = prepared((db, organizationId: number, projectId: number, limit: number) =>
  newestFirst(executionRows(db, organizationId, null).where('execution.project_id', '=', projectId), limit),
)

/** The project that is named; where nothing is asked but the newest, the only one there is. */
const projectOf = (ctx: Context, slug: string | undefined, isNewest: boolean) => {
  if (slug !== undefined) return visibleProject(ctx, slug)
  return isNewest ? onlyVisibleProject(ctx) : null
}

/** Either end may be open; INVALID_REQUEST where nothing could lie between the two. */
function windowOf(asked: { from?: string | undefined; to?: string | undefined }) {
  const [from, to] = [asked.from, asked.to].map((time) => (time === undefined ? undefined : Date.parse(time)))
  if (from !== undefined && to !== undefined && from >= to)
    throw new Problem(
      'INVALID_REQUEST',
      `from takes a time before to: ${iso(from)} is not before ${iso(to)}.`,
    )
  return { from, to }
}
