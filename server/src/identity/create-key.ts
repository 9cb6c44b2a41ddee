import type { keyOperations } from '@svc/schema'
import { defaultScopes, requireAccess, SCOPES_OF_ROLE } from '../kernel/access.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { recordAudit } from './audit.ts'
import { insertKey } from './insert-key.ts'
import { describeKey } from './list-keys.ts'
import { NOBODY, personColumns } from './person.ts'
import { requireWholeOrganization } from './whole-organization.ts'

/** Makes an API key. Its value is in this answer and nowhere else. */
export const createKey: Handlers<typeof keyOperations>['createKey'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  // Nobody makes a key that may do more than themselves.
  requireAccess(ctx.caller, { role: input.role, scope: 'any' })
  const now = ctx.clock()
  const scopes = [...new Set(input.scopes ?? defaultScopes(input.role))]
  const tooMuch = scopes.filter((scope) => !SCOPES_OF_ROLE[input.role].includes(scope))
  if (tooMuch.length > 0) {
    const allowed = SCOPES_OF_ROLE[input.role].join(', ')
    throw new Problem(
      'INVALID_REQUEST',
      `scopes of a key with the role ${input.role} takes ${allowed}; not ${tooMuch.join(', ')}.`,
    )
  }
  const expiresAt = input.expiresAt === undefined ? null : Date.parse(input.expiresAt)
  if (expiresAt !== null && expiresAt <= now) {
    throw new Problem('INVALID_REQUEST', 'expiresAt takes a time in the future.')
  }
  const { organizationId } = ctx.caller
  return ctx.store.write(async (db) => {
    const project =
      input.project === undefined
        ? undefined
        : await db
            .selectFrom('project')
            .select(['id', 'slug'])
            .where('organization_id', '=', organizationId)
            .where('slug', '=', input.project)
            .executeTakeFirst()
    if (input.project !== undefined && !project) {
      throw new Problem(
        'NOT_FOUND',
        `There is no project ${JSON.stringify(input.project)} in this organization. It is made by the first upload that names it.`,
      )
    }
    const { row, value } = await insertKey(
      db,
      {
        organizationId,
        name: input.name,
        role: input.role,
        scopes,
        projectId: project?.id ?? null,
        createdBy: ctx.caller.personId,
        expiresAt,
      },
      now,
    )
    await recordAudit(db, ctx.caller, now, {
      action: 'key.created',
      target: { kind: 'key', id: row.public_id, name: row.name },
      detail: { role: row.role, scopes, project: project?.slug ?? null, expiresAt: input.expiresAt ?? null },
    })
    const maker = await db
      .selectFrom('person')
      .select(personColumns)
      .where('person.id', '=', ctx.caller.personId ?? 0)
      .executeTakeFirst()
    return { ...describeKey({ ...row, project: project?.slug ?? null, ...(maker ?? NOBODY) }), value }
  })
}
