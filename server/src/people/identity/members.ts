import type { organizationOperations } from '@svc/schema'
import { ADMIN_ACCESS, isAtLeast, requireAccess } from '../../ground/kernel/access.ts'
import type { Caller } from '../../ground/kernel/context.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { Role } from '../../ground/store/tables.ts'
import { recordAudit } from './audit.ts'
import { authorityNow, membershipGrant, requireWithin } from './grants.ts'
import { findCredentials, settleCredentials } from './settle-credentials.ts'
import { requireWholeOrganization } from './whole-organization.ts'

type Verbs = Handlers<typeof organizationOperations>

/** The members of the organization, newest account first. */
export const listMembers: Verbs['listMembers'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  // Names and addresses are for colleagues, not for every key that can read.
  if (ctx.caller.personId === null) requireAccess(ctx.caller, ADMIN_ACCESS)
  const query = members(ctx.store.read, ctx.caller.organizationId)
  const { page, nextCursor } = await readPage(ctx, query, 'person.id', input)
  return {
    items: page.map(describeMember),
    nextCursor,
  }
}

/**
 * Gives a member another role. Throws CONFLICT if that would leave no admin, or if a demoted member owns
 * credentials and the choice is missing.
 */
export const changeRole: Verbs['changeRole'] = async ({ ctx, input }) => {
  const { organizationId } = ctx.caller
  requireWholeOrganization(ctx.caller)
  return ctx.store.write(async (db) => {
    const authority = await authorityNow(db, ctx)
    requireAccess(authority.caller, ADMIN_ACCESS)
    const member = await findMember(db, organizationId, input.id)
    if (member.role === input.role) return { ...describeMember(member), kept: 0, ended: 0 }
    if (isAtLeast(input.role, member.role))
      requireWithin(authority, membershipGrant(input.role), `A member with the role ${input.role}`)
    if (member.role === 'admin') await requireAnotherAdmin(db, organizationId, member.id)
    const settled = isAtLeast(input.role, member.role)
      ? { kept: 0, ended: 0 }
      : await settleCredentials(db, ctx, authority, {
          ...partingOf(member),
          choice: input.credentials,
          because: 'member.role-changed',
        })
    await db
      .updateTable('member')
      .set({ role: input.role })
      .where('organization_id', '=', organizationId)
      .where('person_id', '=', member.id)
      .execute()
    await recordAudit(db, ctx.caller, ctx.clock(), {
      action: 'member.role-changed',
      target: { kind: 'person', id: member.public_id, name: member.email },
      detail: { from: member.role, to: input.role, ...settled },
    })
    return { ...describeMember({ ...member, role: input.role }), ...settled }
  })
}

/**
 * Removes a member from the organization. Throws CONFLICT if that would leave no admin, or if the member owns
 * credentials and the choice is missing.
 */
export const removeMember: Verbs['removeMember'] = async ({ ctx, input }) => {
  const { caller } = ctx
  requireWholeOrganization(caller)
  return ctx.store.write(async (db) => {
    const authority = await authorityNow(db, ctx)
    const isSelf = await isCaller(db, caller, input.id)
    if (!isSelf) requireAccess(authority.caller, ADMIN_ACCESS)
    const member = await findMember(db, caller.organizationId, input.id)
    if (member.role === 'admin') await requireAnotherAdmin(db, caller.organizationId, member.id)
    const action = isSelf ? 'member.left' : 'member.removed'
    const settled = await settleCredentials(db, ctx, authority, {
      ...partingOf(member),
      choice: input.credentials,
      because: action,
    })
    await recordAudit(db, caller, ctx.clock(), {
      action,
      target: { kind: 'person', id: member.public_id, name: member.email },
      detail: { role: member.role, ...settled },
    })
    await db
      .deleteFrom('member')
      .where('organization_id', '=', caller.organizationId)
      .where('person_id', '=', member.id)
      .execute()
    return { id: input.id, ...settled }
  })
}

const MOST_LISTED = 500

/**
 * The credentials that a member owns in the organization, so that an admin can decide what happens
 * to them.
 */
export const listMemberCredentials: Verbs['listMemberCredentials'] = async ({ ctx, input }) => {
  const { caller } = ctx
  requireWholeOrganization(caller)
  const { read } = ctx.store
  if (!(await isCaller(read, caller, input.id))) requireAccess(caller, ADMIN_ACCESS)
  const member = await findMember(read, caller.organizationId, input.id)
  const credentials = await findCredentials(read, ctx, caller.organizationId, { personId: member.id })
  return {
    total: credentials.length,
    credentials: credentials
      .slice(0, MOST_LISTED)
      .map(({ of, id, name, host, createdAt, isKeepable, grant }) => ({
        kind: of.kind,
        id,
        name,
        role: grant.role,
        scopes: [...grant.scopes],
        host: host ?? null,
        createdAt: new Date(createdAt).toISOString(),
        isKeepable,
      })),
  }
}

const partingOf = ({ id, public_id, email }: MemberRow) => ({
  maker: { personId: id },
  name: email,
  listedAt: `/api/members/${public_id}/credentials`,
})

const members = (db: Db, organizationId: number) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id', 'person.public_id', 'person.email', 'person.name', 'member.role'])
    .select('member.created_at')
    .where('member.organization_id', '=', organizationId)

async function findMember(db: Db, organizationId: number, id: string) {
  const member = await members(db, organizationId).where('person.public_id', '=', id).executeTakeFirst()
  if (!member) throw notFound('member')
  return member
}

async function requireAnotherAdmin(db: Db, organizationId: number, personId: number): Promise<void> {
  const other = await db
    .selectFrom('member')
    .select('person_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('person_id', '!=', personId)
    .executeTakeFirst()
  if (!other)
    throw new Problem(
      'CONFLICT',
      'This is the last admin of the organization. Make another member an admin first.',
    )
}

async function isCaller(db: Db, { personId }: Caller, publicId: string): Promise<boolean> {
  if (personId === null) return false
  const person = await db
    .selectFrom('person')
    .select('public_id')
    .where('id', '=', personId)
    .executeTakeFirst()
  return person?.public_id === publicId
}

interface MemberRow {
  id: number
  public_id: string
  email: string
  name: string
  role: Role
  created_at: number
}

const describeMember = (row: MemberRow) => ({
  id: row.public_id,
  email: row.email,
  name: row.name,
  role: row.role,
  joinedAt: new Date(row.created_at).toISOString(),
})
