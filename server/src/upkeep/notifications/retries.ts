/** The wait after the first attempt, milliseconds; each further one is four times as long. */
const FIRST_MS = 10_000
const LONGEST_MS = 4 * 3_600_000
/** The jitter of a wait in either direction, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.25
/** A delivery of this age has failed, milliseconds. */
export const TRIED_FOR_MS = 24 * 3_600_000
/** A webhook without a success for this long is disabled, milliseconds. */
export const FAILING_FOR_MS = 3 * 24 * 3_600_000

/** Milliseconds until the next attempt after `attempts`; `random` is from 0 to 1. */
export const waitAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(FIRST_MS * 4 ** (attempts - 1), LONGEST_MS) * (1 + JITTER * (2 * random - 1)))
