const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How wrong passwords of one subject slow down the next try. */
export interface Schedule {
  /** Wrong ones before the next has to wait, */
  free: number
  /** at first so long, and twice as long after each further one, */
  firstMs: number
  /** but never longer than this. */
  mostMs: number
  /** One is forgiven after each such time. */
  forgivenMs: number
}

/** What wrong passwords are counted of. */
export type Braked = 'address' | 'account' | 'accountFromAddress' | 'device' | 'session'

/**
 * The schedules, for `free` wrong passwords of one account. One address waits longer at one account than the account
 * does, so that somebody who guesses from a single place slows down that place and leaves tries to others.
 */
export const schedulesFor = (free: number): Record<Braked, Schedule> => {
  const half = Math.ceil(free / 2)
  const own = { free: half, firstMs: 30 * SECOND_MS, mostMs: 5 * MINUTE_MS, forgivenMs: HOUR_MS }
  return {
    // Many people share an address, and their mistakes have to be forgiven as fast as they make them.
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

/** How far a subject is, by the shared clock. */
export interface BrakeState {
  /** When the last of its wrong passwords is forgiven. */
  clearAt: number
  /** When it may try again. */
  openAt: number
}

/** How long a subject has to wait; 0 where it may try. */
export function waitMs({ openAt }: BrakeState, { mostMs }: Schedule, now: number): number {
  const wait = openAt - now
  // Longer than any wait: the clock was set back, for which nobody has to wait.
  return wait > mostMs ? 0 : Math.max(0, wait)
}

/** The state after one more try, taken for wrong until it is known to be right, and how many that makes. */
export function countOne(state: BrakeState, schedule: Schedule, now: number) {
  const { forgivenMs } = schedule
  const most = mostCounted(schedule)
  const owed = Math.min(Math.max(state.clearAt - now, 0), (most - 1) * forgivenMs)
  const clearAt = now + owed + forgivenMs
  const wrongs = countOf({ clearAt, openAt: 0 }, schedule, now)
  return { clearAt, openAt: now + delayAfter(wrongs, schedule), wrongs }
}

/** The state without one of its tries, which was no wrong one. Who had to wait because of others still does. */
export function takeOneBack(state: BrakeState, schedule: Schedule, now: number): BrakeState {
  const clearAt = Math.max(state.clearAt - schedule.forgivenMs, 0)
  return {
    clearAt,
    openAt: countOf({ ...state, clearAt }, schedule, now) < schedule.free ? 0 : state.openAt,
  }
}

/** True for the tries that the audit trail notes: all until the longest wait, then the first of each hour. */
export function isNoted(before: BrakeState, wrongs: number, schedule: Schedule, now: number): boolean {
  if (wrongs < mostCounted(schedule)) return true
  const last = before.openAt - schedule.mostMs
  return Math.floor(last / HOUR_MS) !== Math.floor(now / HOUR_MS)
}

const countOf = ({ clearAt }: BrakeState, { forgivenMs }: Schedule, now: number): number =>
  Math.max(0, Math.ceil((clearAt - now) / forgivenMs))

const delayAfter = (wrongs: number, { free, firstMs, mostMs }: Schedule): number =>
  wrongs < free ? 0 : Math.min(mostMs, firstMs * 2 ** (wrongs - free))

/** More than lead to the longest wait are not counted: they would only take longer to be forgiven. */
const mostCounted = ({ free, firstMs, mostMs }: Schedule): number =>
  free + Math.ceil(Math.log2(mostMs / firstMs))
