import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isBacked } from '../../people/identity/grants.ts'
import { isTrusted } from '../../results/executions/is-trusted.ts'

/** The status of a branch by the newest run of each of its suites. */
export interface BranchStatus {
  /** `unknown` without a run. */
  state: 'passing' | 'failing' | 'unknown'
  passed: number
  failed: number
}

/** The number of runs to read. A suite without a run among these no longer counts. */
const RUNS = 50

/** A requested badge. */
export interface BranchQuery {
  token: string
  /** The default branch if absent. */
  branch: string | undefined
  /** All suites if absent. */
  suite: string | undefined
}

/**
 * The status for a badge's project, or null if the badge is unknown. Counts settled CI runs of a
 * clean tree that passed or failed, except those of pull requests; while the project has no CI,
 * local runs count. Reads a few rows by an index.
 */
export async function readBranchStatus(
  { read, lookup }: Store,
  badge: BranchQuery,
): Promise<BranchStatus | null> {
  const project = await lookup
    .selectFrom('badge')
    .innerJoin('project', 'project.id', 'badge.project_id')
    .innerJoin('organization', 'organization.id', 'project.organization_id')
    .select(['project.id', 'project.default_branch'])
    .where('badge.token', '=', badge.token)
    .where('organization.deleted_at', 'is', null)
    .where(isBacked('badge', 'project.organization_id', 'viewer'))
    .executeTakeFirst()
  if (!project) return null
  const known = badge.branch ?? project.default_branch
  for (const branch of known === null ? ['main', 'master'] : [known]) {
    const rows = await read
      .selectFrom('execution')
      .select(['suite', 'state', 'passed', 'flaky', 'failed', 'errors'])
      .where('project_id', '=', project.id)
      .where('branch', '=', branch)
      .$if(badge.suite !== undefined, (query) => query.where('suite', '=', badge.suite as string))
      .where(sql<boolean>`pull_request is null`)
      .where(isTrusted)
      .where('state', 'in', ['passed', 'failed'])
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(badge.suite === undefined ? RUNS : 1)
      .execute()
    if (rows.length > 0) return sum([...new Map(rows.reverse().map((row) => [row.suite, row])).values()])
  }
  return { state: 'unknown', passed: 0, failed: 0 }
}

const sum = (runs: { state: string; passed: number; flaky: number; failed: number }[]): BranchStatus => ({
  state: runs.every((run) => run.state === 'passed') ? 'passing' : 'failing',
  // A flaky test passed in the end.
  passed: runs.reduce((count, run) => count + run.passed + run.flaky, 0),
  failed: runs.reduce((count, run) => count + run.failed, 0),
})
