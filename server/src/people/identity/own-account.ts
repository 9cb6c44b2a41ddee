import type { peopleOperations } from '@svc/schema'
import type { PersonalContext, PersonContext } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { requireOwnName } from '../../ground/kernel/reserved-names.ts'
import { type Db, isDuplicate } from '../../ground/store/portable.ts'
import { recordAudit } from './audit.ts'
import { forgetDevices, rememberDevice } from './devices.ts'
import { hashPassword } from './password.ts'
import { beginSession, describeEnds, endSessionsOf, holdDevice, latestEnd } from './sessions.ts'
import { storePassword } from './set-password.ts'
import { checkPassword, stillHolds } from './sign-in.ts'

type People = Handlers<typeof peopleOperations, PersonalContext>

/** Changes the person's own password; every session ends, and a new one replaces the caller's. */
export const changePassword: People['changePassword'] = async ({ ctx, input }) => {
  const { personId } = ctx.identity
  const known = await checkOwnPassword(ctx, input.current, 'current')
  const password = await hashPassword(input.password, ctx.passwordCost, 'ahead')
  const now = ctx.clock()
  const session = await ctx.store.write(async (db) => {
    await stillHolds(db, known)
    await storePassword(db, personId, password, now)
    await endSessionsOf(db, personId, null)
    await forgetDevices(db, personId, null)
    const device = await rememberDevice(db, ctx, personId, input, now)
    return beginSession(db, ctx, personId, now, device)
  })
  return {
    token: ctx.tokens.hold(session.token, latestEnd(session.createdAt), false),
    device: holdDevice(ctx, session, false),
    ...describeEnds(session.createdAt, session.expiresAt),
  }
}

/** Changes the person's own name or e-mail address. */
export const updatePerson: People['updatePerson'] = async ({ ctx, input }) => {
  const { personId } = ctx.identity
  if (input.email !== undefined && input.password === undefined)
    throw new Problem('INVALID_REQUEST', 'password is required with email, because you sign in with it.')
  if (input.name !== undefined) requireOwnName('name', input.name)
  const known =
    input.email !== undefined && input.password !== undefined
      ? await checkOwnPassword(ctx, input.password, 'password')
      : null
  const changed = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.email !== undefined && { email: input.email }),
  }
  const change = ctx.store.write(async (db) => {
    if (known) await stillHolds(db, known)
    if (input.email !== undefined) await endInvitationsOf(db, personId, input.email, ctx.clock())
    if (Object.keys(changed).length > 0)
      await db.updateTable('person').set(changed).where('id', '=', personId).execute()
    const person = await db
      .selectFrom('person')
      .select(['public_id', 'email', 'name'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow()
    return { id: person.public_id, email: person.email, name: person.name }
  })
  return change.catch((error: unknown) => {
    if (!isDuplicate(error)) throw error
    throw new Problem('CONFLICT', 'email cannot be changed to this address. Choose another.')
  })
}

/**
 * Ends invitations to the address that a person gives up, in the organizations of that person.
 * Otherwise a person who is removed later could take the address back and return by such a link.
 */
async function endInvitationsOf(db: Db, personId: number, next: string, now: number): Promise<void> {
  const ended = await db
    .deleteFrom('invitation')
    .where('email', '=', (query) => query.selectFrom('person').select('email').where('id', '=', personId))
    .where('email', '<>', next)
    .where('organization_id', 'in', (query) =>
      query.selectFrom('member').select('organization_id').where('person_id', '=', personId),
    )
    .returning(['organization_id', 'public_id', 'email', 'role'])
    .execute()
  for (const { organization_id: organizationId, public_id: id, email, role } of ended)
    await recordAudit(db, { organizationId, personId, apiKeyId: null }, now, {
      action: 'invitation.withdrawn',
      target: { kind: 'invitation', id, name: email ?? 'anybody with the link' },
      detail: { role, because: 'person.email-changed' },
    })
}

async function checkOwnPassword(ctx: PersonContext, password: string, field: string) {
  const { personId, sessionId } = ctx.identity
  const { email } = await ctx.store.lookup
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const wrong = () => new Problem('INVALID_REQUEST', `${field} must be your current password.`)
  return checkPassword(ctx, { email, password, session: sessionId }, wrong)
}
