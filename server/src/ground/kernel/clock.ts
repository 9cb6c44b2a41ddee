/** Milliseconds since the epoch; a parameter, so that tests can set the time. */
export type Clock = () => number
export const systemClock: Clock = Date.now
