import { LIMITS } from '@svc/protocol'
import type { keyOperations } from '@svc/schema'
import { sql } from 'kysely'
import { ADMIN_ACCESS, defaultScopes, requireAccess, SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import type { Context, Scope } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { quoted, slug } from '../../ground/kernel/quoted.ts'
import { requireOwnName } from '../../ground/kernel/reserved-names.ts'
import { isoOrNull } from '../../ground/kernel/time.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { Role } from '../../ground/store/tables.ts'
import { recordAudit } from './audit.ts'
import { findProject } from './find-project.ts'
import { type Authority, authorityNow, requireWithin } from './grants.ts'
import { insertKey } from './insert-key.ts'
import { describeKey, withState } from './list-keys.ts'
import { ownerColumns, personColumns } from './person.ts'
import { settleCredentials } from './settle-credentials.ts'
import { requireWholeOrganization } from './whole-organization.ts'

/** Creates an API key. Only this answer contains its value. */
export const createKey: Handlers<typeof keyOperations>['createKey'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  requireOwnName('name', input.name)
  const now = ctx.clock()
  const tooMuch = (input.scopes ?? []).filter((scope) => !SCOPES_OF_ROLE[input.role].includes(scope))
  if (tooMuch.length > 0) {
    const allowed = SCOPES_OF_ROLE[input.role].join(', ')
    throw new Problem(
      'INVALID_REQUEST',
      `A key with the role ${input.role} may have the scopes ${allowed}; not ${tooMuch.join(', ')}.`,
    )
  }
  const wantedEnd = input.expiresAt === undefined ? null : Date.parse(input.expiresAt)
  if (wantedEnd !== null && wantedEnd <= now) {
    throw new Problem('INVALID_REQUEST', 'expiresAt must be a time in the future.')
  }
  const { organizationId } = ctx.caller
  return ctx.store.write(async (db) => {
    const authority = await authorityNow(db, ctx)
    requireAccess(authority.caller, ADMIN_ACCESS)
    const scopes = [...new Set(input.scopes ?? scopesWithin(authority, input.role))]
    // By default, a key that a key with an end creates ends at the same time.
    const expiresAt = wantedEnd ?? authority.expiresAt
    const project =
      input.project === undefined ? undefined : await findProject(db, organizationId, input.project)
    if (input.project !== undefined && !project) {
      throw new Problem(
        'NOT_FOUND',
        `There is no project ${quoted(input.project)} in this organization. The first upload that names a project creates it.`,
      )
    }
    const projectId = project?.id ?? null
    await requireRoom(db, organizationId)
    requireWithin(authority, { role: input.role, scopes, projectId, expiresAt }, 'A key like this')
    const { row, value } = await insertKey(
      db,
      {
        organizationId,
        name: input.name,
        role: input.role,
        scopes,
        projectId,
        createdBy: ctx.caller.personId,
        backing: authority.backing,
        expiresAt,
      },
      now,
    )
    await recordAudit(db, ctx.caller, now, {
      action: 'key.created',
      target: { kind: 'key', id: row.public_id, name: row.name },
      detail: { role: row.role, scopes, project: project?.slug ?? null, expiresAt: isoOrNull(expiresAt) },
    })
    const people = await db
      .selectFrom('api_key')
      .leftJoin('person', 'person.id', 'api_key.created_by')
      .leftJoin('person as owner', 'owner.id', 'api_key.owner_id')
      .select([...personColumns, ...ownerColumns])
      .where('api_key.public_id', '=', row.public_id)
      .executeTakeFirstOrThrow()
    const key = describeKey({ ...row, project: project?.slug ?? null, ...people })
    return { ...withState(key, now), value }
  })
}

/** Keys made by hand: when a member leaves, one transaction ends those of that member. */
async function requireRoom(db: Db, organizationId: number): Promise<void> {
  const last = await db
    .selectFrom('api_key')
    .select('id')
    .where('organization_id', '=', organizationId)
    // Literals, so that SQLite recognizes the partial index.
    .where(sql<boolean>`revoked_at is null and trust_id is null`)
    .orderBy('id')
    .limit(1)
    .offset(LIMITS.keys - 1)
    .executeTakeFirst()
  if (last)
    throw new Problem(
      'CONFLICT',
      `An organization has at most ${LIMITS.keys} API keys that are not revoked. Revoke those that nobody uses: DELETE /api/keys/<id>.`,
    )
}

/** The default scopes of a key: those of its role except `admin`, as far as its creator has them. */
function scopesWithin({ caller }: Authority, role: Role): readonly Scope[] {
  const usual = defaultScopes(role)
  const within = usual.filter((scope) => caller.scopes.has(scope))
  // If none of them can be granted, the usual ones are refused, and the message names what is
  // missing.
  return within.length > 0 ? within : usual
}

/**
 * Revokes a key at once and permanently; for a revoked key it returns the time of revocation. Throws CONFLICT
 * if it made others that still work and the choice is missing.
 */
export const revokeKey: Handlers<typeof keyOperations>['revokeKey'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const { revokedAt, ...settled } = await ctx.store.write(async (db) => {
    const authority = await authorityNow(db, ctx)
    requireAccess(authority.caller, ADMIN_ACCESS)
    const key = await db
      .selectFrom('api_key')
      .select(['id', 'name', 'revoked_at'])
      .where('organization_id', '=', ctx.caller.organizationId)
      .where('public_id', '=', input.id)
      .executeTakeFirst()
    if (!key) throw notFound('API key')
    if (key.revoked_at !== null) return { revokedAt: key.revoked_at, kept: 0, ended: 0 }
    const now = ctx.clock()
    const settled = await settleCredentials(db, ctx, authority, {
      maker: { keyIds: [key.id] },
      name: `The key ${slug(key.name)}`,
      choice: input.credentials,
      because: 'key.revoked',
    })
    await db.updateTable('api_key').set({ revoked_at: now }).where('id', '=', key.id).execute()
    await recordAudit(db, ctx.caller, now, {
      action: 'key.revoked',
      target: { kind: 'key', id: input.id, name: key.name },
      ...(settled.kept + settled.ended > 0 && { detail: settled }),
    })
    return { revokedAt: now, ...settled }
  })
  return {
    id: input.id,
    revokedAt: new Date(revokedAt).toISOString(),
    ...settled,
    agents: await agentsOfKey(ctx, input.id),
  }
}

/** Names of the agents that lose their last credential with the key; an admin can take them over. */
async function agentsOfKey({ store, caller }: Context, id: string): Promise<string[]> {
  const key = await store.lookup
    .selectFrom('api_key')
    .select('id')
    .where('organization_id', '=', caller.organizationId)
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow()
  const agents = await store.lookup
    .selectFrom('agent')
    .select('name')
    .where('organization_id', '=', caller.organizationId)
    .where('credential', '=', `key:${key.id}`)
    .where('status', '!=', 'archived')
    .orderBy('id')
    .limit(100)
    .execute()
  return agents.map(({ name }) => name)
}
