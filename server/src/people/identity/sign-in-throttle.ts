import type {
  PasswordTry,
  Quota,
  RequestThrottle,
  SignInThrottle,
  Tried,
} from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db, SharedClock } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'
import { hashKey } from './secret-token.ts'
import {
  countOne,
  isNoted,
  type Schedule,
  schedulesFor,
  type Throttled,
  type ThrottleState,
  takeOneBack,
  waitMs,
} from './sign-in-throttle-schedule.ts'

/** Attempts within this time form one entry, so that a high limit costs a short list. */
const RESOLUTION_MS = 500

/** Attempts within a window, oldest first: times and amounts. */
type RecentTries = readonly (readonly [at: number, amount: number])[]

/** The stored state of one subject. */
interface ThrottleRow extends ThrottleState {
  subject: string
  recent: RecentTries
}

const MINUTE_MS = 60_000

export interface ThrottleParts {
  store: Store
  time: SharedClock
  /** Attempts of one address per minute; 0 is no limit. */
  signIns: number
  /** Wrong passwords of one account before the next attempt must wait; 0 is no limit. */
  wrongPasswords: number
}

/** One subject of an attempt, and the schedule that slows it down. */
interface Counted {
  kind: Throttled
  subject: string
  schedule: Schedule
}

/**
 * Counts attempts with passwords, links and tokens in the database, so that all its servers share
 * the count. An attempt is counted before anything is hashed, so concurrent attempts gain nothing
 * over sequential ones.
 */
export function makeSignInThrottle({ store, time, signIns, wrongPasswords }: ThrottleParts): SignInThrottle {
  const schedules = schedulesFor(wrongPasswords)

  /** Counts an attempt within the minute; refuses it if the limit is reached. */
  const takeMinute = async (db: Db, subject: string): Promise<{ quota: Quota; isOver: boolean }> => {
    const row = await lockThrottle(db, subject)
    const now = await time(db)
    const tries = stillRecent(row.recent, now, MINUTE_MS)
    const before = quotaOf(tries, signIns, now, MINUTE_MS)
    if (before.remaining === 0) return { quota: before, isOver: true }
    const recent = withOneMore(tries, now)
    await storeThrottle(db, { ...row, recent, clearAt: now + MINUTE_MS })
    return { quota: quotaOf(recent, signIns, now, MINUTE_MS), isOver: false }
  }

  /** Refuses attempts beyond the limit without a write, so that a flood does not delay writers. */
  const refuseKnown = async (
    minute: string | null,
    counted: Counted[],
    tell: Tell,
    why: string,
  ): Promise<void> => {
    const subjects = counted.map(({ subject }) => subject)
    const rows = await peekThrottles(store.lookup, minute === null ? subjects : [minute, ...subjects])
    if (rows.size === 0) return
    const now = await time(store.lookup)
    const row = minute === null ? undefined : rows.get(minute)
    const quota = row && quotaOf(stillRecent(row.recent, now, MINUTE_MS), signIns, now, MINUTE_MS)
    if (quota?.remaining === 0) {
      tell(quota)
      throw tooMany(quota.resetSeconds, why)
    }
    const wait = Math.max(
      0,
      ...counted.map(({ subject, schedule }) => {
        const state = rows.get(subject)
        return state ? waitMs(state, schedule, now) : 0
      }),
    )
    if (wait > 0) throw slowedDown(wait)
  }

  const attempt = async (subject: string, tell: Tell, why: string): Promise<void> => {
    if (signIns === 0) return
    await refuseKnown(subject, [], tell, why)
    const { quota, isOver } = await store.write((db) => takeMinute(db, subject))
    tell(quota)
    if (isOver) throw tooMany(quota.resetSeconds, why)
  }

  const ownTries = (subject: string) => (signIns === 0 ? null : `tries ${subject}`)

  const subjectsOf = (tried: Tried): { minute: string | null; counted: Counted[] } => {
    const one = (kind: Throttled, subject: string) => ({ kind, subject, schedule: schedules[kind] })
    if ('device' in tried) {
      const subject = `device ${tried.device}`
      return { minute: ownTries(subject), counted: [one('device', subject)] }
    }
    if ('session' in tried) {
      const subject = `session ${tried.session}`
      return { minute: ownTries(subject), counted: [one('session', subject)] }
    }
    const { address } = tried
    const account = `account ${hashKey(tried.email)}`
    return {
      minute: tried.isCounted || signIns === 0 ? null : triesOf(address),
      counted: [
        one('account', account),
        one('accountFromAddress', `${account} from ${address}`),
        one('address', `address ${address}`),
      ],
    }
  }

  const beforePassword = async (tried: Tried, tell: Tell): Promise<PasswordTry> => {
    const { minute, counted: all } = subjectsOf(tried)
    const counted = wrongPasswords === 0 ? [] : all
    if (minute === null && counted.length === 0) return UNCOUNTED
    await refuseKnown(minute, counted, tell, TOO_MANY_TRIES)
    // Always in the same order, so that concurrent attempts never wait for each other's rows.
    const inOrder = [...counted].sort((a, b) => (a.subject < b.subject ? -1 : 1))
    const outcome = await store.write(async (db) => {
      const taken = minute === null ? null : await takeMinute(db, minute)
      if (taken?.isOver) return { taken, wait: 0, made: [] }
      const rows = []
      for (const each of inOrder) rows.push({ ...each, before: await lockThrottle(db, each.subject) })
      // Read after all rows are locked, because an attempt that waited for them is later than the
      // one it waited for.
      const now = await time(db)
      const wait = Math.max(0, ...rows.map(({ before, schedule }) => waitMs(before, schedule, now)))
      if (wait > 0) return { taken, wait, made: [] }
      const made = []
      for (const { before, schedule, kind, subject } of rows) {
        const after = countOne(before, schedule, now)
        await storeThrottle(db, { ...before, ...after })
        const noted = isNoted(before, after.wrongs, schedule, now)
        made.push({ kind, subject, schedule, wrongs: after.wrongs, waitMs: after.openAt - now, noted })
      }
      return { taken, wait, made }
    })
    if (outcome.taken) tell(outcome.taken.quota)
    if (outcome.taken?.isOver) throw tooMany(outcome.taken.quota.resetSeconds, TOO_MANY_TRIES)
    if (outcome.wait > 0) throw slowedDown(outcome.wait)
    const { made } = outcome
    const first = made.find(({ kind }) => kind === counted[0]?.kind)
    const slowed = made.find(({ wrongs, schedule }) => wrongs === schedule.free)
    return {
      wrongs: first?.wrongs ?? 1,
      isNoted: first?.noted ?? true,
      slowed: slowed ? { by: slowed.kind, seconds: seconds(slowed.waitMs) } : null,
      takeBack: () =>
        store.write(async (db) => {
          const rows = []
          for (const each of inOrder)
            rows.push({ schedule: each.schedule, state: await lockThrottle(db, each.subject) })
          const now = await time(db)
          for (const { schedule, state } of rows)
            await storeThrottle(db, { ...state, ...takeOneBack(state, schedule, now) })
        }),
    }
  }

  return {
    forRequest: (tell): RequestThrottle => ({
      attempt: (address) => attempt(triesOf(address), tell, TOO_MANY_TRIES),
      refusedToken: (address) =>
        attempt(`tokens ${address}`, tell, 'The server rejected too many tokens from this address.'),
      beforePassword: (tried) => beforePassword(tried, tell),
    }),
  }
}

