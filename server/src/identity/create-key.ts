import type { keyOperations } from '@svc/schema'
import { ADMIN_ACCESS, defaultScopes, requireAccess, SCOPES_OF_ROLE } from '../kernel/access.ts'
import type { Scope } from '../kernel/context.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { quoted } from '../kernel/quoted.ts'
import { isoOrNull } from '../kernel/time.ts'
import type { Role } from '../store/tables.ts'
import { recordAudit } from './audit.ts'
import { findProject } from './find-project.ts'
import { type Authority, authorityNow, requireWithin } from './grants.ts'
import { insertKey } from './insert-key.ts'
import { describeKey, withState } from './list-keys.ts'
import { ownerColumns, personColumns } from './person.ts'
import { requireWholeOrganization } from './whole-organization.ts'

/** Creates an API key. Only this answer contains its value. */
export const createKey: Handlers<typeof keyOperations>['createKey'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
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

/** The default scopes of a key: those of its role except `admin`, as far as its creator has them. */
function scopesWithin({ caller }: Authority, role: Role): readonly Scope[] {
  const usual = defaultScopes(role)
  const within = usual.filter((scope) => caller.scopes.has(scope))
  // If none of them can be granted, the usual ones are refused, and the message names what is
  // missing.
  return within.length > 0 ? within : usual
}
