import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import { ALL_CHUNKS, gramsOf } from './index-terms.ts'
import { type Alternative, byRelatedness, misspellings } from './likeness.ts'
import type { QueryTerm } from './parse-query.ts'
import { isStopTerm } from './stop-words.ts'
import { synonymsOf } from './synonyms.ts'
import { isLoneCharacter } from './terms.ts'

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
const RELATED = 0.65
/** Of what a phrase means: its words say little by themselves. Of two words as one, too. */
const MEANT = 0.8
/** Of a word that a misspelled one may mean. */
const MISSPELLED = 0.45
const MOST_RELATED = 5
/** Pairs with a lone character of a script without spaces. */
const MOST_PAIRS = 50
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
  const vocabulary = { db, dialect, projectIds }
  const direct = terms.flatMap((wanted) => [wanted.term, wanted.typed, ...meantBy(wanted)])
  const frequency = await readFrequency(vocabulary, [ALL_CHUNKS, ...direct])
  const chunks = frequency.get(ALL_CHUNKS) ?? 0
  const isKnown = (term: string) => (frequency.get(term) ?? 0) > 0
  const expanded: ExpandedTerm[] = []
  for (const wanted of terms) {
    const { term, typed, weight, meanings, joined } = wanted
    const found = new Map<string, number>()
    const add = (some: Alternative[], by = 1) => {
      for (const { term: other, likeness } of some) if (!found.has(other)) found.set(other, likeness * by)
    }
    const known = (some: string[]) => some.filter(isKnown).map((other) => ({ term: other, likeness: 1 }))
    add(known([term, typed]))
    if (found.size === 0 && chunks > 0 && isMisspellable(wanted)) {
      const alike = await readWrittenLike(vocabulary, term)
      add(
        nearest(alike, (others) => misspellings(term, others), frequency),
        MISSPELLED,
      )
    }
    if (isLoneCharacter(term))
      add(nearest(await readPairsWith(vocabulary, term), asPairs, frequency, MOST_PAIRS))
    add(known([...meanings, ...joined]), MEANT)
    if (isExpandable(wanted)) {
      add(known(synonymsOf(term)), SYNONYM)
      if (isKnown(term)) {
        const alike = await readBeginningLike(vocabulary, term)
        add(
          nearest(alike, (others) => byRelatedness(term, others), frequency),
          RELATED,
        )
      }
    }
    const alternatives = [...found].map(([other, likeness]) => ({ term: other, likeness }))
    expanded.push({ term, weight, alternatives })
  }
  return { terms: expanded, chunks, frequency }
}

/** The words of a database that some projects use. */
interface Vocabulary {
  db: Db
  dialect: Dialect
  projectIds: number[]
}

const meantBy = (wanted: QueryTerm): string[] => [
  ...wanted.meanings,
  ...wanted.joined,
  ...(isExpandable(wanted) ? synonymsOf(wanted.term) : []),
]

/** An identifier means exactly itself. */
const isExpandable = ({ term, isWhole, isPart }: QueryTerm) => !isWhole && !isPart && !isStopTerm(term)
/** Three letters are alike to too much: `mit` and `vers` of a foreign question would find `limit` and `over`. */
const isMisspellable = ({ term, isWhole }: QueryTerm) => !isWhole && /^\p{L}{4,}$/u.test(term)

async function readFrequency({ db, dialect, projectIds }: Vocabulary, terms: string[]) {
  const rows = await db
    .selectFrom('search_term')
    .select((eb) => ['term', eb.fn.sum<number | string>('chunks').as('chunks')])
    .where(isOneOf(dialect, 'term', [...new Set(terms)]))
    .where(isOneOf(dialect, 'project_id', projectIds))
    .groupBy('term')
    .execute()
  return new Map(rows.map(({ term, chunks }) => [term, Number(chunks)]))
}

/** Terms of the index, and in how many chunks each is. */
type Known = { term: string; chunks: number }[]

/** The length of a beginning that makes words related. */
const BEGINNING = 4

/** The nearest of some terms of the index; their frequencies are noted. */
function nearest(
  known: Known,
  choose: (others: string[]) => Alternative[],
  frequency: Map<string, number>,
  most = MOST_RELATED,
): Alternative[] {
  const chunks = new Map(known.map((one) => [one.term, one.chunks]))
  const chosen = choose([...chunks.keys()]).slice(0, most)
  for (const { term } of chosen) frequency.set(term, chunks.get(term) ?? 1)
  return chosen
}

/** Pairs with a lone character count as the character. */
const asPairs = (pairs: string[]): Alternative[] => pairs.map((term) => ({ term, likeness: 1 }))

const readPairsWith = (vocabulary: Vocabulary, character: string): Promise<Known> =>
  readMatching(vocabulary, (eb) =>
    eb.or([eb('term', 'like', `${character}_`), eb('term', 'like', `_${character}`)]),
  )

async function readBeginningLike(vocabulary: Vocabulary, term: string): Promise<Known> {
  if (!/^[a-z]{5,}$/.test(term)) return []
  const beginning = term.slice(0, BEGINNING)
  return readMatching(vocabulary, (eb) =>
    eb.and([eb('term', '>=', beginning), eb('term', '<', `${beginning}\u{10ffff}`)]),
  )
}

/** The most frequent terms that match. */
async function readMatching(
  { db, dialect, projectIds }: Vocabulary,
  matches: (eb: ExpressionBuilder<Tables, 'search_term'>) => Expression<SqlBool>,
): Promise<Known> {
  const rows = await db
    .selectFrom('search_term')
    .select((eb) => ['term', eb.fn.sum<number | string>('chunks').as('chunks')])
    .where(isOneOf(dialect, 'project_id', projectIds))
    .where(matches)
    .where('chunks', '>', 0)
    .groupBy('term')
    .orderBy('chunks', 'desc')
    .orderBy('term')
    .limit(MOST_COMPARED)
    .execute()
  return rows.map((row) => ({ term: row.term, chunks: Number(row.chunks) }))
}

async function readWrittenLike({ db, dialect, projectIds }: Vocabulary, term: string): Promise<Known> {
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
  // The join repeats a term for each trigram it shares.
  return rows.map((row) => ({ term: row.term, chunks: Number(row.times) / Math.max(1, Number(row.shared)) }))
}
