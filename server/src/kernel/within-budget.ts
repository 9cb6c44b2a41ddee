import { mostTokens } from './most-tokens.ts'

/** Shares of the budget with which an answer is made again, one after the other, until it fits. */
const SHARES = [0.75, 0.5, 0.3]

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
  const fits = (text: string) => Buffer.byteLength(text) <= budget || mostTokens(text) <= budget
  let answer = make(budget)
  for (const share of SHARES) {
    const { text, data } = partsOf(answer)
    if (fits(text) && fits(JSON.stringify(data))) return answer
    answer = make(Math.floor(budget * share))
  }
  return answer
}
