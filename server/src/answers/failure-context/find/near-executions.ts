import type { Context } from '../../../ground/kernel/context.ts'
import { existingNames, isNamed, NAMED, type Named } from '../../../ground/kernel/existing-names.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { slug } from '../../../ground/kernel/quoted.ts'
import { executionRows } from '../../../results/executions/execution-row.ts'
import type { Reference } from './read-reference.ts'

const MOST_SHOWN = 5
const MOST_READ = 300

interface Sought {
  /** The project that was searched; null for all that the caller sees. */
  projectId: number | null
  /** Executions of other projects that fit. */
  elsewhere: readonly { slug: string }[]
}

/** NOT_FOUND with suggestions of what the caller may have meant, newest first. */
export async function notFoundExecution(
  { store, caller }: Context,
  reference: Reference,
  { projectId, elsewhere }: Sought,
): Promise<Problem> {
  const executions = executionRows(store.read, caller.organizationId, caller.projectId)
    .$if(projectId !== null, (query) => query.where('project.id', '=', projectId as number))
    .clearSelect()
    .select(['execution.public_id', 'execution.branch', 'execution.suite'])
    .select(['execution.pull_request as pullRequest'])
    .select(['execution.head_sha as headSha', 'execution.tested_sha as testedSha'])
  const names = BY.filter((by) => reference[by] !== undefined)
  const place = projectId === null ? 'this organization' : 'this project'
  const kind = kindOf(reference)
  const { id, build, pr, repo } = reference
  const ofIt =
    kind === null || names.length === 0
      ? []
      : await executions
          .$if(kind === 'execution', (query) => query.where('execution.public_id', '=', id as string))
          .$if(kind === 'CI run', (query) => query.where('execution.build', '=', build as string))
          .$if(kind === 'pull request', (query) => query.where('execution.pull_request', '=', pr as number))
          .$if(repo !== undefined, (query) => query.where('execution.repository', '=', repo as string))
          .orderBy('execution.id', 'desc')
          .limit(MOST_READ)
          .execute()
  for (const by of names) {
    const given = reference[by] as string | number
    if (ofIt.length === 0 || ofIt.some((row) => isNamed(by, given, row))) continue
    const own =
      existingNames(by, given, ofIt)
        .map((name) => slug(name))
        .join(', ') || 'none'
    return new Problem(
      'NOT_FOUND',
      `This ${kind} has no such ${NAMED[by]} in ${place}. It has: ${own}. Use one of those, or omit ${by}.`,
      { saysNextCall: true },
    )
  }
  if (elsewhere.length > 0) {
    const slugs = distinct(elsewhere.map(({ slug }) => slug))
    return new Problem(
      'NOT_FOUND',
      `There is no such execution in this project, but in ${slugs
        .slice(0, MOST_SHOWN)
        .map((one) => slug(one))
        .join(', ')}. Make that the project of the call: its id is in the list of projects.`,
      { saysNextCall: true },
    )
  }
  const rows = await executions
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_READ)
    .execute()
  const missing = (what: string, near: string) =>
    new Problem(
      'NOT_FOUND',
      near === ''
        ? `There is no such ${what} in ${place}.`
        : `There is no such ${what} in ${place}. The newest are: ${near}. Use one of those.`,
    )
  if (rows.length === 0)
    return new Problem(
      'NOT_FOUND',
      `There is no execution yet in ${place}. Upload the results of a test run first.`,
      {
        saysNextCall: true,
      },
    )
  const ids = rows
    .slice(0, MOST_SHOWN)
    .map((row) => `${row.public_id} (${row.branch === null ? 'no branch' : slug(row.branch)})`)
  // Whatever else was named: a correct suite would not help.
  if ((id ?? build) !== undefined && ofIt.length === 0) return missing(kind ?? 'execution', ids.join(', '))
  const isOfOlder = async (by: keyof Named) => {
    const column = by === 'pr' ? 'execution.pull_request' : by === 'branch' ? 'execution.branch' : null
    // These two have an index.
    if (column === null || rows.length < MOST_READ) return false
    const query = executions.where(column, '=', reference[by] as string | number)
    return (await query.limit(1).execute()).length > 0
  }
  const others = [...names, ...(reference.repo === undefined ? [] : ['repo'])].filter((name) => name !== 'pr')
  for (const by of names) {
    const given = reference[by] as string | number
    if (!rows.some((row) => isNamed(by, given, row)) && !(await isOfOlder(by)))
      return missing(
        by === 'branch' ? `${NAMED[by]} as ${slug(String(given))}` : NAMED[by],
        existingNames(by, given, rows)
          .map((name) => slug(name))
          .join(', '),
      )
    if (by === 'pr' && others.length > 0)
      return new Problem(
        'NOT_FOUND',
        `Pull request ${given} has executions in ${place}, but none with this ${others.join(' and ')}. Name the pull request alone.`,
        { saysNextCall: true },
      )
  }
  if (names.length > 1)
    return new Problem(
      'NOT_FOUND',
      `There are executions in ${place}, but none with this ${names.join(' and ')} together. Name one of them alone.`,
      { saysNextCall: true },
    )
  return missing('execution', ids.join(', '))
}

/** The one thing that the reference names beside its filters. */
function kindOf({ id, build, pr }: Reference): 'execution' | 'CI run' | 'pull request' | null {
  if (id !== undefined) return 'execution'
  if (build !== undefined) return 'CI run'
  return pr === undefined ? null : 'pull request'
}

const distinct = <T>(values: T[]): T[] => [...new Set(values)]

/** In the order in which they are checked. */
const BY = ['pr', 'commit', 'branch', 'suite'] as const
