import type { deletionOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { findProject } from '../../people/identity/find-project.ts'
import { requireWholeOrganization } from '../../people/identity/whole-organization.ts'
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
    await recordAudit(db, ctx.caller, now, {
      action: 'project.deleted',
      target: { kind: 'project', id: project.public_id, name: project.slug },
    })
    return project.slug
  })
  await forgetEvents(ctx.store, organizationId, { project: slug })
  return { slug, deletedAt: new Date(now).toISOString() }
}
