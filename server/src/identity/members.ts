import type { organizationOperations } from '@svc/schema'
import { requireAccess } from '../kernel/access.ts'
import type { Caller } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { notFound, Problem } from '../kernel/problem.ts'
import { type Db, type Dialect, lockRow } from '../store/portable.ts'
import type { Role } from '../store/tables.ts'
import { recordAudit } from './audit.ts'
import { cursorAfter, idBefore } from './id-cursor.ts'
import { requireWholeOrganization } from './whole-organization.ts'

type Verbs = Handlers<typeof organizationOperations>

const ADMIN = { role: 'admin', scope: 'admin' } as const

/** The members of the organization, newest account first. */
export const listMembers: Verbs['listMembers'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  // Names and addresses are for colleagues, not for whatever holds a key that reads.
  if (ctx.caller.personId === null) requireAccess(ctx.caller, ADMIN)
  let query = members(ctx.store.read, ctx.caller.organizationId)
    .orderBy('person.id', 'desc')
    .limit(input.limit + 1)
  if (input.cursor !== undefined) query = query.where(idBefore(ctx, 'person.id', input.cursor))
  const rows = await query.execute()
  return {
    items: rows.slice(0, input.limit).map(describeMember),
    nextCursor: cursorAfter(ctx, rows, input.limit),
  }
}

/** Gives a member another role; CONFLICT where that would leave no admin. */
export const changeRole: Verbs['changeRole'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  return ctx.store.write(async (db) => {
    const member = await lockMember(db, ctx.store.dialect, ctx.caller, input.id)
    if (member.role === input.role) return describeMember(member)
    if (member.role === 'admin') await requireAnotherAdmin(db, ctx.caller.organizationId, member.id)
    await db
      .updateTable('member')
      .set({ role: input.role })
      .where('organization_id', '=', ctx.caller.organizationId)
      .where('person_id', '=', member.id)
      .execute()
    await recordAudit(db, ctx.caller, ctx.clock(), {
      action: 'member.role-changed',
      target: { kind: 'person', id: member.public_id, name: member.email },
      detail: { from: member.role, to: input.role },
    })
    return describeMember({ ...member, role: input.role })
  })
}

/** Takes a member out of the organization; CONFLICT where that would leave no admin. */
export const removeMember: Verbs['removeMember'] = async ({ ctx, input }) => {
  const { caller, store } = ctx
  requireWholeOrganization(caller)
  return store.write(async (db) => {
    const isSelf = caller.personId !== null && (await isPerson(db, caller.personId, input.id))
    if (!isSelf) requireAccess(caller, ADMIN)
    const member = await lockMember(db, store.dialect, caller, input.id)
    if (member.role === 'admin') await requireAnotherAdmin(db, caller.organizationId, member.id)
    const now = ctx.clock()
    await recordAudit(db, caller, now, {
      action: isSelf ? 'member.left' : 'member.removed',
      target: { kind: 'person', id: member.public_id, name: member.email },
      detail: { role: member.role, keys: input.keys },
    })
    await db
      .deleteFrom('member')
      .where('organization_id', '=', caller.organizationId)
      .where('person_id', '=', member.id)
      .execute()
    const keys = await db
      .selectFrom('api_key')
      .select('id')
      .where('organization_id', '=', caller.organizationId)
      .where('created_by', '=', member.id)
      .where('revoked_at', 'is', null)
      .execute()
    const isKept = input.keys === 'keep' || keys.length === 0
    if (!isKept)
      await db
        .updateTable('api_key')
        .set({ revoked_at: now })
        .where('organization_id', '=', caller.organizationId)
        .where('created_by', '=', member.id)
        .where('revoked_at', 'is', null)
        .execute()
    return { id: input.id, keysKept: isKept ? keys.length : 0, keysRevoked: isKept ? 0 : keys.length }
  })
}

const members = (db: Db, organizationId: number) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id', 'person.public_id', 'person.email', 'person.name', 'member.role'])
    .select('member.created_at')
    .where('member.organization_id', '=', organizationId)

/** The member, with the organization held: two admins who take out each other come one after the other. */
async function lockMember(db: Db, dialect: Dialect, { organizationId }: Caller, id: string) {
  await db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .modifyEnd(lockRow(dialect))
    .execute()
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

async function isPerson(db: Db, personId: number, publicId: string): Promise<boolean> {
  const person = await db
    .selectFrom('person')
    .select('public_id')
    .where('id', '=', personId)
    .executeTakeFirst()
  return person?.public_id === publicId
}

interface MemberRow {
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
