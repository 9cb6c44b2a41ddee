const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How wrong passwords of one subject delay the next attempt. */
export interface Schedule {
  /** The number of wrong attempts before the next one must wait. */
  free: number
  /** The first delay, milliseconds; each further wrong attempt doubles it. */
  firstMs: number
  /** The longest delay, milliseconds. */
  mostMs: number
  /** The interval after which one wrong attempt expires, milliseconds. */
  forgivenMs: number
}

/** The subjects of wrong passwords. */
export type Throttled = 'address' | 'account' | 'accountFromAddress' | 'device' | 'session'

/**
 * The schedules, for `free` wrong passwords of one account. One address waits longer for one account than the
 * account does. Guesses from a single address therefore slow down that address and leave attempts to others.
 */
export const schedulesFor = (free: number): Record<Throttled, Schedule> => {
  const half = Math.ceil(free / 2)
  const own = { free: half, firstMs: 30 * SECOND_MS, mostMs: 5 * MINUTE_MS, forgivenMs: HOUR_MS }
  return {
    // Many people share an address, so its wrong attempts must expire as fast as they are made.
    address: {
      free: free * 2,
      firstMs: 10 * SECOND_MS,
      mostMs: 5 * MINUTE_MS,
      forgivenMs: 3 * MINUTE_MS,
    },
    account: { free, firstMs: 30 * SECOND_MS, mostMs: 5 * MINUTE_MS, forgivenMs: HOUR_MS },
    accountFromAddress: { free: half, firstMs: 30 * SECOND_MS, mostMs: HOUR_MS, forgivenMs: HOUR_MS },
    device: own,
    session: own,
  }
}

/** The state of a subject, by the shared clock. */
export interface ThrottleState {
  /** When the last of its wrong passwords expires. */
  clearAt: number
  /** When its next attempt is allowed. */
  openAt: number
}

/** The remaining wait of a subject, milliseconds; 0 if its next attempt is allowed. */
export function waitMs({ openAt }: ThrottleState, { mostMs }: Schedule, now: number): number {
  const wait = openAt - now
  // A wait beyond the maximum means that the clock was set back, so the subject need not wait.
  return wait > mostMs ? 0 : Math.max(0, wait)
}

/**
 * The state after one more attempt, which counts as wrong until it proves right, and the number of wrong
 * ones.
 */
export function countOne(state: ThrottleState, schedule: Schedule, now: number) {
  const { forgivenMs } = schedule
  const most = mostCounted(schedule)
  const owed = Math.min(Math.max(state.clearAt - now, 0), (most - 1) * forgivenMs)
  const clearAt = now + owed + forgivenMs
  const wrongs = countOf({ clearAt, openAt: 0 }, schedule, now)
  return { clearAt, openAt: now + delayAfter(wrongs, schedule), wrongs }
}

/** The state without one attempt that proved right. A wait caused by other attempts remains. */
export function takeOneBack(state: ThrottleState, schedule: Schedule, now: number): ThrottleState {
  const clearAt = Math.max(state.clearAt - schedule.forgivenMs, 0)
  return {
    clearAt,
    openAt: countOf({ ...state, clearAt }, schedule, now) < schedule.free ? 0 : state.openAt,
  }
}

/**
 * True for attempts that the audit trail records: all until the longest wait, then the first of each hour.
 */
export function isNoted(before: ThrottleState, wrongs: number, schedule: Schedule, now: number): boolean {
  if (wrongs < mostCounted(schedule)) return true
  const last = before.openAt - schedule.mostMs
  return Math.floor(last / HOUR_MS) !== Math.floor(now / HOUR_MS)
}

const countOf = ({ clearAt }: ThrottleState, { forgivenMs }: Schedule, now: number): number =>
  Math.max(0, Math.ceil((clearAt - now) / forgivenMs))

const delayAfter = (wrongs: number, { free, firstMs, mostMs }: Schedule): number =>
  wrongs < free ? 0 : Math.min(mostMs, firstMs * 2 ** (wrongs - free))

/** The maximum that counts, which leads to the longest wait: more would only take longer to expire. */
const mostCounted = ({ free, firstMs, mostMs }: Schedule): number =>
  free + Math.ceil(Math.log2(mostMs / firstMs))
