/** The time of day as it was when it began, plus what has passed since: a clock that is set in mid-run does not move it. */
export interface SteadyClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** What the system's clock is ahead, in milliseconds; 0 up to a second, which is no more than its fine tuning. */
  aheadMs(): number
}

export const startClock = (): SteadyClock => {
  const offset = Date.now() - performance.now()
  const now = () => performance.now() + offset
  return {
    now,
    aheadMs() {
      const ahead = Date.now() - now()
      return Math.abs(ahead) > 1_000 ? ahead : 0
    },
  }
}
