import { parse, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { subtokenize } from 'micromark-util-subtokenize'
import { Problem } from '../../../ground/kernel/problem.ts'
import { withoutCells } from './table-rows.ts'

export type Events = Parameters<typeof subtokenize>[0]
type Tokenizer = ReturnType<ReturnType<typeof parse>['document']>

/** Of a text: real documents of 1 MiB have up to 42,000 lines, and no line costs less than four events. */
const MOST_LINES = 100_000
/**
 * Of a text: 1 MiB of real documents has up to 520,000, of a list whose items have 40 letters 990,000. One needs about
 * 330 bytes.
 */
const MOST_EVENTS = 1_000_000
/** What the parser keeps for a block inside a list or quote, in events. */
const EVENTS_OF_FLOW = 16
/** Pieces of lines between two counts. */
const PIECES = 1_000

/**
 * What a parser of CommonMark with GFM sees in a text, up to the lines of blocks; their inline markup is not read.
 * Throws PAYLOAD_TOO_LARGE before it uses more memory than its thread has: a thread that reaches its limit may end the
 * process.
 */
export function blockEvents(text: string): Events {
  requireFewLines(text)
  const parser = parse({ extensions: [withoutCells(gfm())] })
  const count = { closed: 0, flow: null as Tokenizer | null }
  const { flow, content } = parser
  parser.flow = (from) => {
    count.closed += (count.flow?.events.length ?? 0) + EVENTS_OF_FLOW
    count.flow = flow(from)
    return count.flow
  }
  const document = parser.document()
  const requireFewEvents = (more = 0) => {
    if (document.events.length + count.closed + (count.flow?.events.length ?? 0) + more > MOST_EVENTS)
      throw new Problem(
        'PAYLOAD_TOO_LARGE',
        'This Markdown has more lines, items and definitions than the server has memory for. Split it.',
      )
  }
  // A paragraph becomes definitions at its end, all at once, and each of them has many events.
  parser.content = (from) => {
    const paragraph = content(from)
    const { write } = paragraph
    paragraph.write = (line) => {
      const events = write(line)
      requireFewEvents(paragraph.events.length)
      return events
    }
    return paragraph
  }
  const pieces = preprocess()(text, undefined, true)
  for (let at = 0; at < pieces.length; at += PIECES) {
    document.write(pieces.slice(at, at + PIECES))
    requireFewEvents()
  }
  // Once: it makes blocks of lines. A second time would make inline markup of blocks.
  subtokenize(document.events)
  return document.events
}

/** Throws PAYLOAD_TOO_LARGE before the parser uses any memory. */
function requireFewLines(text: string): void {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  if (lines > MOST_LINES)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `A document has at most ${MOST_LINES} lines, and this one has ${lines}. Split it.`,
    )
}
