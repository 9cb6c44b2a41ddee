import type { authOperations } from '@svc/schema'
import type { VisitorContext } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import type { Db } from '../store/portable.ts'
import { hashPassword, isOutdated, isPassword } from './password.ts'
import { beginSession, describeSignIn } from './sessions.ts'

type SignIn = Handlers<typeof authOperations, VisitorContext>['signIn']

/** Begins a session for whoever knows the password. */
export const signIn: SignIn = async ({ ctx, input }) => {
  ctx.signIns.attempt(ctx.address)
  const known = await checkPassword(ctx, input)
  const now = ctx.clock()
  const session = await ctx.store.write(async (db) => {
    await stillHolds(db, known)
    return beginSession(db, ctx, known.personId, now)
  })
  return describeSignIn(ctx, known.personId, session, input.cookie)
}

/** A password that was right, and what is to be stored of it from now on. */
export interface CheckedPassword {
  personId: number
  stored: string
  fresh: string
}

/**
 * The person whose password this is; UNAUTHORIZED in the same words and time where there is none. Whoever calls it
 * counts the attempt of the address.
 */
export async function checkPassword(
  { store, signIns }: Pick<VisitorContext, 'store' | 'signIns'>,
  { email, password }: { email: string; password: string },
  refusal: () => Problem = wrongPassword,
): Promise<CheckedPassword> {
  signIns.check(email)
  const person = await store.lookup
    .selectFrom('person')
    .select(['id', 'password'])
    .where('email', '=', email)
    .executeTakeFirst()
  const stored = person?.password ?? null
  if (!(await isPassword(password, stored)) || !person || stored === null) {
    signIns.failed(email)
    throw refusal()
  }
  const fresh = isOutdated(stored) ? await hashPassword(password) : stored
  return { personId: person.id, stored, fresh }
}

/** Refuses where the password was changed since it was checked; stores it anew where its cost was yesterday's. */
export async function stillHolds(db: Db, { personId, stored, fresh }: CheckedPassword): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ password: fresh })
    .where('id', '=', personId)
    .where('password', '=', stored)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw wrongPassword()
}

function wrongPassword(): Problem {
  return new Problem('UNAUTHORIZED', 'This e-mail address and password do not belong together.')
}
