/** Milliseconds since the epoch; handed in, so that a test can say what time it is. */
export type Clock = () => number
export const systemClock: Clock = Date.now
