import type { organizationOperations, ownOrganizationOperations } from '@svc/schema'
import type { PersonalContext } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { newId } from '../kernel/id.ts'
import { Problem } from '../kernel/problem.ts'
import { isDuplicate } from '../store/portable.ts'
import { recordAudit } from './audit.ts'
import { organizationOfKey, requirePerson } from './person.ts'
import { membershipsOf } from './sessions.ts'
import { requireWholeOrganization } from './whole-organization.ts'

type Own = Handlers<typeof ownOrganizationOperations, PersonalContext>
type Chosen = Handlers<typeof organizationOperations>

const MOST_ORGANIZATIONS = 50

export const listOrganizations: Own['listOrganizations'] = async ({ ctx }) => ({
  organizations:
    ctx.identity.kind === 'person'
      ? ctx.identity.memberships.map(({ slug, name, role }) => ({ slug, name, role }))
      : [await organizationOfKey(ctx.store, ctx.identity.caller)],
})

/** Makes an organization whose one member and admin is the person who asks. */
export const createOrganization: Own['createOrganization'] = async ({ ctx, input }) => {
  const { personId } = requirePerson(ctx.identity)
  const now = ctx.clock()
  await ctx.store.write(async (db) => {
    if ((await membershipsOf(db, personId)).length >= MOST_ORGANIZATIONS)
      throw new Problem(
        'CONFLICT',
        `A person can be in ${MOST_ORGANIZATIONS} organizations. Leave one first.`,
      )
    const publicId = newId(now)
    const made = await db
      .insertInto('organization')
      .values({ public_id: publicId, slug: input.slug, name: input.name, plan: 'free', created_at: now })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw taken(input.slug)
    await db
      .insertInto('member')
      .values({ organization_id: made.id, person_id: personId, role: 'admin', created_at: now })
      .execute()
    await recordAudit(db, { organizationId: made.id, personId, apiKeyId: null }, now, {
      action: 'organization.created',
      target: { kind: 'organization', id: publicId, name: input.slug },
    })
  })
  return { slug: input.slug, name: input.name, role: 'admin' }
}

/** Renames the caller's organization, or gives it another slug. */
export const updateOrganization: Chosen['updateOrganization'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const change = ctx.store.write(async (db) => {
    const { organizationId } = ctx.caller
    const before = await db
      .selectFrom('organization')
      .select(['public_id', 'slug', 'name'])
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const after = { slug: input.slug ?? before.slug, name: input.name ?? before.name }
    if (after.slug === before.slug && after.name === before.name) return after
    await db.updateTable('organization').set(after).where('id', '=', organizationId).execute()
    await recordAudit(db, ctx.caller, ctx.clock(), {
      action: 'organization.renamed',
      target: { kind: 'organization', id: before.public_id, name: after.slug },
      detail: { from: { slug: before.slug, name: before.name }, to: after },
    })
    return after
  })
  return change.catch((error: unknown) => {
    throw isDuplicate(error) ? taken(input.slug ?? '') : error
  })
}

const taken = (slug: string) =>
  new Problem('CONFLICT', `slug ${JSON.stringify(slug)} is taken. Choose another.`)