type Tell = (quota: Quota) => void

const triesOf = (address: string) => `tries ${address}`

const TOO_MANY_TRIES = 'Too many attempts to sign in came from this address.'

const UNCOUNTED: PasswordTry = {
  wrongs: 1,
  isNoted: true,
  slowed: null,
  takeBack: async () => undefined,
}

const seconds = (ms: number) => Math.ceil(ms / 1_000)

const slowedDown = (ms: number) =>
  tooMany(
    seconds(ms),
    'Too many attempts with a wrong password for this account or from this address. Sessions and devices that have signed in before need not wait.',
  )

const tooMany = (afterSeconds: number, why: string) =>
  new Problem('RATE_LIMITED', `${why} Try again in ${afterSeconds} s.`, {
    retryAfterSeconds: Math.max(1, afterSeconds),
  })

/** A subject's row, created if absent, and locked until the transaction ends. */
export async function lockThrottle(db: Db, subject: string): Promise<ThrottleRow> {
  const row = await db
    .insertInto('brake')
    .values({ subject, clear_at: 0, open_at: 0, recent: '[]' })
    // On both databases, an update locks a row even if it changes nothing.
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return read(row)
}

export async function storeThrottle(
  db: Db,
  { subject, clearAt, openAt, recent }: ThrottleRow,
): Promise<void> {
  await db
    .updateTable('brake')
    .set({ clear_at: clearAt, open_at: openAt, recent: JSON.stringify(recent) })
    .where('subject', '=', subject)
    .execute()
}

/** Rows by subject, without locking them. */
async function peekThrottles(db: Db, subjects: string[]): Promise<Map<string, ThrottleRow>> {
  const rows = await db.selectFrom('brake').selectAll().where('subject', 'in', subjects).execute()
  return new Map(rows.map((row) => [row.subject, read(row)]))
}

const read = (row: Tables['brake']): ThrottleRow => ({
  subject: row.subject,
  clearAt: row.clear_at,
  openAt: row.open_at,
  recent: JSON.parse(row.recent) as RecentTries,
})

/**
 * The attempts that still count. A time in the future comes from a clock that was set back, and
 * counts as now.
 */
export const stillRecent = (tries: RecentTries, now: number, windowMs: number): RecentTries =>
  tries.map(([time, amount]) => [Math.min(time, now), amount] as const).filter(([at]) => at + windowMs > now)

/** The same attempts plus one. */
export function withOneMore(tries: RecentTries, now: number): RecentTries {
  const last = tries.at(-1)
  if (!last || Math.floor(last[0] / RESOLUTION_MS) !== Math.floor(now / RESOLUTION_MS))
    return [...tries, [now, 1]]
  return [...tries.slice(0, -1), [now, last[1] + 1]]
}

/** The remainder of a limit. */
export function quotaOf(tries: RecentTries, limit: number, now: number, windowMs: number): Quota {
  const used = tries.reduce((sum, [, amount]) => sum + amount, 0)
  const [first] = tries
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: first ? Math.ceil((first[0] + windowMs - now) / 1_000) : 0,
  }
}
