import { contains, type Db } from '../../ground/store/portable.ts'
import type { ExecutionStateName } from '../../ground/store/tables.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'

/** Queues the events of a settled execution until after the commit. */
export async function announceSettled(
  db: Db,
  execution: LockedExecution,
  state: ExecutionStateName,
  now: number,
): Promise<void> {
  const project = await db
    .selectFrom('project')
    .select(['organization_id', 'slug'])
    .where('id', '=', execution.project_id)
    .executeTakeFirstOrThrow()
  const organizationId = project.organization_id
  const branches = await defaultBranches(db, execution.project_id)
  const isBroken = state === 'failed' && (await brokeTheBase(db, execution, branches, organizationId))
  const payload = JSON.stringify({
    executionId: execution.public_id,
    revision: execution.revision,
    project: project.slug,
    suite: execution.suite,
    branch: execution.branch,
    pullRequest: execution.pull_request,
    state,
  })
  for (const kind of ['execution.settled', ...(isBroken ? ['base.broke'] : [])])
    await db
      .insertInto('outbox')
      .values({ organization_id: organizationId, kind, payload, created_at: now })
      .execute()
}

/**
 * True if a failed execution is the default branch's first failure after a pass. If the re-run of a
 * failed run fails again, it is reported only once.
 */
async function brokeTheBase(
  db: Db,
  execution: LockedExecution,
  branches: string[],
  organizationId: number,
): Promise<boolean> {
  const { id, branch, trust, dirty, pull_request, project_id, suite, started_at, public_id } = execution
  if (trust !== 'ci' || dirty === 1 || pull_request !== null || branch === null) return false
  if (!branches.includes(branch)) return false
  const before = await db
    .selectFrom('execution')
    .select('state')
    .where('project_id', '=', project_id)
    .where('branch', '=', branch)
    .where('suite', '=', suite)
    .where('started_at', '<=', started_at)
    .where('id', '<>', id)
    .where('trust', '=', 'ci')
    .where('dirty', '=', 0)
    .where('pull_request', 'is', null)
    .where('state', 'in', ['passed', 'failed'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before?.state !== 'passed') return false
  if (execution.revision === 1) return true
  const announced = await db
    .selectFrom('outbox')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'base.broke')
    .where(contains(execution.dialect, 'payload', public_id))
    .limit(1)
    .executeTakeFirst()
  return announced === undefined
}
