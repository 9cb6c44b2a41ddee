import { executionRows } from '../../executions/execution-row.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Reference } from './read-reference.ts'
import { mostSimilar } from './similarity.ts'

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
  if (elsewhere.length > 0) {
    const slugs = distinct(elsewhere.map(({ slug }) => slug))
    return new Problem(
      'NOT_FOUND',
      `There is no such execution in this project, but in ${slugs.slice(0, MOST_SHOWN).join(', ')}. Make that the project of the call: its id is in the list of projects.`,
      { saysNextCall: true },
    )
  }
  const rows = await executionRows(store.read, caller.organizationId, caller.projectId)
    .clearSelect()
    .select(['execution.public_id', 'execution.branch', 'execution.pull_request', 'execution.suite'])
    .select(['execution.head_sha', 'execution.tested_sha'])
    .$if(projectId !== null, (query) => query.where('project.id', '=', projectId as number))
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_READ)
    .execute()
  const place = projectId === null ? 'this organization' : 'this project'
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
  if (reference.pr !== undefined) {
    const numbers = newest(rows.map((row) => row.pull_request))
    const { pr, branch, commit, suite, repo } = reference
    const others = Object.entries({ branch, commit, suite, repo }).filter(([, value]) => value !== undefined)
    if (others.length > 0 && rows.some((row) => row.pull_request === pr))
      return new Problem(
        'NOT_FOUND',
        `Pull request ${pr} has executions in ${place}, but none with this ${others.map(([name]) => name).join(' and ')}. Name the pull request alone.`,
        { saysNextCall: true },
      )
    return missing('pull request', numbers.join(', '))
  }
  if (reference.commit !== undefined)
    return missing(
      'commit',
      newest(rows.map((row) => (row.head_sha ?? row.tested_sha)?.slice(0, 10))).join(', '),
    )
  if (reference.suite !== undefined)
    return missing(
      'suite',
      like(
        reference.suite,
        rows.map((row) => row.suite),
      ).join(', '),
    )
  if (reference.branch !== undefined)
    return missing(
      'branch',
      like(
        reference.branch,
        rows.map((row) => row.branch),
      ).join(', '),
    )
  const ids = rows.slice(0, MOST_SHOWN).map((row) => `${row.public_id} (${row.branch ?? 'no branch'})`)
  return missing(reference.build === undefined ? 'execution' : 'CI run', ids.join(', '))
}

const distinct = <T>(values: (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]

const newest = <T>(values: (T | null | undefined)[]): T[] => distinct(values).slice(0, MOST_SHOWN)

/** The most similar, in the order of their newest runs. */
function like(text: string, values: (string | null)[]): string[] {
  const all = distinct(values)
  const best = new Set(mostSimilar(text, all, (value) => value, MOST_SHOWN))
  return all.filter((value) => best.has(value))
}
