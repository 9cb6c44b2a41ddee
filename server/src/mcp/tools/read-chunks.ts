import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import {
  contentsWithin,
  documentSource,
  fence,
  fitItems,
  oneLine,
  staleLine,
  truncatedLine,
  visible,
} from '../render.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'

const COUNT = 'must have 1 to 20 ids of chunks, as svc_search_index and svc_read_doc return them'

const PRESENT = 'Call svc_search_index or svc_read_doc for present ones.'

const noChunk = (unknown: string[]): string =>
  `No chunk has the id ${unknown.map((id) => oneLine(id, 100)).join(', ')}. A changed heading changes ids.`

export const readChunks = tool({
  name: 'svc_read_chunks',
  title: 'Read chunks',
  description: 'Returns the full content of chunks of documents by their ids.',
  input: z.strictObject({
    chunk_ids: z.array(z.string().trim().min(1).max(100)).min(1, COUNT).max(20, COUNT),
    ...maxTokens,
  }),
  ...READS_KNOWLEDGE,
  onError: { NOT_FOUND: PRESENT },
  async call(input, { run }) {
    const answer = await run('readChunks', { ids: input.chunk_ids.join(',') })
    const { chunks, unknown, similar } = answer
    if (chunks.length === 0) throw new Problem('NOT_FOUND', noChunk(unknown), { similar })
    return { ...answer, chunks: chunks.map((chunk) => ({ ...chunk, content: visible(chunk.content) })) }
  },
  render({ chunks, unknown, similar }, budget) {
    const most = budget - FRAME_TOKENS - (unknown.length + similar.length) * ID_TOKENS
    const first = fitChunks(chunks, most)
    // Ids of what did not fit take room themselves.
    const room = Math.max(budget / 2, most - first.left * ID_TOKENS)
    const { items, texts, left } = first.left === 0 ? first : fitChunks(chunks, room)
    const missing = chunks.slice(items.length).map(({ id }) => id)
    const cut = items.find(({ content }, at) => texts[at]?.includes(content) === false)
    const lines = texts.flatMap((text) => [text, ''])
    if (unknown.length > 0)
      lines.push(
        [
          noChunk(unknown),
          ...(similar.length > 0 ? [`Similar ids: ${similar.join(', ')}.`] : []),
          PRESENT,
        ].join(' '),
      )
    if (cut)
      lines.push(
        truncatedLine(
          `chunk ${cut.id} is cut`,
          'Call svc_read_chunks with its id alone and a larger max_tokens.',
        ),
      )
    if (left > 0)
      lines.push(
        truncatedLine(
          `${left} chunks did not fit`,
          `Call svc_read_chunks with chunk_ids ${JSON.stringify(missing)}.`,
        ),
      )
    return {
      text: lines.join('\n').trimEnd(),
      structured: {
        chunks: contentsWithin(
          items.map(({ id, document: { path, project, revision, stale }, headings, content }) => ({
            id,
            path,
            project,
            revision,
            ...(stale !== null && { stale }),
            headings,
            content,
          })),
          first.left === 0 ? most : room,
        ),
        unknown,
        similar,
        notShown: missing,
        truncated: left > 0 || cut !== undefined,
      },
    }
  },
})

interface StaleFix {
  fingerprint: string
  because: string
}

interface Chunk {
  id: string
  document: { path: string; project: string; revision: number; stale: StaleFix | null }
  headings: string[]
  content: string
}

const fitChunks = <T extends Chunk>(chunks: T[], room: number) =>
  fitItems(chunks, room, ({ id, document, headings, content }) => {
    const text = fence(content, {
      source: `chunk ${id}, ${documentSource(document)}${headings.length > 0 ? `, ${oneLine(headings.join(' > '), 200)}` : ''}`,
      language: 'md',
      maxTokens: Math.max(40, room - 60 - (document.stale === null ? 0 : STALE_TOKENS)),
    })
    return document.stale === null ? text : `${staleLine(document.stale)}\n${text}`
  })

const FRAME_TOKENS = 60
/** The line above the text of a stale document. */
const STALE_TOKENS = 60
/** An id of letters and digits that spell nothing. */
const ID_TOKENS = 20
