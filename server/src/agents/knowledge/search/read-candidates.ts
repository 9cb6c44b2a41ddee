import type { Context } from '../../../ground/kernel/context.ts'
import { contains, isOneOf } from '../../../ground/store/portable.ts'
import type { KnowledgeReach } from '../readable-documents.ts'
import { summaryOf } from './fields.ts'
import { foldPhrase, type ParsedQuery } from './parse-query.ts'
import type { Candidate } from './rank-words.ts'
import { shownChunks } from './shown-chunks.ts'
import { withSummary } from './with-summary.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** Chunks of documents that a filter selects; a filter that selects more needs words beside it. */
const MOST_FILTERED = 20_000

/** The chunks that the filters of a query leave; null if it has none. */
export async function readAllowed(
  ctx: Asker,
  reach: KnowledgeReach,
  { paths, titles }: ParsedQuery,
): Promise<Set<number> | null> {
  if (paths.length + titles.length === 0) return null
  const { dialect } = ctx.store
  let query = shownChunks(ctx, reach)
    .select('chunk.id')
    .orderBy('document.path')
    .orderBy('chunk.position')
    .limit(MOST_FILTERED)
  for (const path of paths) query = query.where(contains(dialect, 'document.path', path))
  for (const title of titles) query = query.where(contains(dialect, 'document.title', title))
  return new Set((await query.execute()).map(({ id }) => id))
}

/**
 * The first `most` of these chunks that the caller may read within the reach, with their terms. Texts that are being
 * indexed have chunks that search does not show yet: those take no place.
 */
export async function readFirstCandidates(
  ctx: Asker,
  reach: KnowledgeReach,
  ids: number[],
  most: number,
): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (let [from, to] = [0, most]; from < ids.length && found.length < most; [from, to] = [to, 3 * to]) {
    const some = ids.slice(from, to)
    const known = new Map((await readCandidates(ctx, reach, some)).map((one) => [one.chunkId, one]))
    found.push(...some.flatMap((id) => known.get(id) ?? []))
  }
  return found.slice(0, most)
}

/** Whether the index has lost some of these chunks since it found them; those that the caller may not read are there. */
export async function areSomeGone({ store }: Asker, ids: number[], read: Candidate[]): Promise<boolean> {
  const known = new Set(read.map(({ chunkId }) => chunkId))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return false
  const row = await store.read
    .selectFrom('chunk_search')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where(isOneOf(store.dialect, 'chunk_id', missing))
    .executeTakeFirstOrThrow()
  return Number(row.count) < missing.length
}

/** Those of these chunks that the caller may read within the reach, with their terms. */
export async function readCandidates(ctx: Asker, reach: KnowledgeReach, ids: number[]): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const rows = await shownChunks(ctx, reach)
    .innerJoin('chunk_search', 'chunk_search.chunk_id', 'chunk.id')
    .select([
      'chunk_search.chunk_id as chunkId',
      'document.id as documentId',
      'document.path',
      'chunk_search.words',
      'chunk.position',
    ])
    .where(isOneOf(ctx.store.dialect, 'chunk_search.chunk_id', ids))
    .execute()
  return rows.map(({ position, ...row }) => ({ ...row, isFirst: position === 0 }))
}

/** Those of the candidates whose text has every phrase, and no excluded one. */
export async function withPhrases<T extends Candidate>(
  { store }: Asker,
  candidates: T[],
  { phrases, excludedPhrases }: Pick<ParsedQuery, 'phrases' | 'excludedPhrases'>,
): Promise<T[]> {
  if (phrases.length + excludedPhrases.length === 0 || candidates.length === 0) return candidates
  const rows = await store.read
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .innerJoin('document_search', 'document_search.document_id', 'document.id')
    .leftJoin('document_revision', withSummary)
    .select(['chunk.id', 'chunk.content', 'chunk.headings', 'document.title', 'front_matter'])
    .where(
      isOneOf(
        store.dialect,
        'chunk.id',
        candidates.map(({ chunkId }) => chunkId),
      ),
    )
    .execute()
  const kept = new Set<number>()
  for (const { id, content, headings, title, front_matter } of rows) {
    const texts = [title, ...(JSON.parse(headings) as string[]), content, summaryOf(front_matter ?? '{}')]
    const text = foldPhrase(texts.join('\n'))
    const has = (phrase: string) => text.includes(phrase)
    if (phrases.every(has) && !excludedPhrases.some(has)) kept.add(id)
  }
  return candidates.filter(({ chunkId }) => kept.has(chunkId))
}
