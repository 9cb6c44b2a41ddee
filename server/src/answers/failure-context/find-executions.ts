import type { failureContextOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { slug } from '../../ground/kernel/quoted.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { type ExecutionRow, executionRows, hasCommit } from '../../results/executions/execution-row.ts'
import { isCleanCi } from '../../results/executions/is-trusted.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { notFoundExecution } from './find/near-executions.ts'
import { type Reference, readReference } from './find/read-reference.ts'
import { newestOfSuites, readState, type Standing, standingOf } from './find/read-state.ts'

type Find = Handlers<typeof failureContextOperations>['findExecutions']
export type WhichExecutions = z.output<typeof failureContextOperations.findExecutions.input>

/**
 * The executions that a person means by a pull request, a branch, a commit, an address, or by
 * giving no reference.
 */
export const findExecutions: Find = async ({ ctx, input }) => {
  const { because, rows, more } = await executionsMeant(ctx, input)
  return { because, executions: rows.map((row) => summaryOf(row, ctx.baseUrl)), more }
}

const MOST_ROWS = 200
const MOST_EXECUTIONS = 20

export interface Meant {
  because: string
  /** The newest of each project and suite. */
  rows: ExecutionRow[]
  more: number
  standing: Standing
}

/** Their rows, and how they stand in their pull request or branch. Throws NOT_FOUND with near matches. */
export async function executionsMeant(ctx: Context, asked: WhichExecutions): Promise<Meant> {
  const reference = readReference(asked)
  const projectId = asked.project === undefined ? null : (await visibleProject(ctx, asked.project)).id
  const { found, isClean } = await findRows(ctx, reference, projectId)
  const first = found[0]
  if (!first) {
    const elsewhere =
      projectId === null || !isOfOnePlace(reference) ? [] : await rowsOf(ctx, reference, null, false)
    throw await notFoundExecution(ctx, reference, { projectId, elsewhere })
  }
  const { id, build, pr, branch, commit, suite } = reference
  if (pr !== undefined) refuseSeveral(found, pr)
  const isState =
    id === undefined && build === undefined && commit === undefined && (pr ?? branch) !== undefined
  const isWhole = isState || commit !== undefined || id !== undefined
  // Suites of one CI run belong together, while other suites of the project may be months old.
  const together = isWhole ? found : found.filter((row) => isOfOneRun(row, first))
  const state = await readState(ctx, {
    first,
    projectIds: [...new Set(together.map((row) => row.project_id))],
    isOfBranch: pr === undefined && branch !== undefined,
    areClean: isClean || !isState,
  })
  const rows = isState
    ? state.filter((row) => suite === undefined || row.suite === suite)
    : newestOfSuites(together)
  return {
    because: becauseOf(reference, first, isClean),
    rows: rows.slice(0, MOST_EXECUTIONS),
    more: Math.max(0, rows.length - MOST_EXECUTIONS),
    standing: standingOf(state, rows, (id ?? suite) === undefined),
  }
}

/** True if the reference is an address, an id or a hash: other projects' branches and suites have the same names. */
const isOfOnePlace = ({ id, build, repo, commit }: Reference) => (id ?? build ?? repo ?? commit) !== undefined

const isOfOneRun = (row: ExecutionRow, first: ExecutionRow) =>
  row.build === first.build ||
  (row.project_id === first.project_id && row.head_sha !== null && row.head_sha === first.head_sha)

/**
 * A branch or a commit means its clean CI runs, if it has any: uncommitted changes of one machine are not its state.
 * A commit has its other runs behind them, because they may be all that a suite has.
 */
async function findRows(
  ctx: Context,
  reference: Reference,
  projectId: number | null,
): Promise<{ found: ExecutionRow[]; isClean: boolean }> {
  const { id, build, pr, branch, commit } = reference
  const isState =
    id === undefined && build === undefined && pr === undefined && (branch ?? commit) !== undefined
  const clean = isState ? await rowsOf(ctx, reference, projectId, true) : []
  const isClean = clean.length > 0
  if (isClean && commit === undefined) return { found: clean, isClean }
  return { found: [...clean, ...(await rowsOf(ctx, reference, projectId, false))], isClean }
}

/** Newest first. */
function rowsOf(
  { store, caller }: Context,
  { id, build, pr, repo, branch, commit, suite }: Reference,
  projectId: number | null,
  areClean: boolean,
): Promise<ExecutionRow[]> {
  let query = executionRows(store.read, caller.organizationId, caller.projectId)
  if (projectId !== null) query = query.where('project.id', '=', projectId)
  if (id !== undefined) query = query.where('execution.public_id', '=', id)
  if (build !== undefined) query = query.where('execution.build', '=', build)
  if (pr !== undefined) query = query.where('execution.pull_request', '=', pr)
  if (repo !== undefined) query = query.where('execution.repository', '=', repo)
  if (branch !== undefined) query = query.where('execution.branch', '=', branch)
  if (suite !== undefined) query = query.where('execution.suite', '=', suite)
  if (commit !== undefined) query = query.where(hasCommit(commit))
  if (areClean) query = query.where(isCleanCi)
  return query
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_ROWS)
    .execute()
}

function refuseSeveral(rows: ExecutionRow[], pr: number): void {
  const repositories = [...new Set(rows.map((row) => row.repository))]
  if (repositories.length > 1)
    throw new Problem(
      'INVALID_REQUEST',
      `repo takes one of ${repositories
        .filter((name) => name !== null)
        .map((name) => slug(name))
        .join(', ')}: each has a pull request ${pr}.`,
    )
}

function becauseOf(
  { id, build, pr, branch, commit }: Reference,
  first: ExecutionRow,
  isClean: boolean,
): string {
  const newest = isClean ? 'the newest clean CI executions' : 'the newest executions'
  if (id !== undefined) return 'the execution of this id'
  if (build !== undefined) return 'the executions of this CI run'
  if (pr !== undefined) return `the newest executions of pull request ${pr}`
  if (commit !== undefined) return `${newest} of commit ${commit.slice(0, 10)}`
  if (branch !== undefined) return `${newest} of branch ${slug(branch)}`
  return `the newest executions of project ${slug(first.slug)}`
}
