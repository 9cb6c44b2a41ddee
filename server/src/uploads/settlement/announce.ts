import type { Db } from '../../ground/store/portable.ts'
import type { ExecutionStateName } from '../../ground/store/tables.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { brokeTheBase } from './base-broke.ts'

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
