import { z } from 'zod'
import { MOST_FOUND_CHUNKS } from '../constants.ts'
import { operations, readsKnowledge } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'
import { KnowledgeScope, StaleFix } from './documents.ts'

const Highlight = z.object({ start: z.number(), end: z.number() })

const Hit = z.object({
  chunkId: z.string().describe('For `readChunks`, which returns the whole chunk.'),
  document: z.object({
    id: z.uuid(),
    project: z.string().describe('Slug of its home project.'),
    path: z.string(),
    title: z.string(),
    visibility: z.enum(['project', 'shared']),
    revision: z.number(),
    stale: StaleFix,
  }),
  headings: z.array(z.string()).describe('The headings above it, outermost first.'),
  snippet: z.string().describe('The part of the chunk that has most of the query.'),
  snippetFrom: z
    .enum(['text', 'front-matter'])
    .describe(
      '`front-matter` if the description, summary, keywords or tags of the document have more of the query than the chunk.',
    ),
  highlights: z.array(Highlight).describe('Matched words in the snippet, in UTF-16 code units.'),
  tokens: z.number().describe('Estimated tokens of the whole chunk.'),
  score: z
    .number()
    .describe('1 for the best hit, less for the others. Scores of different queries do not compare.'),
})

const Embeddings = z.object({
  model: z.string(),
  coverage: z
    .number()
    .describe('Share of the chunks in scope that have a vector of this model, from 0 to 1.'),
  reason: z
    .string()
    .nullable()
    .describe('Why this search used no vectors, or only some of them; null if it used all.'),
})

export const searchOperations = operations({
  searchKnowledge: {
    summary:
      'Searches the documents, best chunk first. It takes words, "exact phrases", -excluded words, path:part and title:part. Further hits of a document come later, unless their headings answer another part of the query.',
    method: 'GET',
    path: '/api/search',
    ...readsKnowledge,
    input: z.strictObject({
      query: z
        .string()
        .max(10_000, 'must have at most 10,000 characters')
        .describe('The first 32 different words count.'),
      scope: KnowledgeScope.optional().describe(
        'Absent: `project` if a project is given, else `org`. `project` needs a project.',
      ),
      project: ProjectSlug.optional(),
      limit: wholeNumber(1, 50).default(10),
      maxTokens: wholeNumber(200, 20_000)
        .default(4_000)
        .describe('Estimated tokens of all hits. The best hit is always there, cut if necessary.'),
    }),
    output: z.object({
      mode: z
        .enum(['lexical', 'hybrid'])
        .describe('`hybrid` if vectors of an embedding model took part in this search.'),
      embeddings: Embeddings.nullable().describe('Null if no embedding model is configured.'),
      index: z
        .object({ documents: z.number(), indexed: z.number() })
        .describe('Documents in scope, and how many of them the index has.'),
      hits: z.array(Hit),
      missing: z
        .array(z.string())
        .describe('Words of the query that no chunk found by words has, at most 5.'),
      found: z.number().describe(`Chunks that match, at most ${MOST_FOUND_CHUNKS}.`),
      truncated: z.boolean().describe('True if `limit` or `maxTokens` left out hits.'),
    }),
  },
})
