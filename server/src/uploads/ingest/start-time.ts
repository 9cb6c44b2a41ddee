import type { Segment } from './segment.ts'

/** How far ahead of the server's clock a start may be. */
export const AHEAD_MS = 86_400_000

/**
 * A smaller difference may be the duration of the request, which takes seconds on a busy machine or
 * to a starting server. Wrong clocks are usually wrong by more.
 */
const SAME_CLOCK_MS = 15_000

/** A part's start by the server's clock, and a warning if the sender's time is impossible. */
export function startTime({ open, clientClock, receivedAt }: Segment) {
  const difference = clientClock === null ? 0 : receivedAt - clientClock
  const clockSkewMs = Math.abs(difference) < SAME_CLOCK_MS ? 0 : Math.round(difference)
  const said = Math.round(open.startedAt + clockSkewMs)
  return {
    clockSkewMs,
    startedAt: Math.max(0, Math.min(receivedAt, said)),
    // A wrong clock must not cost a run its upload.
    warning:
      said > receivedAt + AHEAD_MS
        ? `This run reports ${timeOf(said)} as its start, but the server's clock said ${timeOf(receivedAt)}. The server stores the latter as its start. Set the clock of the machine that ran the tests.`
        : null,
  }
}

/** The last time that a date can represent. */
const LATEST_DATE_MS = 8.64e15

const timeOf = (ms: number): string => (ms <= LATEST_DATE_MS ? new Date(ms).toISOString() : `${ms} ms`)
