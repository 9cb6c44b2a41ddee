import { percentText } from '@svc/protocol'
import { MOST_FOUND_CHUNKS } from '@svc/schema'
import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { cutText } from '../../../ground/kernel/cut-text.ts'
import { fitRows } from '../fit.ts'
import {
  documentSource,
  fence,
  LONGEST_PATH,
  oneLine,
  quoted,
  slug,
  staleLine,
  truncatedLine,
  visible,
} from '../render.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'

export const searchIndex = tool({
  name: 'svc_search_index',
  title: 'Search the documentation',
  description:
    'Searches the documentation: words, "exact phrases", -excluded, path:part, title:part. svc_read_chunks returns the whole text of hits.',
  input: z.strictObject({
    query: z.string().max(10_000),
    scope: z
      .enum(['project', 'shared', 'org'])
      .default('project')
      .describe('shared: of all projects. org: everything.'),
    ...maxTokens,
  }),
  ...READS_KNOWLEDGE,
  limit: 'search',
  onError: { INVALID_REQUEST: 'Call svc_search_index with words that the documentation may contain.' },
  async call({ query, max_tokens, ...asked }, { run, findProject }) {
    const active = await findProject()
    const scope = scopeFor(asked.scope, active)
    const found = await run('searchKnowledge', {
      query,
      scope,
      ...(active && { project: active.slug }),
      limit: String(MOST_HITS),
      maxTokens: String(max_tokens),
    })
    const hits = found.hits.map((hit) => ({ ...hit, snippet: visible(hit.snippet) }))
    return { ...found, hits, scope, project: active?.slug ?? null, hasPhrase: PHRASE.test(query) }
  },
  render({ scope, project, hasPhrase, ...found }, budget) {
    const { mode, embeddings, index, hits, missing } = found
    const headOf = (shown: number) => [
      `${shown === 0 ? 'No match' : `${shown} of ${found.found >= MOST_FOUND_CHUNKS ? `${MOST_FOUND_CHUNKS} or more matching chunks` : countOf(found.found, 'matching chunk')}`}, scope ${scope}${scope === 'project' && project ? ` (${slug(project)})` : ''}, ${describeMode(mode, embeddings)}.`,
      ...(missing.length > 0
        ? [`No hit has ${missing.map((word) => quoted(word, 40)).join(', ')}; hits match other words.`]
        : []),
      ...(index.indexed < index.documents
        ? [
            `The index is building: it has ${index.indexed} of ${countOf(index.documents, 'document')}. Search again in a minute.`,
          ]
        : []),
    ]
    if (hits.length === 0) {
      const marks = hasPhrase && index.documents > 0 ? [QUOTED] : []
      const text = [...headOf(0), '', ...marks, nothing(scope, index.documents)].join('\n')
      return { text, structured: { mode, embeddings, index, hits: [], found: 0, truncated: false } }
    }
    const rows = hits.map(({ highlights: _, ...hit }, at) => {
      const place = [hit.document.title, ...hit.headings].map((part) => cutText(part, 120))
      const text = [
        `${at + 1}. ${quoted([...new Set(place)].join(' > '), LONGEST_PATH)}`,
        `   ${slug(hit.document.path, LONGEST_PATH)}${hit.document.project === project ? '' : ` of project ${slug(hit.document.project)}`}, ${hit.document.visibility}, ${hit.document.project === project ? '' : `document ${hit.document.id}, `}chunk ${hit.chunkId} (${countOf(hit.tokens, 'token')}${hit.snippetFrom === 'text' ? '' : '; matched by its front matter'}), score ${hit.score}`,
        ...(hit.document.stale === null ? [] : [`   ${staleLine(hit.document.stale)}`]),
        fence(hit.snippet, {
          source: documentSource(hit.document),
          language: 'md',
          maxTokens: Math.max(SHORTEST_TOKENS, budget - FRAME_TOKENS - 150),
        }),
      ].join('\n')
      return { text, data: hit }
    })
    const { texts, data } = fitRows(rows, budget - FRAME_TOKENS)
    const truncated = found.truncated || texts.length < hits.length
    const lines = [
      ...headOf(texts.length),
      '',
      texts.join('\n\n'),
      '',
      `Next: svc_read_chunks ${JSON.stringify({ chunk_ids: hits.slice(0, 1).map(({ chunkId }) => chunkId) })} for the whole text of a chunk, or svc_read_doc with ${scope === 'project' ? 'a path' : 'its id and the scope org'} for a document.`,
      ...(truncated
        ? [
            truncatedLine(
              'more chunks match',
              `Call svc_search_index with more specific words${texts.length < MOST_HITS ? ', or a larger max_tokens' : ''}.`,
            ),
          ]
        : []),
    ]
    return {
      text: lines.join('\n'),
      structured: {
        mode,
        embeddings,
        index,
        missing,
        hits: data,
        found: found.found,
        truncated,
      },
    }
  },
})

/** Without a project, the scope of all documents, which are none: the answer then says how to add some. */
export const scopeFor = <Scope extends string>(asked: Scope, active: object | null): Scope | 'org' =>
  active === null ? 'org' : asked

const PHRASE = /"[^"]+"/
const QUOTED =
  'A chunk matches only if it has the text in quotation marks exactly. Search without the marks first.'

/** Hits of one answer. */
const MOST_HITS = 20
/** Of a snippet, in the smallest budget. */
const SHORTEST_TOKENS = 60
/** The lines around the hits. */
const FRAME_TOKENS = 150

function describeMode(
  mode: 'lexical' | 'hybrid',
  embeddings: { model: string; coverage: number; reason: string | null } | null,
): string {
  if (!embeddings) return `mode ${mode} (words only, no embedding model is configured)`
  const { model, coverage, reason } = embeddings
  const facts = `embedding model ${oneLine(model, 100)}, vectors of ${percentText(coverage)} of the chunks`
  return `mode ${mode} (${facts}${reason === null ? '' : `: ${oneLine(reason).replace(/\.$/, '')}`})`
}

const nothing = (scope: string, documents: number): string =>
  documents === 0
    ? `This scope has no documents. ${scope === 'org' ? 'Add' : 'Call svc_search_index with the scope org, or add'} documents with svc docs push.`
    : scope === 'org'
      ? 'Call svc_search_index with other or fewer words.'
      : 'Call svc_search_index with other or fewer words, or with the scope org.'
