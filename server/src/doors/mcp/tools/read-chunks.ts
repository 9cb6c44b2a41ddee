import { z } from 'zod'
import { Problem } from '../../../ground/kernel/problem.ts'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import {
  contentsWithin,
  documentSource,
  fence,
  fitItems,
  quoted,
  staleLine,
  truncatedLine,
  visible,
} from '../render.ts'
import type { OutputOf } from '../run-operation.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'

const COUNT = 'must have 1 to 20 ids of chunks, as svc_search_index and svc_read_doc return them'

const PRESENT = 'Call svc_search_index or svc_read_doc for present ones.'

const noChunk = (unknown: string[], room: number): string => {
  const { texts, left } = fitItems(unknown, room, (id) => quoted(id, 100))
  return `No chunk has the id ${texts.join(', ')}${left > 0 ? ` or ${left} more of these` : ''}. A changed heading changes ids.`
}

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
    if (chunks.length === 0)
      throw new Problem('NOT_FOUND', noChunk(unknown, input.max_tokens / 4), { similar })
    return { ...answer, chunks: chunks.map((chunk) => ({ ...chunk, content: visible(chunk.content) })) }
  },
  render({ chunks, unknown, similar }, budget) {
    const near = similar.slice(0, Math.ceil(budget / 200))
    const unknownText =
      unknown.length === 0
        ? ''
        : [
            noChunk(unknown, budget / 6),
            ...(near.length > 0 ? [`Similar ids: ${near.join(', ')}.`] : []),
            PRESENT,
          ].join(' ')
    const most = budget - FRAME_TOKENS - estimateTokens(unknownText)
    const all = fitChunks(chunks, most)
    // The ids of what does not fit take room themselves.
    const room = Math.min((all.left + 1) * ID_TOKENS, budget / 4)
    const { texts, asData, left, isCut } =
      all.left === 0 ? all : fitChunks(chunks, most - room - FRAME_TOKENS)
    const missing = chunks.slice(asData.length).map(({ id }) => id)
    const listed = fitItems(missing, room, (id) => JSON.stringify(id))
    const lines = texts.flatMap((text) => [text, ''])
    if (unknownText !== '') lines.push(unknownText)
    // On one line: many readers obey the last one alone.
    const whole = 'Call svc_read_chunks with its id alone and a larger max_tokens.'
    if (left > 0)
      lines.push(
        truncatedLine(
          `${isCut ? 'the chunk is cut, and ' : ''}${left} ${left === 1 ? 'chunk' : 'chunks'} did not fit`,
          `${isCut ? `${whole} Then: ` : ''}Call svc_read_chunks with the same arguments and chunk_ids [${listed.texts.join(',')}]${listed.left > 0 ? ', then with your ids after them' : ''}.`,
        ),
      )
    else if (isCut) lines.push(truncatedLine('the chunk is cut', whole))
    return {
      text: lines.join('\n').trimEnd(),
      structured: {
        chunks: asData,
        unknown: fitItems(unknown, budget / 6, (id) => JSON.stringify(id)).items,
        similar: near,
        notShown: listed.items,
        truncated: left > 0 || isCut,
      },
    }
  },
})

type Chunk = OutputOf<'readChunks'>['chunks'][number]

/** The chunks that fit both as text and as data, because some clients show only one. The first may be cut. */
function fitChunks(chunks: readonly Chunk[], room: number) {
  const { items, texts } = fitItems(chunks, room, ({ id, document, headings, content }) => {
    const place = headings.length > 0 ? `, ${quoted(headings.join(' > '), 200)}` : ''
    const source = `chunk ${id}, ${documentSource(document)}${place}`
    const before = document.stale === null ? '' : `${staleLine(document.stale)}\n`
    const frame = estimateTokens(before + fence('', { source, language: 'md' }))
    return before + fence(content, { source, language: 'md', maxTokens: Math.max(LEAST_TEXT, room - frame) })
  })
  const asData = contentsWithin(
    items.map(({ id, document: { path, project, revision, stale }, headings, content }) => ({
      id,
      path,
      project,
      revision,
      ...(stale !== null && { stale }),
      headings,
      content,
    })),
    room,
  )
  const cutAt = items.findIndex(
    ({ content }, at) => asData[at]?.content !== content || !texts[at]?.includes(content),
  )
  const count = cutAt < 0 ? items.length : Math.max(1, cutAt)
  return {
    texts: texts.slice(0, count),
    asData: asData.slice(0, count),
    left: chunks.length - count,
    isCut: cutAt === 0,
  }
}

/** The lines around the chunks. */
const FRAME_TOKENS = 40
/** The text of a chunk that is cut, at least. */
const LEAST_TEXT = 30
/** An id of letters and digits that spell nothing. */
const ID_TOKENS = 20
