/** The items whose names are most similar to a text, best first; none that shares less than a third with it. */
export function nearest<T>(wanted: string, items: T[], namesOf: (item: T) => string[], most: number): T[] {
  const pairs = pairsOf(wanted)
  return items
    .map((item) => ({ item, score: Math.max(...namesOf(item).map((name) => likeness(pairs, name))) }))
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item)
}

const LEAST = 1 / 3
/** Longer texts are no names. */
const LONGEST = 300

/** Dice's coefficient of the pairs of letters of two names; all of a name in the other counts nearly as much. */
function likeness(pairs: Set<string>, name: string): number {
  const others = pairsOf(name)
  if (pairs.size === 0 || others.size === 0) return 0
  let shared = 0
  for (const pair of pairs) if (others.has(pair)) shared++
  return Math.max((2 * shared) / (pairs.size + others.size), (0.9 * shared) / pairs.size)
}

function pairsOf(name: string): Set<string> {
  const text = ` ${name
    .slice(0, LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\.(?:md|mdx|markdown)$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  const pairs = new Set<string>()
  for (let at = 0; at + 2 <= text.length && text.length > 2; at++) pairs.add(text.slice(at, at + 2))
  return pairs
}
