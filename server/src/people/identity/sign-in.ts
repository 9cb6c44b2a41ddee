import type { authOperations } from '@svc/schema'
import type { PasswordTry, Tried, VisitorContext } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import { recordAudit } from './audit.ts'
import { deviceToken, findDevice, rememberDevice } from './devices.ts'
import { hashPassword, isOutdated, isPassword, refuseCrowd } from './password.ts'
import { beginSession, describeSignIn, membershipsOf } from './sessions.ts'
import { lockThrottle, quotaOf, stillRecent, storeThrottle, withOneMore } from './sign-in-throttle.ts'

/**
 * The number of a person's sign-ins recorded per hour: a program that signs in constantly must not fill the
 * trail.
 */
const NOTED_AN_HOUR = 20
const HOUR_MS = 3_600_000

type SignIn = Handlers<typeof authOperations, VisitorContext>['signIn']

/** Begins a session for the right password. */
export const signIn: SignIn = async ({ ctx, input }) => {
  const known = await checkPassword(ctx, input)
  const now = ctx.clock()
  const session = await ctx.store.write(async (db) => {
    await stillHolds(db, known)
    await auditSignIn(db, known.personId, known.isKnownDevice, now)
    const device = await rememberDevice(db, ctx, known.personId, input, now)
    return beginSession(db, ctx, known.personId, now, device)
  })
  return describeSignIn(ctx, known.personId, session, input.cookie)
}

/** A correct password, and its form to store from now on. */
export interface CheckedPassword {
  personId: number
  stored: string
  fresh: string
  isKnownDevice: boolean
}

/** The sender of a password, the password, and its origin. */
interface Credentials {
  email: string
  password: string
  /** The token of a device, if the request's body contains one. */
  device?: string | undefined
  /** True if the attempt of this address was counted before. */
  isCounted?: boolean
  /** Set if the person has signed in: then attempts count against the session. */
  session?: number
}

/**
 * The person with this password. Throws UNAUTHORIZED, with the same message and timing, if there is none, and
 * RATE_LIMITED if the attempt must wait: every attempt counts before it is hashed.
 */
export async function checkPassword(
  ctx: VisitorContext,
  credentials: Credentials,
  refusal: () => Problem = wrongPassword,
): Promise<CheckedPassword> {
  const { store, passwordCost } = ctx
  const person = await store.lookup
    .selectFrom('person')
    .select(['id', 'password'])
    .where('email', '=', credentials.email)
    .executeTakeFirst()
  const device = await findDevice(store, person?.id, deviceToken(ctx, credentials.device), ctx.clock())
  const tried = triedWith(ctx, credentials, device)
  const place = 'address' in tried ? 'behind' : 'ahead'
  refuseCrowd(place)
  const counted = await ctx.signIns.beforePassword(tried)
  const stored = person?.password ?? null
  const isRight = await isPassword(credentials.password, stored, passwordCost, place).catch(
    async (error: unknown) => {
      await counted.takeBack()
      throw error
    },
  )
  if (!isRight || !person || stored === null) {
    await noteRefusal(ctx, person?.id, credentials, counted)
    throw refusal()
  }
  await counted.takeBack()
  const fresh = isOutdated(stored, passwordCost)
    ? await hashPassword(credentials.password, passwordCost, place)
    : stored
  return { personId: person.id, stored, fresh, isKnownDevice: device !== null }
}

/** Throws if the password changed since the check; rehashes it if its cost is outdated. */
export async function stillHolds(db: Db, { personId, stored, fresh }: CheckedPassword): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ password: fresh })
    .where('id', '=', personId)
    .where('password', '=', stored)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw wrongPassword()
}

/**
 * A device or session that proved the password before counts separately, regardless of guesses at the account
 * by others.
 */
function triedWith(
  { address }: VisitorContext,
  { email, session, isCounted = false }: Credentials,
  device: number | null,
): Tried {
  if (session !== undefined) return { session }
  return device === null ? { address, email, isCounted } : { device }
}

const noteRefusal = (
  ctx: VisitorContext,
  personId: number | undefined,
  { session }: Credentials,
  counted: PasswordTry,
) => ctx.store.write((db) => auditRefusal(db, ctx, personId, session !== undefined, counted, ctx.clock()))

function wrongPassword(): Problem {
  return new Problem('UNAUTHORIZED', 'The e-mail address or the password is wrong.')
}

/** Records a sign-in in every organization of a person. The address of origin stays private to the person. */
export async function auditSignIn(
  db: Db,
  personId: number,
  isKnownDevice: boolean,
  now: number,
): Promise<void> {
  const noted = await lockThrottle(db, `noted ${personId}`)
  const lately = stillRecent(noted.recent, now, HOUR_MS)
  if (quotaOf(lately, NOTED_AN_HOUR, now, HOUR_MS).remaining === 0) return
  await storeThrottle(db, { ...noted, recent: withOneMore(lately, now), clearAt: now + HOUR_MS })
  await record(db, personId, { personId }, now, 'person.signed-in', {
    device: isKnownDevice ? 'known' : 'new',
  })
}

/**
 * Records in every organization of a person that the server rejected a password and delays the next attempt.
 * Records nothing for an unknown e-mail address.
 */
async function auditRefusal(
  db: Db,
  { address }: Pick<VisitorContext, 'address'>,
  personId: number | undefined,
  isOwnSession: boolean,
  { wrongs, slowed, isNoted }: PasswordTry,
  now: number,
): Promise<void> {
  if (!isNoted && slowed === null) return
  const by = isOwnSession && personId !== undefined ? { personId } : { address }
  const detail = { address, wrongPasswords: wrongs }
  // A write in either case, so that the time of the answer does not reveal whether the account exists.
  if (personId === undefined) return void (await lockThrottle(db, 'refused of nobody'))
  if (isNoted) await record(db, personId, by, now, 'person.sign-in-refused', detail)
  if (slowed)
    await record(db, personId, by, now, 'person.sign-in-slowed', {
      ...detail,
      by: slowed.by,
      seconds: slowed.seconds,
    })
}

async function record(
  db: Db,
  personId: number,
  by: { personId: number } | { address: string },
  now: number,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const person = await db
    .selectFrom('person')
    .select(['public_id', 'email'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const target = { kind: 'person', id: person.public_id, name: person.email }
  const actor = 'address' in by ? { personId: null, visitor: by.address } : { personId: by.personId }
  for (const { organizationId } of await membershipsOf(db, personId))
    await recordAudit(db, { organizationId, apiKeyId: null, ...actor }, now, { action, target, detail })
}
