import type { Context } from '../../kernel/context.ts'
import { contains, isOneOf } from '../../store/portable.ts'
import { type KnowledgeReach, readableDocuments } from '../readable-documents.ts'
import { summaryOf } from './fields.ts'
import { foldPhrase, type ParsedQuery } from './parse-query.ts'
import type { Candidate } from './rank-words.ts'
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
  const { dialect, read } = ctx.store
  let query = read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .innerJoin('chunk', 'chunk.document_id', 'document.id')
    .select('chunk.id')
    .where(readableDocuments(ctx, reach))
    .orderBy('document.path')
    .orderBy('chunk.position')
    .limit(MOST_FILTERED)
  for (const path of paths) query = query.where(contains(dialect, 'document.path', path))
  for (const title of titles) query = query.where(contains(dialect, 'document.title', title))
  return new Set((await query.execute()).map(({ id }) => id))
}

/** Those of these chunks that the caller may read within the reach, with their terms. */
export async function readCandidates(ctx: Asker, reach: KnowledgeReach, ids: number[]): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const rows = await ctx.store.read
    .selectFrom('chunk_search')
    .innerJoin('chunk', 'chunk.id', 'chunk_search.chunk_id')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .innerJoin('project', 'project.id', 'document.project_id')
    // Not while a write indexes its document: some chunks would have words that their texts no longer have.
    .innerJoin('document_search', (join) =>
      join
        .onRef('document_search.document_id', '=', 'document.id')
        .onRef('document_search.revision', '=', 'document.indexed_revision'),
    )
    .select([
      'chunk_search.chunk_id as chunkId',
      'document.id as documentId',
      'document.path',
      'chunk_search.words',
      'chunk.position',
    ])
    .where(isOneOf(ctx.store.dialect, 'chunk_search.chunk_id', ids))
    .where(readableDocuments(ctx, reach))
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
