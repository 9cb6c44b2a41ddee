import { uptime } from 'node:os'

/** The time of day at the start plus the time since then. A change of the system's clock does not affect it. */
export interface SteadyClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** True for a time between the start and now; false if only `now` can decide. */
  isPast(ms: number): boolean
  /** How far the system's clock is ahead, in milliseconds; 0 below a second, which is ordinary adjustment. */
  aheadMs(): number
}

const FINE_TUNING_MS = 1_000

export const startClock = (): SteadyClock => {
  const begun = Date.now()
  const begunUp = upMs()
  const begunAwake = performance.now()
  const now = () => begun + upMs() - begunUp
  return {
    now,
    // It stops while the machine sleeps, so it is never ahead.
    isPast: (ms) => ms >= begun && ms <= begun + performance.now() - begunAwake,
    aheadMs() {
      const clock = Date.now()
      // The cheap counter comes first; it stops while the machine sleeps.
      if (Math.abs(clock - begun - (performance.now() - begunAwake)) <= FINE_TUNING_MS) return 0
      const ahead = clock - now()
      return Math.abs(ahead) <= FINE_TUNING_MS ? 0 : ahead
    },
  }
}

/** Milliseconds since the machine started, including sleep; the clock itself if the system has no such counter. */
const upMs = (): number => {
  try {
    return uptime() * 1000
  } catch {
    return Date.now()
  }
}
