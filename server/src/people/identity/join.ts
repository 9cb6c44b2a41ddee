import type { authOperations, peopleOperations } from '@svc/schema'
import type { PersonalContext, VisitorContext } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { isReservedName, requireOwnName } from '../../ground/kernel/reserved-names.ts'
import { type Db, type Dialect, isDuplicate } from '../../ground/store/portable.ts'
import { recordAudit } from './audit.ts'
import { rememberDevice } from './devices.ts'
import { holdOrganization, isBacked } from './grants.ts'
import { hashPassword } from './password.ts'
import { hashKey } from './secret-token.ts'
import { beginSession, describeSignIn } from './sessions.ts'
import { storePassword } from './set-password.ts'
import { auditSignIn, checkPassword, stillHolds } from './sign-in.ts'

type Visits = Handlers<typeof authOperations, VisitorContext>
type People = Handlers<typeof peopleOperations, PersonalContext>

/** What an invitation offers, for anyone who has its link. */
export const readInvitation: Visits['readInvitation'] = async ({ ctx, input }) => {
  await ctx.signIns.attempt(ctx.address)
  const { slug, name, role, email, expires_at } = await findInvitation(
    ctx.store.lookup,
    input.token,
    ctx.clock(),
  )
  return { organization: { slug, name }, role, email, expiresAt: new Date(expires_at).toISOString() }
}

/** Joins a person who is not signed in: creates an account, or asks for the password of an existing one. */
export const joinWithInvitation: Visits['joinWithInvitation'] = async ({ ctx, input }) => {
  await ctx.signIns.attempt(ctx.address)
  const { email, password } = input
  const now = ctx.clock()
  const { email: onlyEmail } = await findInvitation(ctx.store.lookup, input.token, now)
  requireAddress(onlyEmail, email)
  const person = await ctx.store.lookup
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  const known = person
    ? await checkPassword(ctx, { email, password, device: input.device, isCounted: true })
    : null
  if (input.name !== undefined) requireOwnName('name', input.name)
  const hash = known ? null : await hashPassword(password, ctx.passwordCost)
  const joining = ctx.store.write(async (db) => {
    if (known) {
      await stillHolds(db, known)
      await auditSignIn(db, known.personId, known.isKnownDevice, now)
    }
    const personId = known?.personId ?? (await makePerson(db, email, input.name ?? nameOf(email), now))
    if (hash !== null) await storePassword(db, personId, hash, now)
    await useInvitation(db, ctx.store.dialect, input.token, { id: personId, email }, now)
    const device = await rememberDevice(db, ctx, personId, input, now)
    return { personId, session: await beginSession(db, ctx, personId, now, device) }
  })
  const { personId, session } = await joining.catch((error: unknown) => {
    if (!isDuplicate(error)) throw error
    throw new Problem(
      'CONFLICT',
      'Another request has just created an account with this e-mail address. Try again.',
    )
  })
  return describeSignIn(ctx, personId, session, input.cookie)
}

/** Joins the signed-in person. */
export const acceptInvitation: People['acceptInvitation'] = async ({ ctx, input }) => {
  const { personId } = ctx.identity
  return ctx.store.write(async (db) => {
    const { email } = await db
      .selectFrom('person')
      .select('email')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow()
    return useInvitation(db, ctx.store.dialect, input.token, { id: personId, email }, ctx.clock())
  })
}

/** Makes the person a member and uses up the invitation. A refusal leaves the invitation unchanged. */
async function useInvitation(
  db: Db,
  dialect: Dialect,
  token: string,
  person: { id: number; email: string },
  now: number,
) {
  // Locked before the second read, because its maker may lose the right to invite at this very
  // moment.
  await holdOrganization(db, dialect, (await findInvitation(db, token, now)).organization_id)
  const {
    id,
    public_id: invitationId,
    organization_id,
    role,
    slug,
    name,
    email,
  } = await findInvitation(db, token, now)
  requireAddress(email, person.email)
  // Deleting the invitation uses it up: of two concurrent requests, only one finds it.
  const { numDeletedRows } = await db.deleteFrom('invitation').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw voidInvitation()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('member')
    .values({ organization_id, person_id: person.id, role, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n)
    throw new Problem(
      'CONFLICT',
      `You are already a member of ${slug}. Somebody else can still use the invitation.`,
    )
  const { public_id } = await db
    .selectFrom('person')
    .select('public_id')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  await recordAudit(db, { organizationId: organization_id, personId: person.id, apiKeyId: null }, now, {
    action: 'member.joined',
    target: { kind: 'person', id: public_id, name: person.email },
    detail: { role, invitation: invitationId },
  })
  return { slug, name, role }
}

async function findInvitation(db: Db, token: string, now: number) {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organization_id')
    .select(['invitation.id', 'invitation.organization_id', 'invitation.role', 'invitation.email'])
    .select(['invitation.public_id', 'invitation.expires_at', 'organization.slug', 'organization.name'])
    .where('invitation.hash', '=', hashKey(token))
    .where('invitation.expires_at', '>', now)
    .where('organization.deleted_at', 'is', null)
    // Its maker issues the invitation at the moment of use, and must therefore still be an admin.
    .where(isBacked('invitation', 'invitation.organization_id', 'admin'))
    .executeTakeFirst()
  if (!row) throw voidInvitation()
  return row
}

async function makePerson(db: Db, email: string, name: string, now: number): Promise<number> {
  const row = { public_id: newId(now), email, name, created_at: now }
  return (await db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** What is before the `@`, unless it is reserved for the server. */
const nameOf = (email: string) => {
  const name = email.slice(0, email.indexOf('@')).slice(0, 100)
  return isReservedName(name) ? email.slice(0, 100) : name
}

function requireAddress(only: string | null, given: string): void {
  if (only !== null && only !== given)
    throw new Problem('FORBIDDEN', 'This invitation is for another e-mail address. Ask for one of your own.')
}

const voidInvitation = () =>
  new Problem(
    'NOT_FOUND',
    'This invitation is unknown, was used or withdrawn, or has expired. Ask for a new one.',
  )
