import { normalized } from './normalized.ts'

/** The minimum share of common trigrams at which a name is plausibly a typing error. */
const SIMILAR = 0.25

/** Longer names are compared by their first characters: somebody may have made thousands of the longest. */
const COMPARED = 100

/**
 * The candidates whose names are most similar to `wanted`, best first; none if nothing is similar.
 * Pass only candidates that the caller may see.
 */
export function nearMatches<T>(
  wanted: string,
  candidates: readonly T[],
  namesOf: (candidate: T) => readonly string[],
  most = 5,
): T[] {
  // The candidates are as somebody wrote them: a normal form of each would take too long.
  const start = wanted.slice(0, COMPARED)
  const forms = [...new Set([start, normalized(start, 'NFKC')])].map(likenessTo)
  const likeness = (name: string) => Math.max(...forms.map((likenessOf) => likenessOf(name)))
  return candidates
    .map((candidate) => ({ candidate, score: Math.max(0, ...namesOf(candidate).map(likeness)) }))
    .filter(({ score }) => score >= SIMILAR)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/**
 * Dice's coefficient of trigrams: 1 for equal names, or a little less if a part of them is repeated; 0 for names without
 * a common one. A set of the trigrams of each name would take 20 times as long: names of one request may take seconds then.
 */
function likenessTo(wanted: string): (name: string) => number {
  const text = compared(wanted)
  const places = new Uint8Array(KEYS)
  for (let at = 0; at + 3 <= text.length; at++) places[keyOf(text, at)] = at + 1
  const metBy = new Uint32Array(text.length)
  let number = 0
  return (name) => {
    const other = compared(name)
    number++
    let common = 0
    for (let at = 0; at + 3 <= other.length; at++) {
      const place = (places[keyOf(other, at)] as number) - 1
      if (place < 0 || metBy[place] === number || !text.startsWith(other.slice(at, at + 3), place)) continue
      metBy[place] = number
      common++
    }
    return (2 * common) / (text.length + other.length - 4)
  }
}

/** Spaces around a name give its first and last letters more weight. */
const compared = (name: string): string => `  ${name.toLowerCase().slice(0, COMPARED)} `

const KEYS = 2 ** 16

/** A number for the three characters at a place; others may have the same. */
const keyOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) % KEYS
