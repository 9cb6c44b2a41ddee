import type { organizationOperations } from '@svc/schema'
import { ADMIN_ACCESS } from '../../ground/kernel/access.ts'
import { newId } from '../../ground/kernel/id.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { Role } from '../../ground/store/tables.ts'
import { recordAudit } from './audit.ts'
import { authorizeGrant, isBacked, membershipGrant } from './grants.ts'
import { describePerson, NOBODY, type PersonRow, personColumns } from './person.ts'
import { hashKey, makeLinkToken } from './secret-token.ts'
import { requireWholeOrganization } from './whole-organization.ts'

type Verbs = Handlers<typeof organizationOperations>

const MOST_PENDING = 1_000

/** Creates a link that lets one person join. Only this answer contains its secret. */
export const createInvitation: Verbs['createInvitation'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const now = ctx.clock()
  const token = makeLinkToken()
  const row = {
    public_id: newId(now),
    organization_id: ctx.caller.organizationId,
    hash: hashKey(token),
    role: input.role,
    email: input.email ?? null,
    created_by: ctx.caller.personId,
    created_at: now,
    expires_at: now + input.days * DAY_MS,
  }
  const maker = await ctx.store.write(async (db) => {
    const grant = membershipGrant(input.role)
    // Locks the organization, so that concurrent requests cannot exceed the limit together.
    const { backing } = await authorizeGrant(db, ctx, ADMIN_ACCESS, grant, 'The invited person')
    await requireRoom(db, row.organization_id, now)
    await db
      .insertInto('invitation')
      .values({ ...row, ...backing })
      .execute()
    await recordAudit(db, ctx.caller, now, {
      action: 'invitation.created',
      target: { kind: 'invitation', id: row.public_id, name: row.email ?? 'anybody with the link' },
      detail: { role: row.role },
    })
    return db
      .selectFrom('person')
      .select(personColumns)
      .where('person.id', '=', row.created_by ?? 0)
      .executeTakeFirst()
  })
  const described = describeInvitation({ ...row, ...(maker ?? NOBODY) })
  return { ...described, token, url: `${ctx.baseUrl}/join#${token}` }
}

/** One transaction ends the invitations of a member who leaves, and those of a deleted organization. */
async function requireRoom(db: Db, organizationId: number, now: number): Promise<void> {
  const last = await db
    .selectFrom('invitation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .limit(1)
    .offset(MOST_PENDING - 1)
    .executeTakeFirst()
  if (last)
    throw new Problem(
      'CONFLICT',
      `An organization has at most ${MOST_PENDING} pending invitations. Withdraw those that nobody waits for: DELETE /api/invitations/<id>.`,
    )
}

/** The organization's pending invitations, newest first. */
export const listInvitations: Verbs['listInvitations'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const query = ctx.store.read
    .selectFrom('invitation')
    .leftJoin('person', 'person.id', 'invitation.created_by')
    .select([
      'invitation.id',
      'invitation.public_id',
      'invitation.role',
      'invitation.email',
      'invitation.created_at',
      'invitation.expires_at',
      ...personColumns,
    ])
    .where('invitation.organization_id', '=', ctx.caller.organizationId)
    .where('invitation.expires_at', '>', ctx.clock())
    .where(isBacked('invitation', 'invitation.organization_id', 'admin'))
  const { page, nextCursor } = await readPage(ctx, query, 'invitation.id', input)
  return {
    items: page.map(describeInvitation),
    nextCursor,
  }
}

/** Withdraws an invitation. */
export const withdrawInvitation: Verbs['withdrawInvitation'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  await ctx.store.write(async (db) => {
    const row = await db
      .deleteFrom('invitation')
      .where('organization_id', '=', ctx.caller.organizationId)
      .where('public_id', '=', input.id)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!row) throw notFound('invitation')
    await recordAudit(db, ctx.caller, ctx.clock(), {
      action: 'invitation.withdrawn',
      target: { kind: 'invitation', id: input.id, name: row.email ?? 'anybody with the link' },
      detail: { role: row.role },
    })
  })
  return { id: input.id }
}

interface InvitationRow extends PersonRow {
  public_id: string
  role: Role
  email: string | null
  created_at: number
  expires_at: number
}

const describeInvitation = (row: InvitationRow) => ({
  id: row.public_id,
  role: row.role,
  email: row.email,
  createdBy: describePerson(row),
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: new Date(row.expires_at).toISOString(),
})
