import type { Store } from '../../../ground/store/open.ts'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../../ground/store/portable.ts'

/** The row of `search_term` that counts all chunks of a project; no term has this name. */
export const ALL_CHUNKS = '\ue000'

/** Terms of a statement. */
const TERMS = 2_000
/** Trigrams that one transaction adds, and terms that one forgets: a term has up to 40 trigrams. */
const GRAMS = 5_000
const FORGOTTEN = 200

/** How many more chunks of a project have a term. */
export type TermChange = [term: string, by: number]

/** The changes by entries that go and come, from their `chunk_search.words`. */
export function termChanges(gone: string[], added: string[]): TermChange[] {
  const changes = new Map<string, number>()
  const count = (words: string, by: number) => {
    for (const term of termsIn(words)) changes.set(term, (changes.get(term) ?? 0) + by)
  }
  for (const words of gone) count(words, -1)
  for (const words of added) count(words, 1)
  changes.set(ALL_CHUNKS, added.length - gone.length)
  const changed = [...changes].filter(([, by]) => by !== 0)
  // In one order: writers of one project would otherwise wait for each other's rows.
  return changed.sort(([a], [b]) => (a < b ? -1 : 1))
}

function termsIn(words: string): Set<string> {
  const terms = new Set(words.split(/[ \n]/))
  terms.delete('')
  return terms
}

/**
 * Changes how many chunks of a project have each term, in the transaction of a caller who has locked the project. Terms
 * that no chunk has any more stay until `forgetTerms`.
 */
export async function countTerms(
  db: Db,
  dialect: Dialect,
  projectId: number,
  changes: TermChange[],
): Promise<void> {
  for (let at = 0; at < changes.length; at += TERMS)
    await countSome(db, dialect, projectId, changes.slice(at, at + TERMS))
}

async function countSome(db: Db, dialect: Dialect, projectId: number, changed: TermChange[]): Promise<void> {
  const terms = changed.map(([term]) => term)
  const known = await db
    .selectFrom('search_term')
    .select(['id', 'term'])
    .where('project_id', '=', projectId)
    .where(isOneOf(dialect, 'term', terms))
    .execute()
  const old = new Map(known.map(({ id, term }) => [term, id]))
  const rows = (await insertColumns(
    db,
    dialect,
    'search_term',
    { project_id: projectId, term: terms, chunks: changed.map(([, by]) => by) },
    'on conflict (project_id, term) do update set chunks = search_term.chunks + excluded.chunks returning id, term',
  )) as { id: number; term: string }[]
  const grams = rows
    // By its id, because `forgetTerms` may have removed a term since it was read.
    .filter(({ id, term }) => old.get(term) !== id && isWordLike(term))
    .flatMap(({ id, term }) => gramsOf(term).map((gram) => ({ gram, id })))
  await insertColumns(
    db,
    dialect,
    'search_gram',
    { project_id: projectId, gram: grams.map(({ gram }) => gram), term_id: grams.map(({ id }) => id) },
    'on conflict do nothing',
  )
}

/** Adds terms that no chunk has yet, in the transaction of a caller who has locked the project. */
export const addTerms = (db: Db, dialect: Dialect, projectId: number, terms: string[]): Promise<void> =>
  countSome(
    db,
    dialect,
    projectId,
    terms.sort().map((term) => [term, 0]),
  )

/** Those of these terms that a project does not have, in parts for one transaction each; none if all fit into one. */
export async function newTermsIn(
  { read, dialect }: Pick<Store, 'read' | 'dialect'>,
  projectId: number,
  terms: string[],
): Promise<string[][]> {
  const wordLike = terms.filter(isWordLike)
  if (wordLike.reduce((sum, term) => sum + term.length, 0) <= GRAMS) return []
  const known = new Set<string>()
  for (let at = 0; at < wordLike.length; at += TERMS)
    for (const { term } of await read
      .selectFrom('search_term')
      .select('term')
      .where('project_id', '=', projectId)
      .where(isOneOf(dialect, 'term', wordLike.slice(at, at + TERMS)))
      .execute())
      known.add(term)
  const parts: string[][] = [[]]
  let grams = 0
  for (const term of wordLike) {
    if (known.has(term)) continue
    if (grams + term.length > GRAMS) {
      parts.push([])
      grams = 0
    }
    parts.at(-1)?.push(term)
    grams += term.length
  }
  return parts.length > 1 ? parts : []
}

/** Terms that a person could misspell: numbers and hashes would only crowd the index. */
export const isWordLike = (term: string) => /^\p{L}{3,}$/u.test(term)

/** All three characters in a row, with marks for the beginning and the end of the term. */
export function gramsOf(term: string): string[] {
  const characters = ['^', ...term, '$']
  const grams = new Set<string>()
  for (let i = 0; i + 3 <= characters.length; i++) grams.add(characters.slice(i, i + 3).join(''))
  return [...grams]
}

/** Removes some terms that no chunk has any more; returns how many. */
export async function forgetTerms(db: Db, dialect: Dialect): Promise<number> {
  const unused = await db
    .selectFrom('search_term')
    .select('id')
    .where('chunks', '<=', 0)
    .where('term', '!=', ALL_CHUNKS)
    .orderBy('id')
    .limit(FORGOTTEN)
    .execute()
  if (unused.length === 0) return 0
  const ids = unused.map(({ id }) => id)
  // A writer may have used one of them since.
  await db
    .deleteFrom('search_term')
    .where(isOneOf(dialect, 'id', ids))
    .where('chunks', '<=', 0)
    .execute()
  const kept = await db
    .selectFrom('search_term')
    .select('id')
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  const keptIds = new Set(kept.map(({ id }) => id))
  const gone = ids.filter((id) => !keptIds.has(id))
  if (gone.length > 0)
    await db
      .deleteFrom('search_gram')
      .where(isOneOf(dialect, 'term_id', gone))
      .execute()
  return gone.length
}
