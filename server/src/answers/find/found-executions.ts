import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { contains } from '../../ground/store/portable.ts'
import type { VisibleProject } from '../../people/projects/visible-projects.ts'
import { type ExecutionRow, executionRows } from '../../results/executions/execution-row.ts'

/** The number of newest executions, over all searched projects, that one search reads. */
const MOST_LOOKED_AT = 1_000
/** The number of rows of each project that one search returns: enough to name several pull requests. */
const MOST_ROWS = 200
const NAMES = ['branch', 'build', 'suite', 'message', 'machine'] as const

/**
 * Executions whose branch, build, suite, message, machine, commit, pull request or id matches a text, newest
 * first. Reads only the newest of each project and, by an index, those of a pull request's number
 * or of a complete sha.
 */
export async function readFoundExecutions(
  ctx: Context,
  projects: VisibleProject[],
  q: string,
): Promise<ExecutionRow[]> {
  if (projects.length === 0) return []
  const most = Math.ceil(MOST_LOOKED_AT / projects.length)
  const found = await Promise.all(projects.map(({ id }) => ofProject(ctx, id, q, most)))
  return found.flat().sort((a, b) => b.started_at - a.started_at || b.id - a.id)
}

async function ofProject(ctx: Context, projectId: number, q: string, most: number): Promise<ExecutionRow[]> {
  const { store, caller } = ctx
  const own = () =>
    executionRows(store.read, caller.organizationId, caller.projectId)
      .where('execution.project_id', '=', projectId)
      .orderBy('execution.started_at', 'desc')
      .orderBy('execution.id', 'desc')
      .limit(MOST_ROWS)
  const number = Number(/^#?(\d{1,9})$/.exec(q)?.[1] ?? 0)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(q)
  if (isId) return own().where('execution.public_id', '=', q.toLowerCase()).execute()
  const byNumber = number > 0 ? await own().where('execution.pull_request', '=', number).execute() : []
  if (q.startsWith('#')) return byNumber
  const sha = /^[0-9a-f]{4,64}$/i.test(q) ? q.toLowerCase() : null
  const byName = await own()
    .where(
      sql<boolean>`execution.started_at >= coalesce((
        select started_at from execution as own where own.project_id = ${projectId}
        order by own.started_at desc, own.id desc limit 1 offset ${most - 1}), 0)`,
    )
    .where((eb) =>
      eb.or([
        ...NAMES.map((column) => contains(store.dialect, `execution.${column}`, q)),
        ...(sha === null
          ? []
          : [eb('execution.head_sha', 'like', `${sha}%`), eb('execution.tested_sha', 'like', `${sha}%`)]),
      ]),
    )
    .execute()
  const seen = new Set(byNumber.map(({ id }) => id))
  return [...byNumber, ...byName.filter(({ id }) => !seen.has(id))]
}
