import { type Db, type Dialect, isOneOf } from '../../store/portable.ts'
import { ALL_CHUNKS, gramsOf } from './index-terms.ts'
import { type Alternative, byRelatedness, misspellings } from './likeness.ts'
import type { QueryTerm } from './parse-query.ts'
import { isStopTerm } from './stop-words.ts'
import { synonymsOf } from './synonyms.ts'

/** A word of a query with all terms of the index that count as it. */
export interface ExpandedTerm {
  term: string
  /** How much it counts beside the other words of the query. */
  weight: number
  /** Itself first, unless the index does not have it. */
  alternatives: Alternative[]
}

export interface Expansion {
  terms: ExpandedTerm[]
  /** How many chunks the vocabulary covers. */
  chunks: number
  /** In how many chunks each alternative is. */
  frequency: Map<string, number>
}

/** Of a synonym, and of a related word: `parallel` for `parallelism`. */
const SYNONYM = 0.5
const RELATED = 0.5
/** Of a word that a misspelled one may mean. */
const MISSPELLED = 0.6
const MOST_RELATED = 5
/** Terms that begin like a word, or share characters with it, of which the nearest count. */
const MOST_COMPARED = 200

/**
 * The terms of the index that count as the words of a query: themselves, synonyms, words of the same beginning, and for
 * a word that the index does not have, those written alike.
 */
export async function expandTerms(
  db: Db,
  dialect: Dialect,
  projectIds: number[],
  terms: QueryTerm[],
): Promise<Expansion> {
  const direct = terms.map((wanted) => [
    wanted.term,
    ...(wanted.typed === wanted.term ? [] : [wanted.typed]),
    ...(isExpandable(wanted) ? synonymsOf(wanted.term) : []),
  ])
  const frequency = await readFrequency(db, dialect, projectIds, [ALL_CHUNKS, ...direct.flat()])
  const chunks = frequency.get(ALL_CHUNKS) ?? 0
  const isKnown = (term: string) => (frequency.get(term) ?? 0) > 0
  const expanded: ExpandedTerm[] = []
  for (const wanted of terms) {
    const { term, typed, weight } = wanted
    const found = new Map<string, number>()
    const add = (some: Alternative[]) => {
      for (const { term: other, likeness: by } of some) if (!found.has(other)) found.set(other, by)
    }
    if (isKnown(term)) add([{ term, likeness: 1 }])
    if (typed !== term && isKnown(typed)) add([{ term: typed, likeness: 1 }])
    if (found.size === 0 && isMisspellable(wanted))
      add(scaled(await readMisspelled(db, dialect, projectIds, term, frequency), MISSPELLED))
    if (isExpandable(wanted)) {
      add(
        synonymsOf(term)
          .filter(isKnown)
          .map((other) => ({ term: other, likeness: SYNONYM })),
      )
      if (isKnown(term)) add(scaled(await readRelated(db, dialect, projectIds, term, frequency), RELATED))
    }
    const alternatives = [...found].map(([other, by]) => ({ term: other, likeness: by }))
    expanded.push({ term, weight, alternatives })
  }
  return { terms: expanded, chunks, frequency }
}

/** An identifier means exactly itself. */
const isExpandable = ({ term, isWhole, isPart }: QueryTerm) => !isWhole && !isPart && !isStopTerm(term)
const isMisspellable = ({ term, isWhole }: QueryTerm) => !isWhole && /^\p{L}{3,}$/u.test(term)
const scaled = (some: Alternative[], by: number): Alternative[] =>
  some.map((one) => ({ ...one, likeness: one.likeness * by }))

async function readFrequency(db: Db, dialect: Dialect, projectIds: number[], terms: string[]) {
  const rows = await db
    .selectFrom('search_term')
    .select((eb) => ['term', eb.fn.sum<number | string>('chunks').as('chunks')])
    .where(isOneOf(dialect, 'term', [...new Set(terms)]))
    .where(isOneOf(dialect, 'project_id', projectIds))
    .groupBy('term')
    .execute()
  return new Map(rows.map(({ term, chunks }) => [term, Number(chunks)]))
}

/** The length of a beginning that makes words related. */
const STEM = 4

async function readRelated(
  db: Db,
  dialect: Dialect,
  projectIds: number[],
  term: string,
  frequency: Map<string, number>,
): Promise<Alternative[]> {
  if (!/^[a-z]{5,}$/.test(term)) return []
  const beginning = term.slice(0, STEM)
  const rows = await db
    .selectFrom('search_term')
    .select((eb) => ['term', eb.fn.sum<number | string>('chunks').as('chunks')])
    .where(isOneOf(dialect, 'project_id', projectIds))
    .where('term', '>=', beginning)
    .where('term', '<', `${beginning}\u{10ffff}`)
    .where('chunks', '>', 0)
    .groupBy('term')
    .orderBy('chunks', 'desc')
    .orderBy('term')
    .limit(MOST_COMPARED)
    .execute()
  return remember(
    rows,
    byRelatedness(
      term,
      rows.map((row) => row.term),
    ).slice(0, MOST_RELATED),
    frequency,
  )
}

async function readMisspelled(
  db: Db,
  dialect: Dialect,
  projectIds: number[],
  term: string,
  frequency: Map<string, number>,
): Promise<Alternative[]> {
  const rows = await db
    .selectFrom('search_gram')
    .innerJoin('search_term', 'search_term.id', 'search_gram.term_id')
    .select((eb) => [
      'search_term.term',
      eb.fn.sum<number | string>('search_term.chunks').as('times'),
      eb.fn.count<number | string>('search_gram.gram').distinct().as('shared'),
    ])
    .where(isOneOf(dialect, 'search_gram.project_id', projectIds))
    .where(isOneOf(dialect, 'search_gram.gram', gramsOf(term)))
    .where('search_term.chunks', '>', 0)
    .groupBy('search_term.term')
    .orderBy('shared', 'desc')
    .orderBy('search_term.term')
    .limit(MOST_COMPARED)
    .execute()
  const known = rows.map(({ term: other, times, shared }) => ({
    term: other,
    chunks: Number(times) / Math.max(1, Number(shared)),
  }))
  return remember(
    known,
    misspellings(
      term,
      known.map((row) => row.term),
    ).slice(0, MOST_RELATED),
    frequency,
  )
}

function remember(
  rows: { term: string; chunks: number | string }[],
  chosen: Alternative[],
  frequency: Map<string, number>,
): Alternative[] {
  const chunks = new Map(rows.map((row) => [row.term, Number(row.chunks)]))
  for (const { term } of chosen) frequency.set(term, chunks.get(term) ?? 1)
  return chosen
}
