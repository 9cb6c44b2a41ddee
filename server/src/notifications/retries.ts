/** After the first attempt; each further one waits four times as long. */
const FIRST_MS = 10_000
const LONGEST_MS = 4 * 3_600_000
/** How far a wait is from the planned one, either way: what failed at once is not tried at once again. */
const JITTER = 0.25
/** From when a delivery was made; what then was not taken has failed. */
export const TRIED_FOR_MS = 24 * 3_600_000
/** A webhook that took nothing for so long is disabled. */
export const FAILING_FOR_MS = 3 * 24 * 3_600_000

/** Milliseconds to the next attempt after so many; `random` is from 0 to 1. */
export const waitAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(FIRST_MS * 4 ** (attempts - 1), LONGEST_MS) * (1 + JITTER * (2 * random - 1)))
