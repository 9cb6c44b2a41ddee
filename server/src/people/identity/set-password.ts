import type { authOperations } from '@svc/schema'
import type { VisitorContext } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { SERVER_COMMAND } from '../../ground/kernel/own-command.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { forgetDevices, rememberDevice } from './devices.ts'
import { hashPassword } from './password.ts'
import { auditPasswordLink } from './password-link.ts'
import { hashKey } from './secret-token.ts'
import { beginSession, describeSignIn, endSessionsOf } from './sessions.ts'

type SetPassword = Handlers<typeof authOperations, VisitorContext>['setPassword']

/** Sets a password through a single-use link, ends every session of the person, and begins a new one. */
export const setPassword: SetPassword = async ({ ctx, input }) => {
  await ctx.signIns.attempt(ctx.address)
  const now = ctx.clock()
  const hash = hashKey(input.token)
  const known = await ctx.store.lookup
    .selectFrom('password_link')
    .select('person_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!known) throw voidLink()
  const password = await hashPassword(input.password, ctx.passwordCost, 'ahead')
  const { personId, session } = await ctx.store.write(async (db) => {
    // Deleting the link uses it up: of two concurrent requests, only one finds it.
    const link = await db
      .deleteFrom('password_link')
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .returning('person_id')
      .executeTakeFirst()
    if (!link) throw voidLink()
    await storePassword(db, link.person_id, password, now)
    await endSessionsOf(db, link.person_id, null)
    await forgetDevices(db, link.person_id, null)
    await auditPasswordLink(db, link.person_id, link.person_id, now, 'person.password-set-by-link')
    const device = await rememberDevice(db, ctx, link.person_id, input, now)
    return { personId: link.person_id, session: await beginSession(db, ctx, link.person_id, now, device) }
  })
  return describeSignIn(ctx, personId, session, input.cookie)
}

/** Stores the hash of a new password. */
export const storePassword = (
  db: Parameters<typeof beginSession>[0],
  personId: number,
  hash: string,
  now: number,
) =>
  db.updateTable('person').set({ password: hash, password_set_at: now }).where('id', '=', personId).execute()

const voidLink = () =>
  new Problem(
    'UNAUTHORIZED',
    `This link is unknown, was used or has expired. The server's operator creates another: ${SERVER_COMMAND} people reset <email>.`,
  )
