import type { deletionOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { findProject } from '../../people/identity/find-project.ts'
import { keepDeletedSlugs } from '../../people/identity/former-slugs.ts'
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

/**
 * Deletes an organization: its mark and the removal of its members end all access at once; a job removes the rest. Its
 * keys are part of the rest, because revoked ones have no limit.
 */
export const deleteOrganization: Handlers<typeof deletionOperations>['deleteOrganization'] = async ({
  ctx,
  input,
}) => {
  requireWholeOrganization(ctx.caller)
  const { organizationId } = ctx.caller
  const now = ctx.clock()
  const slug = await ctx.store.write(async (db) => {
    const organization = await db
      .selectFrom('organization')
      .select(['public_id', 'slug'])
      .where('id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!organization) throw notFound('organization')
    if (input.confirm !== organization.slug)
      throw new Problem(
        'INVALID_REQUEST',
        `confirm must be ${organization.slug}, the slug of the organization to delete.`,
      )
    const graveyard = await openTombstones(db, now)
    for (const table of ['member', 'invitation'] as const)
      await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
    await db
      .updateTable('project')
      .set({ organization_id: graveyard.organizationId, slug: sql<string>`public_id` })
      .where('organization_id', '=', organizationId)
      .execute()
    await db
      .updateTable('organization')
      .set({ deleted_at: now, slug: `~${organization.public_id}` })
      .where('id', '=', organizationId)
      .execute()
    await keepDeletedSlugs(db, organization.slug, ctx.caller, now)
    return organization.slug
  })
  return { slug, deletedAt: new Date(now).toISOString() }
}
