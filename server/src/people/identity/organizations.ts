import type { organizationOperations, ownOrganizationOperations } from '@svc/schema'
import type { PersonalContext } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { SERVER_COMMAND } from '../../ground/kernel/own-command.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { requireOwnName } from '../../ground/kernel/reserved-names.ts'
import { type Db, isDuplicate } from '../../ground/store/portable.ts'
import { recordAudit } from './audit.ts'
import { keepFormerSlug, takeFormerSlug, taken } from './former-slugs.ts'
import { organizationOfKey } from './person.ts'
import { membershipsOf } from './sessions.ts'
import { requireWholeOrganization } from './whole-organization.ts'

/** A new organization. */
interface NewOrganization {
  slug: string
  name: string
  /** The person who becomes its admin; null for a command on the server's own machine. */
  personId: number | null
}

type Own = Handlers<typeof ownOrganizationOperations, PersonalContext>
type Chosen = Handlers<typeof organizationOperations>

const MOST_ORGANIZATIONS = 50

export const listOrganizations: Own['listOrganizations'] = async ({ ctx }) => ({
  organizations:
    ctx.identity.kind === 'person'
      ? ctx.identity.memberships.map(({ slug, name, role }) => ({ slug, name, role }))
      : [await organizationOfKey(ctx.store, ctx.identity.caller)],
})

/** Who may create an organization over HTTP; `closed`: only a command on the server's own machine can. */
export type WhoMakes = 'open' | 'admins' | 'closed'

/** Creates an organization whose only member and admin is the calling person. */
export const createOrganization =
  (who: WhoMakes): Own['createOrganization'] =>
  async ({ ctx, input }) => {
    const { personId } = ctx.identity
    requireOwnNames(input, null)
    if (who === 'closed')
      throw new Problem(
        'FORBIDDEN',
        `Only the operator of this server creates organizations (SVC_ORGANIZATIONS=closed). Ask the operator to run ${SERVER_COMMAND} organizations create <slug>.`,
      )
    await ctx.store.write(async (db) => {
      const memberships = await membershipsOf(db, personId)
      if (who === 'admins' && !memberships.some(({ role }) => role === 'admin'))
        throw new Problem(
          'FORBIDDEN',
          `Only an admin of an organization creates another one on this server (SVC_ORGANIZATIONS=admins). Ask an admin to create it and to invite you, or ask the operator to run ${SERVER_COMMAND} organizations create <slug>.`,
        )
      if (memberships.length >= MOST_ORGANIZATIONS)
        throw new Problem(
          'CONFLICT',
          `A person can be in ${MOST_ORGANIZATIONS} organizations. Leave one first.`,
        )
      await insertOrganization(db, { ...input, personId }, ctx.clock())
    })
    return { slug: input.slug, name: input.name, role: 'admin' }
  }

/** Renames the caller's organization, or gives it another slug. */
export const updateOrganization: Chosen['updateOrganization'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const change = ctx.store.write(async (db) => {
    const { organizationId, personId } = ctx.caller
    const now = ctx.clock()
    // Locked, so that the later of two concurrent changes knows the slug that the earlier one set.
    await db
      .updateTable('organization')
      .set({ plan: (eb) => eb.ref('plan') })
      .where('id', '=', organizationId)
      .execute()
    const before = await db
      .selectFrom('organization')
      .select(['public_id', 'slug', 'name'])
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    requireOwnNames(input, before)
    const after = { slug: input.slug ?? before.slug, name: input.name ?? before.name }
    if (after.slug === before.slug && after.name === before.name) return after
    await db.updateTable('organization').set(after).where('id', '=', organizationId).execute()
    if (after.slug !== before.slug) {
      await takeFormerSlug(db, after.slug, { organizationId, personId, isMachine: false })
      await keepFormerSlug(db, before.slug, organizationId, now)
    }
    await recordAudit(db, ctx.caller, now, {
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

/** Throws INVALID_REQUEST for a new name or slug that an invitation would show as the server's. */
function requireOwnNames(
  { name, slug }: { name?: string | undefined; slug?: string | undefined },
  before: { name: string; slug: string } | null,
): void {
  if (name !== undefined && name !== before?.name) requireOwnName('name', name)
  if (slug !== undefined && slug !== before?.slug) requireOwnName('slug', slug)
}

/** Creates an organization with its audit entry and returns its id. Throws CONFLICT if the slug is in use. */
export async function insertOrganization(db: Db, made: NewOrganization, now: number): Promise<number> {
  const { slug, name, personId } = made
  const publicId = newId(now)
  const row = await db
    .insertInto('organization')
    .values({ public_id: publicId, slug, name, plan: 'free', created_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw taken(slug)
  await takeFormerSlug(db, slug, { organizationId: row.id, personId, isMachine: personId === null })
  if (personId !== null)
    await db
      .insertInto('member')
      .values({ organization_id: row.id, person_id: personId, role: 'admin', created_at: now })
      .execute()
  await recordAudit(db, { organizationId: row.id, personId, apiKeyId: null }, now, {
    action: 'organization.created',
    target: { kind: 'organization', id: publicId, name: slug },
  })
  return row.id
}
