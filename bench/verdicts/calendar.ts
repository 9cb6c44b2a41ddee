export const MINUTE = 60_000
/** When each world begins. */
export const BEGIN = Date.UTC(2026, 2, 2, 6)
/** From one run of the base branch to the next. */
export const BASE_EVERY = 40 * MINUTE
