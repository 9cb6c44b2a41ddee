import type { searchOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../../ground/kernel/context.ts'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { KnowledgeReach } from '../readable-documents.ts'
import { type StaleFix, staleDocuments } from '../stale-documents.ts'
import { summaryOf } from './fields.ts'
import type { Ranking } from './rank-chunks.ts'
import { rarity } from './rarity.ts'
import { shownChunks } from './shown-chunks.ts'
import { snippetOf } from './snippet.ts'
import { withSummary } from './with-summary.ts'

type Hit = z.input<(typeof searchOperations)['searchKnowledge']['output']>['hits'][number]

/** Around the texts of a hit: ids, names of fields, punctuation. */
const HIT_TOKENS = 60
/** The shortest snippet, UTF-16 code units. */
const SHORTEST_SNIPPET = 80

/**
 * The best hits that fit into `limit` and `maxTokens`, with the part of each chunk that matches. `isOutdated` if search
 * shows some of them no more, because another text was indexed since the ranking.
 */
export async function describeHits(
  ctx: Pick<Context, 'store' | 'caller'>,
  reach: KnowledgeReach,
  { ids, expansion }: Ranking,
  { limit, maxTokens }: { limit: number; maxTokens: number },
): Promise<{ hits: Hit[]; truncated: boolean; isOutdated: boolean }> {
  const wanted = ids.slice(0, limit)
  const rows = await readChunks(
    ctx,
    reach,
    wanted.map(({ id }) => id),
  )
  const stale = await staleDocuments(
    ctx,
    [...rows.values()].map(({ documentRowId }) => documentRowId),
  )
  const importance = importanceOf(expansion)
  const isOutdated = rows.size < wanted.length
  const hits: Hit[] = []
  let tokens = 0
  for (const { id, score } of wanted) {
    const row = rows.get(id)
    if (!row) continue
    const found = { row, score, stale: stale.get(row.documentRowId) ?? null }
    const hit = describe(found, importance)
    const more = tokensOf(hit)
    if (tokens + more > maxTokens) {
      if (hits.length > 0) return { hits, truncated: true, isOutdated }
      hits.push(describe(found, importance, SHORTEST_SNIPPET))
      return { hits, truncated: true, isOutdated }
    }
    hits.push(hit)
    tokens += more
  }
  return { hits, truncated: ids.length > limit, isOutdated }
}

async function readChunks(ctx: Pick<Context, 'store' | 'caller'>, reach: KnowledgeReach, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await shownChunks(ctx, reach)
    .leftJoin('document_revision', withSummary)
    .select([
      'chunk.id',
      'chunk.public_id as chunkId',
      'chunk.headings',
      'chunk.content',
      'chunk.tokens',
      'front_matter',
      'document.id as documentRowId',
      'document.public_id as documentId',
      'document.path',
      'document.title',
      'document.visibility',
      'document_search.revision',
      'project.slug as project',
    ])
    .where(isOneOf(ctx.store.dialect, 'chunk.id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface Found {
  row: Awaited<ReturnType<typeof readChunks>> extends Map<number, infer R> ? R : never
  score: number
  stale: StaleFix | null
}

function describe({ row, score, stale }: Found, importance: Map<string, number>, most?: number): Hit {
  const inText = snippetOf(row.content, importance, most)
  const inFrontMatter = snippetOf(summaryOf(row.front_matter ?? '{}'), importance, most)
  const isInText = inText.score >= inFrontMatter.score
  const { text, highlights } = isInText ? inText : inFrontMatter
  const { documentId: id, project, path, title, visibility, revision } = row
  return {
    chunkId: row.chunkId,
    document: { id, project, path, title, visibility, revision, stale },
    headings: JSON.parse(row.headings) as string[],
    snippet: text,
    snippetFrom: isInText ? 'text' : 'front-matter',
    highlights,
    tokens: row.tokens,
    score,
  }
}

const tokensOf = ({ document, headings, snippet }: Hit): number =>
  estimateTokens([document.path, document.title, ...headings, snippet].join('\n')) +
  (document.stale === null ? 0 : estimateTokens(JSON.stringify(document.stale))) +
  HIT_TOKENS

function importanceOf({ terms, chunks, frequency }: Ranking['expansion']): Map<string, number> {
  const importance = new Map<string, number>()
  for (const { weight, alternatives } of terms)
    for (const { term, likeness } of alternatives)
      if (weight >= 0.5)
        importance.set(
          term,
          Math.max(importance.get(term) ?? 0, (0.1 + rarity(chunks, frequency.get(term) ?? 0)) * likeness),
        )
  return importance
}
