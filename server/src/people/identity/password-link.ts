import type { authOperations } from '@svc/schema'
import type { VisitorContext } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { SERVER_COMMAND } from '../../ground/kernel/own-command.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import { type Actor, recordAudit } from './audit.ts'
import { forgetDevices, rememberDevice } from './devices.ts'
import { hashPassword } from './password.ts'
import { hashKey, makeLinkToken } from './secret-token.ts'
import { beginSession, describeSignIn, endSessionsOf, membershipsOf } from './sessions.ts'

const HOLDS_MS = 7 * 86_400_000

/**
 * Creates the only link that lets a person set a password, and deletes an earlier one. Returns its
 * secret.
 */
export async function makePasswordLink(db: Db, personId: number, now: number): Promise<string> {
  const token = makeLinkToken()
  await db.deleteFrom('password_link').where('person_id', '=', personId).execute()
  await db
    .insertInto('password_link')
    .values({ person_id: personId, hash: hashKey(token), created_at: now, expires_at: now + HOLDS_MS })
    .execute()
  return token
}

/** The audit actions of a password link. */
type LinkAction = 'person.password-link-made' | 'person.password-set-by-link'

/**
 * Records a password action in every organization of a person. The actor is null for a command on
 * the server's machine.
 */
export async function auditPasswordLink(
  db: Db,
  personId: number,
  by: Actor['personId'],
  now: number,
  action: LinkAction,
): Promise<void> {
  const { public_id, email } = await db
    .selectFrom('person')
    .select(['public_id', 'email'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const target = { kind: 'person', id: public_id, name: email }
  for (const { organizationId } of await membershipsOf(db, personId))
    await recordAudit(db, { organizationId, personId: by, apiKeyId: null }, now, { action, target })
}

/** The page where a person sets a password. Browsers never send the fragment, so no log contains it. */
export const passwordUrl = (baseUrl: string, token: string): string => `${baseUrl}/welcome#${token}`

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
