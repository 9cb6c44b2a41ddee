import type { accountOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { describeAccount, requireToolScope } from './accounts.ts'
import { findProject } from './find-project.ts'

export const switchAccount: Handlers<typeof accountOperations>['switchAccount'] = async ({ ctx, input }) => {
  const { store, caller, clock } = ctx
  requireToolScope(caller)
  const project = await findProject(ctx, input.project)
  // A key of one project has no other to switch to.
  if (caller.projectId === null)
    await store.write((db) =>
      db
        .insertInto('active_project')
        .values({
          organization_id: caller.organizationId,
          credential: caller.credential,
          project_id: project.id,
          switched_at: clock(),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'credential'])
            .doUpdateSet({ project_id: project.id, switched_at: clock() }),
        )
        .execute(),
    )
  return describeAccount(project, caller, project.id)
}
