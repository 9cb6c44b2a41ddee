import { z } from 'zod'
import { Problem } from '../../../ground/kernel/problem.ts'
import { cutToTokens, fitRows, type Row, tokensOf } from '../fit.ts'
import { documentSource, fence, quoted, staleLine, truncatedLine, visible } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'
import { maxTokens, READS_KNOWLEDGE, tool } from '../tool.ts'

const COUNT = 'must have 1 to 20 ids of chunks, as svc_search_index and svc_read_doc return them'

const PRESENT = 'Call svc_search_index or svc_read_doc for present ones.'

const noChunk = (unknown: string[], room: number): string => {
  const { texts } = fitRows(unknown.map(rowOfId), room)
  const left = unknown.length - texts.length
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
    const missing = { unknown: fitRows(unknown.map(rowOfId), budget / 6).data, similar: near }
    const most = budget - FRAME_TOKENS - tokensOf(unknownText, missing)
    const rows = chunks.map(rowOf)
    const all = fitRows(rows, most)
    // The ids of what does not fit take room themselves.
    const room = Math.min((rows.length - all.rows.length + 1) * ID_TOKENS, budget / 4)
    const isWhole = all.rows.length === rows.length && !all.isCut
    const { texts, data, isCut } = isWhole ? all : fitRows(rows, most - room - FRAME_TOKENS)
    const left = rows.length - texts.length
    const listed = fitRows(
      chunks.slice(texts.length).map(({ id }) => rowOfId(id)),
      room,
    )
    const lines = texts.flatMap((text) => [text, ''])
    if (unknownText !== '') lines.push(unknownText)
    // On one line: many readers obey the last one alone.
    const whole = 'Call svc_read_chunks with its id alone and a larger max_tokens.'
    if (left > 0)
      lines.push(
        truncatedLine(
          `${isCut ? 'the chunk is cut, and ' : ''}${left} ${left === 1 ? 'chunk' : 'chunks'} did not fit`,
          `${isCut ? `${whole} Then: ` : ''}Call svc_read_chunks with the same arguments and chunk_ids [${listed.texts.join(',')}]${listed.texts.length < left ? ', then with your ids after them' : ''}.`,
        ),
      )
    else if (isCut) lines.push(truncatedLine('the chunk is cut', whole))
    return {
      text: lines.join('\n').trimEnd(),
      structured: {
        chunks: data,
        ...missing,
        notShown: listed.data,
        truncated: left > 0 || isCut,
      },
    }
  },
})

type Chunk = OutputOf<'readChunks'>['chunks'][number]

const rowOfId = (id: string): Row => ({ text: quoted(id, 100), data: id })

/** A chunk as text and as data, because some clients show only one. */
function rowOf({ id, document, headings, content: whole }: Chunk): Row {
  const place = headings.length > 0 ? `, ${quoted(headings.join(' > '), 200)}` : ''
  const source = `chunk ${id}, ${documentSource(document)}${place}`
  const { path, project, revision, stale } = document
  const before = stale === null ? '' : `${staleLine(stale)}\n`
  const withContent = (content: string): Row => ({
    text: before + fence(content, { source, language: 'md' }),
    data: { id, path, project, revision, ...(stale !== null && { stale }), headings, content },
  })
  const frame = withContent('')
  return {
    ...withContent(whole),
    cut: (room) =>
      withContent(cutToTokens(whole, Math.max(LEAST_TEXT, room - tokensOf(frame.text, frame.data)))),
  }
}

/** The lines around the chunks. */
const FRAME_TOKENS = 40
/** The text of a chunk that is cut, at least. */
const LEAST_TEXT = 30
/** An id of letters and digits that spell nothing. */
const ID_TOKENS = 20
