import type { peopleOperations } from '@svc/schema'
import type { PersonalContext } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import { forgetDevices } from './devices.ts'
import { describeEnds, endSessions, endSessionsOf, issueToken, latestEnd } from './sessions.ts'

type People = Handlers<typeof peopleOperations, PersonalContext>

/** Ends the requesting session. */
export const signOut: People['signOut'] = async ({ ctx }) => {
  const { sessionId } = ctx.identity
  const session = await ctx.store.write(async (db) => {
    const sessions = await db
      .selectFrom('session')
      .select('public_id')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    await endSessions(db, [sessionId])
    return sessions
  })
  if (!session) throw gone()
  ctx.tokens.letGo()
  return { id: session.public_id }
}

/** The person's own active sessions, newest first. */
export const listSessions: People['listSessions'] = async ({ ctx }) => {
  const { personId, sessionId } = ctx.identity
  const rows = await ctx.store.read
    .selectFrom('session')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', ctx.clock())
    .orderBy('id', 'desc')
    .execute()
  return {
    sessions: rows.map((row) => ({
      id: row.public_id,
      isCurrent: row.id === sessionId,
      createdAt: new Date(row.created_at).toISOString(),
      lastUsedAt: new Date(row.last_used_at).toISOString(),
      ...describeEnds(row.created_at, row.expires_at),
      userAgent: row.user_agent,
      address: row.address,
    })),
  }
}

/** Ends one of the person's own sessions. Throws NOT_FOUND for another's. */
export const revokeSession: People['revokeSession'] = async ({ ctx, input }) => {
  const { personId, sessionId } = ctx.identity
  const ended = await ctx.store.write(async (db) => {
    const session = await db
      .selectFrom('session')
      .select(['id', 'device_id'])
      .where('person_id', '=', personId)
      .where('public_id', '=', input.id)
      .executeTakeFirst()
    if (!session) throw new Problem('NOT_FOUND', 'You have no such session. GET /api/sessions lists yours.')
    await endSessions(db, [session.id])
    // Ending a session on another device also ends trust in that device.
    if (session.device_id !== null && session.device_id !== (await deviceOf(db, sessionId)))
      await db.deleteFrom('device').where('id', '=', session.device_id).execute()
    return session.id
  })
  if (ended === sessionId) ctx.tokens.letGo()
  return { id: input.id }
}

/** Ends all sessions of the person except the requesting one, and deletes all devices except its own. */
export const revokeOtherSessions: People['revokeOtherSessions'] = async ({ ctx }) => {
  const { personId, sessionId } = ctx.identity
  const ended = await ctx.store.write(async (db) => {
    await forgetDevices(db, personId, await deviceOf(db, sessionId))
    return endSessionsOf(db, personId, sessionId)
  })
  return { ended }
}

/** Issues another token for the session; its first use ends the previous token. */
export const renewToken: People['renewToken'] = async ({ ctx }) => {
  const { sessionId } = ctx.identity
  const now = ctx.clock()
  const { token, session } = await ctx.store.write(async (db) => {
    const session = await db
      .selectFrom('session')
      .select(['created_at', 'expires_at'])
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (!session) throw gone()
    return { token: await issueToken(db, sessionId, now, false), session }
  })
  const { created_at, expires_at } = session
  return {
    token: ctx.tokens.hold(token, latestEnd(created_at), false),
    ...describeEnds(created_at, expires_at),
  }
}

/** The device of a session; null if it has none. */
async function deviceOf(db: Db, sessionId: number): Promise<number | null> {
  const row = await db
    .selectFrom('session')
    .select('device_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.device_id ?? null
}

const gone = () => new Problem('UNAUTHORIZED', 'This session has ended. Sign in again.')
