import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/** Some 1 ms of work; 8 MiB take up to 40 ms. */
const LARGE_BODY_BYTES = 128 * 1024

/** A turn for the body of a request to be parsed in; a small one needs none. */
export const turnToParse = ({ byteLength }: Uint8Array): Promise<void> | undefined =>
  byteLength > LARGE_BODY_BYTES ? ownTurn() : undefined

/**
 * Resolves in a turn of the event loop that no other caller of it gets. Computations that each take some 20 ms would
 * otherwise run in one turn if their inputs arrive together, and other requests would wait for all of them.
 */
export function ownTurn(): Promise<void> {
  const mine = last.then(() => setImmediate())
  last = mine
  return mine
}
