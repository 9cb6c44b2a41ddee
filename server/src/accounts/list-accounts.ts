import type { accountOperations } from '@svc/schema'
import { cursorAfter, idBefore } from '../kernel/id-cursor.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { describeAccount, projectsOf, requireToolScope } from './accounts.ts'
import { findActiveProject } from './active-project.ts'

export const listAccounts: Handlers<typeof accountOperations>['listAccounts'] = async ({ ctx, input }) => {
  const { store, caller } = ctx
  requireToolScope(caller)
  let query = projectsOf(store.lookup, caller.organizationId)
  if (caller.projectId !== null) query = query.where('project.id', '=', caller.projectId)
  if (input.cursor) query = query.where(idBefore(ctx, 'project.id', input.cursor))
  const [active, rows] = await Promise.all([
    findActiveProject(ctx, undefined),
    query
      .orderBy('project.id', 'desc')
      .limit(input.limit + 1)
      .execute(),
  ])
  const page = rows.slice(0, input.limit)
  return {
    items: page.map((row) => describeAccount(row, caller, active?.id ?? null)),
    nextCursor: cursorAfter(ctx, rows, input.limit),
  }
}
