/** The share of character trigrams that two texts have in common, 0 to 1, in any case. */
export function similarity(one: string, other: string): number {
  const [a, b] = [trigramsOf(one), trigramsOf(other)]
  let both = 0
  for (const trigram of a) if (b.has(trigram)) both++
  return both === 0 ? 0 : (2 * both) / (a.size + b.size)
}

/** The most similar first; equals keep their order. */
export const mostSimilar = <T>(to: string, some: T[], textOf: (one: T) => string, most: number): T[] =>
  some
    .map((one) => ({ one, likeness: similarity(to, textOf(one)) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ one }) => one)

/** The number of characters of a text that are compared. */
const LONGEST = 500

function trigramsOf(text: string): Set<string> {
  const padded = `  ${text.slice(0, LONGEST).toLowerCase().replace(/\s+/g, ' ')} `
  const found = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  return found
}
