import type { Context } from '../../ground/kernel/context.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { type ExecutionRow, executionRows } from '../../results/executions/execution-row.ts'
import { acceptedEntries, revisionOf } from '../../results/executions/revision.ts'

export interface PullRequestExecutions {
  repository: string | null
  /** Grows with every change of any of them. */
  revision: number
  /** The newest of each project and suite, by name. */
  newest: ExecutionRow[]
  /** All of them, newest first. */
  all: PullRequestRun[]
}

/** What the time line of a pull request needs of an execution. */
export type PullRequestRun = Pick<
  ExecutionRow,
  | 'id'
  | 'public_id'
  | 'project_id'
  | 'suite'
  | 'state'
  | 'started_at'
  | 'head_sha'
  | 'tested_sha'
  | 'failed'
  | 'errors'
  | 'results_removed_at'
>

/** The executions of one pull request; NOT_FOUND without any, INVALID_REQUEST if several repositories have one. */
export async function readExecutions(
  { store, caller }: Context,
  { number, repo }: { number: number; repo?: string | undefined },
): Promise<PullRequestExecutions> {
  const rows = await executionRows(store.read, caller.organizationId, caller.projectId)
    .clearSelect()
    .select(['execution.id', 'execution.project_id', 'execution.suite', 'execution.repository'])
    .select(['execution.revision', 'execution.state', 'execution.facts', 'execution.public_id'])
    .select(['execution.started_at', 'execution.head_sha', 'execution.tested_sha', 'execution.failed'])
    .select(['execution.errors', 'execution.results_removed_at'])
    .select(acceptedEntries().as('accepted'))
    .where('execution.pull_request', '=', number)
    .$if(repo !== undefined, (query) => query.where('execution.repository', '=', repo as string))
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .execute()
  if (rows.length === 0) throw notFound('pull request')
  const repositories = [...new Set(rows.map((row) => row.repository))]
  if (repositories.length > 1)
    throw new Problem(
      'INVALID_REQUEST',
      `repo must be one of ${repositories.filter((name) => name !== null).join(', ')}: each has a pull request ${number}.`,
    )
  const newest = new Map<string, number>()
  for (const { id, project_id, suite } of rows) {
    const place = `${project_id}/${suite}`
    if (!newest.has(place)) newest.set(place, id)
  }
  const whole = await executionRows(store.read, caller.organizationId, caller.projectId)
    .where(isOneOf(store.dialect, 'execution.id', [...newest.values()]))
    .orderBy('project.slug')
    .orderBy('execution.suite')
    .execute()
  return {
    repository: repositories[0] ?? null,
    revision: rows.reduce((sum, row) => sum + revisionOf(row), 0),
    newest: whole,
    all: rows,
  }
}
