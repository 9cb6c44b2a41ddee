import { mostTokens } from './most-tokens.ts'

/** An answer that is too large is made again at most this often. */
const MOST_TRIES = 4
/** The share of the budget of the last try, if no other has brought the answer within it. */
const LAST_SHARE = 0.3
/** What an answer that is cut says about it. */
const ROOM_FOR_CUT = 0.97

/**
 * The largest answer that fits. `make` leaves out what exceeds its own budget, but not the
 * surrounding lines, and names with rare characters take more tokens than planned. Both the text
 * and the data must fit.
 */
export function withinBudget<T>(
  budget: number,
  make: (budget: number) => T,
  partsOf: (answer: T) => { text: string; data: unknown },
): T {
  const sizeOf = (text: string) => (Buffer.byteLength(text) <= budget ? 0 : mostTokens(text))
  let share = 1
  let answer = make(budget)
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const { text, data } = partsOf(answer)
    const size = Math.max(sizeOf(text), sizeOf(JSON.stringify(data)))
    if (size <= budget) return answer
    share = tries === MOST_TRIES ? LAST_SHARE : Math.max(LAST_SHARE, (share * ROOM_FOR_CUT * budget) / size)
    answer = make(Math.floor(budget * share))
  }
  return answer
}
