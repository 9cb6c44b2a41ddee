import type { projectOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { recordAudit } from '../identity/audit.ts'
import { findProject } from '../identity/find-project.ts'
import { requireWholeOrganization } from '../identity/whole-organization.ts'

/** Changes the display name or the default branch of a project, and returns both. */
export const updateProject: Handlers<typeof projectOperations>['updateProject'] = ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const { organizationId } = ctx.caller
  return ctx.store.write(async (db) => {
    const before = await findProject(db, organizationId, input.slug)
    if (!before) throw notFound('project')
    const { id, slug, repository } = before
    const from = { name: before.name, defaultBranch: before.default_branch }
    const to = {
      name: input.name ?? from.name,
      defaultBranch: input.defaultBranch === undefined ? from.defaultBranch : input.defaultBranch,
    }
    if (to.name !== from.name || to.defaultBranch !== from.defaultBranch) {
      await db
        .updateTable('project')
        .set({ name: to.name, default_branch: to.defaultBranch })
        .where('id', '=', id)
        .execute()
      await recordAudit(db, ctx.caller, ctx.clock(), {
        action: 'project.changed',
        target: { kind: 'project', id: before.public_id, name: slug },
        detail: { from, to },
      })
    }
    return { slug, repository, ...to }
  })
}
