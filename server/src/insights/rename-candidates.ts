/** Beyond this many comparisons of titles in one file, names say nothing. */
const MOST_COMPARISONS = 90_000
const LEAST_SIMILARITY = 0.6
/** The same titles under another file, or under another variant. */
const MOVED = 0.9

interface Named {
  file: string
  titles: string[]
  variant: string
  leg: string
}

export interface RenameCandidate<T> {
  from: T
  to: T
  /** 0 to 1. */
  similarity: number
}

/**
 * Pairs of a vanished and an appeared test of one leg that may be one test under a new name: the same
 * titles elsewhere, or similar ones in the same file. Each test is in one pair at most.
 */
export function renameCandidates<T extends Named>(removed: T[], added: T[]): RenameCandidate<T>[] {
  const candidates = [
    ...pairs(removed, added, ({ leg, variant, titles }) => [leg, variant, ...titles], MOVED),
    ...pairs(removed, added, ({ leg, file, titles }) => [leg, file, ...titles], MOVED),
    ...pairs(
      removed,
      added,
      ({ leg, file, variant }) => [leg, file, variant],
      (a, b) => dice(a.titles.join(' › '), b.titles.join(' › ')),
    ),
  ]
  candidates.sort((a, b) => b.similarity - a.similarity)
  const taken = new Set<T>()
  return candidates.filter(({ from, to, similarity }) => {
    if (similarity < LEAST_SIMILARITY || taken.has(from) || taken.has(to)) return false
    taken.add(from).add(to)
    return true
  })
}

/** Every removed test with every added one that has the same key. */
function pairs<T extends Named>(
  removed: T[],
  added: T[],
  keyOf: (test: T) => string[],
  similarity: number | ((a: T, b: T) => number),
): RenameCandidate<T>[] {
  const groups = new Map<string, T[]>()
  for (const test of added) {
    const key = JSON.stringify(keyOf(test))
    const group = groups.get(key)
    if (group) group.push(test)
    else groups.set(key, [test])
  }
  const found: RenameCandidate<T>[] = []
  let left = MOST_COMPARISONS
  for (const from of removed)
    for (const to of groups.get(JSON.stringify(keyOf(from))) ?? []) {
      if (left-- <= 0) return found
      const value = typeof similarity === 'number' ? similarity : similarity(from, to)
      if (value >= LEAST_SIMILARITY) found.push({ from, to, similarity: Math.round(value * 100) / 100 })
    }
  return found
}

/** Sørensen–Dice coefficient of the pairs of letters. */
function dice(a: string, b: string): number {
  const left = letterPairs(a)
  let shared = 0
  for (const [pair, count] of letterPairs(b)) shared += Math.min(count, left.get(pair) ?? 0)
  const total = a.length + b.length - 2
  return total <= 0 ? 0 : (2 * shared) / total
}

function letterPairs(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (let i = 0; i < text.length - 1; i++) {
    const pair = text.slice(i, i + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return counts
}
