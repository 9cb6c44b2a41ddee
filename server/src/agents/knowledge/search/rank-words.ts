import type { ExpandedTerm, Expansion } from './expand-terms.ts'
import { FIELDS, type Field, type Terms, termsOfEntry } from './fields.ts'
import { rarity } from './rarity.ts'
import { isStopTerm } from './stop-words.ts'

/** A chunk whose words the ranking compares with the query. */
export interface Candidate {
  chunkId: number
  documentId: number
  path: string
  /** See `chunk_search.words`. */
  words: string
  /** True for the first chunk of its document. */
  isFirst: boolean
}

export interface Scored<T> {
  candidate: T
  score: number
  /** For each word of the query, how much of it title and headings have. */
  inHeadings: number[]
}

/** What chunks are ranked by. */
export interface WordQuery {
  expansion: Expansion
  /** See `ParsedQuery`. */
  sequence: string[]
  /** As typed. */
  text: string
}

/** The best first; equal scores in the order of ids. */
export const byScore = (a: Scored<Candidate>, b: Scored<Candidate>): number =>
  b.score - a.score || a.candidate.chunkId - b.candidate.chunkId

/** Tuned on `vite-vue`, `vitest` and `cypress.questions.txt` of `bench/knowledge`; `inHeadings` on half of all there. */
const WEIGHTS = {
  fields: {
    title: 1,
    heading: 4,
    ancestors: 1.5,
    path: 0.4,
    body: 1,
    summary: 1,
    markup: 0.2,
  } satisfies Record<Field, number>,
  /** How much a field's length lowers the weight of its words: BM25's b. */
  headingLength: 0.4,
  bodyLength: 0.25,
  /** How fast further occurrences of a word lose weight: BM25's k1. */
  saturation: 1.2,
  /** Powers and factors of what a chunk has beyond single words. */
  coverage: 0.6,
  documentCoverage: 0.3,
  neighbours: 0.8,
  headingMatched: 0.5,
  titleMatched: 0.7,
  inHeadings: 0.6,
  siblings: 0.3,
  first: 0.05,
  /** Of changelogs, which describe what has changed and not how it is. */
  changelog: 0.5,
}

/** Chunks of a document that raise one another. */
const SIBLINGS = 5

/**
 * Ranks chunks by BM25F over their fields, raised by how much of the query they have, in which order, and in which
 * headings. The best first; equal scores in the order of ids.
 */
export function rankWords<T extends Candidate>(candidates: T[], query: WordQuery): Scored<T>[] {
  const weights = WEIGHTS
  const entries = candidates.map((candidate) => ({ candidate, fields: termsOfEntry(candidate.words) }))
  const lengths = averageLengths(entries.map(({ fields }) => fields))
  const { expansion } = query
  const importance = importanceOf(expansion)
  const total = sum(importance) || 1
  const byDocument = new Map<number, number[]>()
  const wanted = new Set(expansion.terms.flatMap(({ alternatives }) => alternatives.map(({ term }) => term)))
  const matched = entries.map(({ candidate, fields }) => {
    const match = matchTerms(fields, lengths, { ...query, wanted }, importance, weights)
    const seen = byDocument.get(candidate.documentId) ?? expansion.terms.map(() => 0)
    byDocument.set(
      candidate.documentId,
      seen.map((best, at) => Math.max(best, match.likeness[at] as number)),
    )
    return { candidate, fields, match }
  })
  const words = wordsOfQuery(expansion.terms)
  const isAboutChanges = CHANGES.test(query.text)
  const scored = matched.map(({ candidate, fields, match }) => {
    const inHeadings = match.inHeadings.map((likeness, at) => likeness * (importance[at] as number))
    const inDocument = weighed(byDocument.get(candidate.documentId) ?? [], importance) / total
    const score =
      match.score *
      (weighed(match.likeness, importance) / total) ** weights.coverage *
      (1 + weights.documentCoverage * inDocument) *
      (1 + weights.neighbours * neighbours(fields, query.sequence, words)) *
      (1 + weights.headingMatched * shareOf(fields.heading, words)) *
      (1 + weights.titleMatched * shareOf(fields.title, words)) *
      (1 + weights.inHeadings * (sum(inHeadings) / total)) *
      (candidate.isFirst ? 1 + weights.first : 1) *
      (!isAboutChanges && CHANGELOG.test(candidate.path) ? weights.changelog : 1)
    return { candidate, score, inHeadings }
  })
  return raiseSiblings(scored, weights.siblings)
}

const CHANGELOG = /(?:^|\/)(?:changelog|changes|release-?notes?|releases|history|blog|news)/i
/** `change the port` and `--only-changed` ask for no history. */
const CHANGES = /(?<![-\w.])(?:changelog|changes|changed|breaking|releas|blog|migrat|version|upgrad|histor)/i

/** Fields that few chunks have, so that an average over all of them would make every one long. */
const RARE = new Set<Field>(['summary', 'markup'])

function averageLengths(all: Terms[]): Record<Field, number> {
  return ofEach((field) => {
    const among = RARE.has(field) ? all.filter((fields) => fields[field].length > 0) : all
    return among.reduce((sum, fields) => sum + fields[field].length, 0) / Math.max(1, among.length)
  })
}

const ofEach = <T>(make: (field: Field) => T): Record<Field, T> =>
  Object.fromEntries(FIELDS.map((field) => [field, make(field)])) as Record<Field, T>

