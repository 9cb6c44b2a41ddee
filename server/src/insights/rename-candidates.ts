/** Beyond this many on a side, names say nothing. */
const MOST = 300
const LEAST_SIMILARITY = 0.6

interface Named {
  file: string
  titles: string[]
}

export interface RenameCandidate<T> {
  from: T
  to: T
  /** 0 to 1. */
  similarity: number
}

/** Pairs of a vanished and an appeared test that may be one test under a new name; each test at most once. */
export function renameCandidates<T extends Named>(removed: T[], added: T[]): RenameCandidate<T>[] {
  if (removed.length > MOST || added.length > MOST) return []
  const pairs: RenameCandidate<T>[] = []
  for (const from of removed)
    for (const to of added) {
      const value = similarity(from, to)
      if (value >= LEAST_SIMILARITY) pairs.push({ from, to, similarity: Math.round(value * 100) / 100 })
    }
  pairs.sort((a, b) => b.similarity - a.similarity)
  const taken = new Set<T>()
  return pairs.filter(({ from, to }) => {
    if (taken.has(from) || taken.has(to)) return false
    taken.add(from).add(to)
    return true
  })
}

/** Same titles in another file: moved. Same file: as alike as their titles are. */
function similarity(a: Named, b: Named): number {
  const titleA = a.titles.join(' › ')
  const titleB = b.titles.join(' › ')
  if (titleA === titleB) return a.file === b.file ? 1 : 0.9
  return a.file === b.file ? dice(titleA, titleB) : 0
}

/** Sørensen–Dice coefficient of the pairs of letters. */
function dice(a: string, b: string): number {
  const pairsOf = (text: string) => {
    const counts = new Map<string, number>()
    for (let i = 0; i < text.length - 1; i++) {
      const pair = text.slice(i, i + 2)
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
    return counts
  }
  const left = pairsOf(a)
  let shared = 0
  for (const [pair, count] of pairsOf(b)) shared += Math.min(count, left.get(pair) ?? 0)
  const total = a.length + b.length - 2
  return total <= 0 ? 0 : (2 * shared) / total
}
