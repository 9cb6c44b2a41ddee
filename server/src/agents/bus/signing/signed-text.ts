/** The parts of a signature. */
export interface Signed {
  /** Name of the sender. */
  from: string
  /** Name of the recipient. */
  to: string
  payload: string
  /** Milliseconds since the epoch. */
  timestamp: number
}

/** The text that an agent's key signs, in UTF-8. No name contains a colon, and the timestamp is a number. */
export const signedText = ({ from, to, payload, timestamp }: Signed): string =>
  `${from}:${to}:${payload}:${timestamp}`
