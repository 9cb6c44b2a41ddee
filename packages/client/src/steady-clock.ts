import { uptime } from 'node:os'

/** The time of day as it was at the start, plus what has passed since: setting the system's clock does not move it. */
export interface SteadyClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** True for a moment between the start and now; false if only `now` can tell. */
  isPast(ms: number): boolean
  /** What the system's clock is ahead, in milliseconds; 0 up to a second, which is no more than its fine tuning. */
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
    // It stands still while the machine sleeps, so it is never ahead.
    isPast: (ms) => ms >= begun && ms <= begun + performance.now() - begunAwake,
    aheadMs() {
      const clock = Date.now()
      // The cheap counter comes first; it stands still while the machine sleeps.
      if (Math.abs(clock - begun - (performance.now() - begunAwake)) <= FINE_TUNING_MS) return 0
      const ahead = clock - now()
      return Math.abs(ahead) <= FINE_TUNING_MS ? 0 : ahead
    },
  }
}

/** Milliseconds since the machine was started, its sleep included; if it does not tell, the clock itself. */
const upMs = (): number => {
  try {
    return uptime() * 1000
  } catch {
    return Date.now()
  }
}
