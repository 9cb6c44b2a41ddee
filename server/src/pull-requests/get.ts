import type { pullRequestOperations } from '@svc/schema'
import { type ExecutionRow, executionRows } from '../executions/summary.ts'
import { chooseBase } from '../insights/choose-base.ts'
import { compare } from '../insights/compare.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { notFound, Problem } from '../kernel/problem.ts'
import { renderSection } from './render-section.ts'

/** Of a pull request's executions the newest are looked at; older ones were for older commits. */
const MOST_EXECUTIONS = 100

const MARKER = '<!-- svc:pull-request -->'

export const getPullRequest: Handlers<typeof pullRequestOperations>['getPullRequest'] = async ({
  ctx,
  input,
}) => {
  const { organizationId, projectId } = ctx.caller
  const rows = await executionRows(ctx.store.read, organizationId, projectId)
    .where('execution.pull_request', '=', input.number)
    .$if(input.repo !== undefined, (query) => query.where('execution.repository', '=', input.repo as string))
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_EXECUTIONS)
    .execute()
  if (rows.length === 0) throw notFound('pull request')
  const repositories = [...new Set(rows.map((row) => row.repository))]
  if (repositories.length > 1)
    throw new Problem(
      'INVALID_REQUEST',
      `repo takes one of ${repositories.join(', ')}: each has a pull request ${input.number}.`,
    )
  const newest = newestOfEach(rows)
  const sections = await Promise.all(
    newest.map(async (head) => {
      const compared = await compare(ctx, head, await chooseBase(ctx, head))
      return { provisional: compared.provisional, markdown: renderSection(compared) }
    }),
  )
  return {
    number: input.number,
    repository: repositories[0] ?? null,
    // Executions are only ever added and their revisions only ever grow, so the sum does too.
    revision: rows.reduce((sum, row) => sum + row.revision * 2 + (row.state === 'running' ? 0 : 1), 0),
    provisional: sections.some((section) => section.provisional),
    markdown: [MARKER, ...sections.map((section) => section.markdown)].join('\n\n'),
    executions: newest.map((row) => ({
      id: row.public_id,
      project: row.slug,
      suite: row.suite,
      state: row.state,
    })),
  }
}

/** The newest execution of each project and suite, by name. */
function newestOfEach(rows: ExecutionRow[]): ExecutionRow[] {
  const newest = new Map<string, ExecutionRow>()
  for (const row of rows) {
    const key = `${row.slug}\0${row.suite}`
    if (!newest.has(key)) newest.set(key, row)
  }
  return [...newest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
