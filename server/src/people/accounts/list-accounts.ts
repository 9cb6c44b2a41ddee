import type { accountOperations } from '@svc/schema'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { describeAccount, projectsOf, requireToolScope } from './accounts.ts'
import { findActiveProject } from './active-project.ts'

export const listAccounts: Handlers<typeof accountOperations>['listAccounts'] = async ({ ctx, input }) => {
  const { store, caller } = ctx
  requireToolScope(caller)
  let query = projectsOf(store.lookup, caller.organizationId)
  if (caller.projectId !== null) query = query.where('project.id', '=', caller.projectId)
  const [active, { page, nextCursor }] = await Promise.all([
    findActiveProject(ctx, undefined),
    readPage(ctx, query, 'project.id', input),
  ])
  return {
    items: page.map((row) => describeAccount(row, caller, active?.id ?? null)),
    nextCursor,
  }
}
