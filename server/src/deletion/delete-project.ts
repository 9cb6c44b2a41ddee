import type { deletionOperations } from '@svc/schema'
import { recordAudit } from '../identity/audit.ts'
import { findProject } from '../identity/find-project.ts'
import { requireWholeOrganization } from '../identity/whole-organization.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { notFound } from '../kernel/problem.ts'
import { forgetEvents } from './forget-events.ts'
import { openTombstones } from './tombstones.ts'

/** Removes a project from every answer and revokes the keys restricted to it; a job removes its rows. */
export const deleteProject: Handlers<typeof deletionOperations>['deleteProject'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const { organizationId } = ctx.caller
  const now = ctx.clock()
  const slug = await ctx.store.write(async (db) => {
    const project = await findProject(db, organizationId, input.slug)
    if (!project) throw notFound('project')
    const graveyard = await openTombstones(db, now)
    await db
      .updateTable('project')
      .set({ organization_id: graveyard.organizationId, slug: project.public_id })
      .where('id', '=', project.id)
      .execute()
    await db
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('organization_id', '=', organizationId)
      .where('project_id', '=', project.id)
      .where('revoked_at', 'is', null)
      .execute()
    await forgetEvents(db, ctx.store.dialect, organizationId, { project: project.slug })
    await recordAudit(db, ctx.caller, now, {
      action: 'project.deleted',
      target: { kind: 'project', id: project.public_id, name: project.slug },
    })
    return project.slug
  })
  return { slug, deletedAt: new Date(now).toISOString() }
}
