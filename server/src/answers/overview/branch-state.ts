import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { ExecutionStateName } from '../../ground/store/tables.ts'
import { isTrusted } from '../../results/executions/is-trusted.ts'

/** The number of newest executions of each suite that are searched for the last change of its state. */
const MOST_OF_SUITE = 500

interface Row {
  id: number
  public_id: string
  suite: string
  state: ExecutionStateName
  started_at: number
  failed: number
}

/**
 * The state of a branch: failed if the newest run of any suite failed, and since which run and commit. Only trusted
 * runs that passed or failed count, and of the default branch none of a pull request: another repository may name
 * its branch the same. Null without one.
 */
export async function readBranchState(
  ctx: Context,
  projectId: number,
  branch: string,
  { withPullRequests }: { withPullRequests: boolean },
) {
  const suites = await readSuites(ctx, projectId, branch, withPullRequests)
  const commits = await readCommits(
    ctx,
    suites.map(({ since }) => since.id),
  )
  const states = suites.map(({ newest, since, isCut }) => ({
    suite: newest.suite,
    status: newest.state === 'failed' ? ('failed' as const) : ('passed' as const),
    newest: refOf(ctx, newest),
    since: { ...refOf(ctx, since), isOlder: isCut, commit: commits.get(since.id) ?? null },
    failed: newest.failed,
  }))
  const failing = states.filter(({ status }) => status === 'failed')
  const [first] = failing.length > 0 ? oldestFirst(failing) : oldestFirst(states).reverse()
  if (!first) return null
  return { status: first.status, since: first.since, suites: states }
}

const oldestFirst = <T extends { since: { startedAt: string } }>(states: T[]): T[] =>
  [...states].sort((a, b) => (a.since.startedAt < b.since.startedAt ? -1 : 1))

const refOf = ({ baseUrl }: Context, row: Row) => ({
  id: row.public_id,
  url: `${baseUrl}/executions/${row.public_id}`,
  startedAt: iso(row.started_at),
})

/** What each run tested; null for a run without git. */
async function readCommits({ store }: Context, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await store.read
    .selectFrom('execution')
    .select(['id', 'head_sha', 'tested_sha', 'message', 'author'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, head_sha, tested_sha, message, author }) => {
      const sha = head_sha ?? tested_sha
      return [id, sha === null && message === null ? null : { sha, message, author }]
    }),
  )
}

/** The newest run of each suite, and the first run of the current series of equal states. */
async function readSuites(ctx: Context, projectId: number, branch: string, withPullRequests: boolean) {
  const names = await ctx.store.read
    .selectFrom('execution')
    .select('suite')
    .distinct()
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .orderBy('suite')
    .limit(MOST_SUITES)
    .execute()
  const found = await Promise.all(
    names.map(async ({ suite }) => {
      const rows: Row[] = await ctx.store.read
        .selectFrom('execution')
        .select(['id', 'public_id', 'suite', 'state', 'started_at', 'failed'])
        .where('project_id', '=', projectId)
        .where('branch', '=', branch)
        .where('suite', '=', suite)
        .$if(!withPullRequests, (runs) => runs.where('pull_request', 'is', null))
        .where(sql<boolean>`state in ('passed', 'failed')`)
        .where(isTrusted)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_OF_SUITE)
        .execute()
      const [newest] = rows
      if (!newest) return []
      const change = rows.findIndex(({ state }) => state !== newest.state)
      const since = (change === -1 ? rows.at(-1) : rows[change - 1]) ?? newest
      return [{ newest, since, isCut: change === -1 && rows.length === MOST_OF_SUITE }]
    }),
  )
  return found.flat()
}

const MOST_SUITES = 50
