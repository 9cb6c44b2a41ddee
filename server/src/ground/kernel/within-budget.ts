import { mostTokens } from './most-tokens.ts'
import { ownTurn } from './own-turn.ts'

/** The size of an answer if a call names none, tokens. */
export const DEFAULT_TOKENS = 4_000

/** The argument by which a call that continues keeps the size of the first one. */
export const sameSize = (max_tokens: number): { max_tokens?: number } =>
  max_tokens === DEFAULT_TOKENS ? {} : { max_tokens }

/** An answer that is too large is made again at most this often. */
const MOST_TRIES = 4
/** The share of the budget of the last try, if no other has brought the answer within it. */
const LAST_SHARE = 0.3
/** The share that is left to an answer that has to say what was cut. */
const ROOM_FOR_CUT = 0.97

/**
 * The largest answer that fits. `make` leaves out what exceeds its own budget, but not the
 * surrounding lines, and names with rare characters take more tokens than planned. Both the text
 * and the data must fit: `structured`, or all other fields. Each try has a turn of the event loop.
 */
export async function withinBudget<T extends { text: string; structured?: object }>(
  budget: number,
  make: (budget: number) => T | Promise<T>,
): Promise<T> {
  const isWithin = (text: string) => Buffer.byteLength(text) <= budget || mostTokens(text) <= budget
  let most = budget
  let answer = await make(most)
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const { text, structured, ...data } = answer
    const parts = [text, JSON.stringify(structured ?? data)]
    if (parts.every(isWithin)) return answer
    const size = Math.max(...parts.map(mostTokens))
    most = tries === MOST_TRIES ? 0 : (most * ROOM_FOR_CUT * budget) / size
    most = Math.floor(Math.max(most, budget * LAST_SHARE))
    await ownTurn()
    answer = await make(most)
  }
  return answer
}
