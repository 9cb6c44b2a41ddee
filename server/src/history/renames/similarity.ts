/** Shorter durations differ by chance, milliseconds. */
const TIMER_NOISE_MS = 10
/** Durations within this share of each other are worth mentioning. */
const AS_LONG = 0.7

/** The number of letters and digits in titles. */
export const letters = (titles: string[]): number => titles.join('').replace(/[^\p{L}\p{N}]/gu, '').length

/** Sørensen–Dice coefficient of the pairs of letters of two tests' titles, 0 to 1. */
export function dice(a: string[], b: string[]): number {
  const [left, right] = [letterPairs(a), letterPairs(b)]
  if (left.size + right.size === 0) return 0
  let shared = 0
  for (const [pair, count] of right.counts) shared += Math.min(count, left.counts.get(pair) ?? 0)
  return (2 * shared) / (left.size + right.size)
}

interface LetterPairs {
  counts: Map<string, number>
  size: number
}

/** A title is compared with all others of its file, so its pairs are counted once. */
const counted = new WeakMap<string[], LetterPairs>()

function letterPairs(titles: string[]): LetterPairs {
  const known = counted.get(titles)
  if (known) return known
  // A longer title is data rather than words.
  const text = titles.join(' › ').slice(0, 1_000)
  const counts = new Map<string, number>()
  for (let i = 0; i < text.length - 1; i++) {
    const pair = text.slice(i, i + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  const pairs = { counts, size: Math.max(0, text.length - 1) }
  counted.set(titles, pairs)
  return pairs
}

/** The similarity of two paths, 0 to 1: the same name in another folder is nearer than another name. */
export function fileLikeness(a: string, b: string): number {
  if (a === b) return 1
  return baseName(a) === baseName(b) ? 0.75 : 0.5 * dice([a], [b])
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The similarity of two tests' durations, 0 to 1, with a reason; half if one did not run. */
export function sameDuration(a: number | null, b: number | null): { like: number; why: string[] } {
  if (a === null || b === null) return { like: 0.5, why: [] }
  const like = (Math.min(a, b) + TIMER_NOISE_MS) / (Math.max(a, b) + TIMER_NOISE_MS)
  const why = like >= AS_LONG ? [`similar duration: ${Math.round(a)} ms and ${Math.round(b)} ms`] : []
  return { like, why }
}
