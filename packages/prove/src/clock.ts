/** The time of trials, and how the one that runs now is ended. */
export interface Clock {
  /** Seconds since the start. */
  now(): number
  /** True after Ctrl-C. */
  isStopped(): boolean
  /** Given when the time is over, or somebody stops. */
  signal: AbortSignal
  /** Takes the function that ends what has started. */
  onStart(end: () => void): void
  /** What has started has ended. */
  ended(): void
  /** Forgets the stop. */
  forget(): void
}

/** Starts the time of trials. `onStop` registers the function that ends the current run, and returns one that removes it. */
export const startClock = (seconds: number, onStop: (end: () => void) => () => void): Clock => {
  const startedAt = performance.now()
  const stop = new AbortController()
  const nothing = () => {}
  let endRunning = nothing
  const forget = onStop(() => {
    stop.abort()
    endRunning()
  })
  return {
    now: () => (performance.now() - startedAt) / 1_000,
    isStopped: () => stop.signal.aborted,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(seconds * 1_000)]),
    onStart: (end) => {
      endRunning = end
      if (stop.signal.aborted) end()
    },
    ended: () => {
      endRunning = nothing
    },
    forget,
  }
}
