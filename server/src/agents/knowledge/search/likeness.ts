import { gramsOf } from './index-terms.ts'

/** A term of the index that counts as a word of the query. */
export interface Alternative {
  term: string
  /** 1: the same. */
  likeness: number
}

/** Terms that share so many trigrams are alike. */
const ALIKE = 0.5
/** A compound shares all trigrams of its part, except those of its ends. */
const CONTAINED = 0.5

/** Terms of the same beginning that are alike, the most alike first. */
export const byRelatedness = (term: string, others: string[]): Alternative[] =>
  sorted(
    others
      .filter((other) => other !== term)
      .map((other) => ({ term: other, likeness: dice(term, other) }))
      .filter(({ likeness }) => likeness >= ALIKE),
  )

/** Terms that a misspelled word may mean, the most alike first: by trigrams, by few typing errors, or as a part. */
export const misspellings = (term: string, others: string[]): Alternative[] =>
  sorted(
    others
      .map((other) => ({ term: other, likeness: likeness(term, other) }))
      .filter((one) => one.likeness > 0),
  )

/** 0 if two terms are not alike, else up to 1. */
function likeness(term: string, other: string): number {
  const shared = dice(term, other)
  const errors = typingErrors(term, other)
  const most = term.length > 7 ? 2 : 1
  const isTyped = term.length >= 4 && errors <= most
  const isPart = term.length >= 5 && other.length > term.length && other.includes(term)
  if (shared < ALIKE && !isTyped) return isPart ? CONTAINED : 0
  return Math.max(shared, 1 - errors / Math.max(term.length, other.length))
}

const sorted = (alternatives: Alternative[]) =>
  alternatives.sort((a, b) => b.likeness - a.likeness || (a.term < b.term ? -1 : 1))

function dice(a: string, b: string): number {
  const [ofA, ofB] = [gramsOf(a), new Set(gramsOf(b))]
  const shared = ofA.filter((gram) => ofB.has(gram)).length
  return (2 * shared) / (ofA.length + ofB.size)
}

/** Lengths that differ by more are not typing errors. */
const FAR = 3

/** Characters to insert, remove, replace or swap with their neighbour; `FAR` or more is not exact. */
export function typingErrors(a: string, b: string): number {
  if (Math.abs(a.length - b.length) >= FAR) return FAR
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let best = Math.min(
        (old[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (old[j - 1] as number) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (older[j - 2] as number) + 1)
      row.push(best)
    }
    older = old
    old = row
  }
  return old[b.length] as number
}