/** How much each word of the query says; a word that the index does not have, as much as what may be meant. */
function importanceOf({ terms, frequency, chunks }: Expansion): number[] {
  return terms.map(({ term, weight, alternatives }) => {
    const known = frequency.get(term) ?? 0
    const often =
      known > 0 ? known : Math.min(...alternatives.map((one) => frequency.get(one.term) ?? 1), chunks)
    return rarity(chunks, often) * weight
  })
}

interface Match {
  score: number
  /** For each word of the query, how alike its best match is; 0 without one. */
  likeness: number[]
  /** The same in title and headings. */
  inHeadings: number[]
}

function matchTerms(
  fields: Terms,
  lengths: Record<Field, number>,
  { expansion: { terms, frequency, chunks }, wanted }: { expansion: Expansion; wanted: ReadonlySet<string> },
  importance: number[],
  weights: typeof WEIGHTS,
): Match {
  const counts = countsOf(fields, wanted)
  const match: Match = { score: 0, likeness: [], inHeadings: [] }
  for (const [at, { weight, alternatives }] of terms.entries()) {
    const most = importance[at] as number
    let [best, alike, heading] = [0, 0, 0]
    for (const { term, likeness } of alternatives) {
      const count = counts.get(term)
      if (!count) continue
      let often = 0
      for (const field of FIELDS) {
        const b = field === 'body' ? weights.bodyLength : weights.headingLength
        const times = count[field]
        if (times)
          often +=
            (weights.fields[field] * times) / (1 - b + (b * fields[field].length) / (lengths[field] || 1))
      }
      const says = Math.min(most, rarity(chunks, frequency.get(term) ?? 0) * weight) * likeness
      best = Math.max(best, (says * often * (weights.saturation + 1)) / (often + weights.saturation))
      alike = Math.max(alike, likeness)
      if (count.title || count.heading || count.ancestors) heading = Math.max(heading, likeness)
    }
    match.score += best
    match.likeness.push(alike)
    match.inHeadings.push(heading)
  }
  return match
}

type Counts = Partial<Record<Field, number>>

function countsOf(fields: Terms, wanted: ReadonlySet<string>): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const field of FIELDS)
    for (const term of fields[field]) {
      if (!wanted.has(term)) continue
      const count = counts.get(term) ?? {}
      counts.set(term, count)
      count[field] = (count[field] ?? 0) + 1
    }
  return counts
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

const weighed = (likeness: number[], importance: number[]): number =>
  sum(likeness.map((one, at) => one * (importance[at] as number)))

/** Which word of the query a term of the text counts as. */
function wordsOfQuery(terms: ExpandedTerm[]): Map<string, string> {
  const words = new Map<string, string>()
  for (const { term, weight, alternatives } of terms)
    if (weight >= 0.5)
      for (const { term: other } of alternatives)
        if (!words.has(other) || other === term) words.set(other, term)
  return words
}

/** The share of neighbours in the query that are neighbours in one of the fields. */
function neighbours(fields: Terms, sequence: string[], words: Map<string, string>): number {
  if (sequence.length < 2) return 0
  const places = NEIGHBOUR_FIELDS.map((field) => placesOf(fields[field], words))
  let found = 0
  for (let i = 0; i + 1 < sequence.length; i++) {
    let best = 0
    for (const ofField of places)
      best = Math.max(
        best,
        nearness(ofField.get(sequence[i] as string), ofField.get(sequence[i + 1] as string)),
      )
    found += best
  }
  return found / (sequence.length - 1)
}

const NEIGHBOUR_FIELDS = ['heading', 'body', 'title', 'ancestors', 'summary'] as const

/** Where each word of the query is: a field is read once, however many neighbours are looked for. */
function placesOf(terms: string[], words: Map<string, string>): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, term] of terms.entries()) {
    const word = words.get(term)
    if (word === undefined) continue
    const known = places.get(word)
    if (known) known.push(at)
    else places.set(word, [at])
  }
  return places
}

/** How near two words are at their nearest places, both in ascending order. */
function nearness(firsts: number[] = [], seconds: number[] = []): number {
  let best = 0
  let next = 0
  let before = Number.NEGATIVE_INFINITY
  for (const second of seconds) {
    for (let first = firsts[next]; first !== undefined && first <= second; first = firsts[++next]) {
      if (first - before <= 3) best = Math.max(best, 0.6)
    }
    const distance = next > 0 ? second - (firsts[next - 1] as number) : Number.POSITIVE_INFINITY
    if (distance <= 2) return 1
    if (distance <= 6) best = Math.max(best, 0.5)
    before = second
  }
  return (firsts[next] ?? Number.POSITIVE_INFINITY) - before <= 3 ? Math.max(best, 0.6) : best
}

/** The share of a heading's words that the query has. */
function shareOf(heading: string[], words: Map<string, string>): number {
  const telling = heading.filter((term) => !isStopTerm(term))
  return telling.length === 0 ? 0 : telling.filter((term) => words.has(term)).length / telling.length
}

/** A document with several good chunks is more likely the right one. */
function raiseSiblings<T extends Candidate>(scored: Scored<T>[], factor: number): Scored<T>[] {
  const best = new Map<number, number[]>()
  for (const { candidate, score } of scored.sort(byScore)) {
    const scores = best.get(candidate.documentId) ?? []
    best.set(candidate.documentId, scores)
    if (scores.length < SIBLINGS) scores.push(score)
  }
  return scored
    .map((one) => {
      const scores = best.get(one.candidate.documentId) ?? []
      const together = sum(scores.map((score, at) => score / (at + 1)))
      return { ...one, score: one.score + factor * together }
    })
    .sort(byScore)
}
