import { parse, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { subtokenize } from 'micromark-util-subtokenize'
import { Problem } from '../../kernel/problem.ts'

export type Events = Parameters<typeof subtokenize>[0]
type Tokenizer = ReturnType<ReturnType<typeof parse>['document']>

/** Of a text: 1 MiB of a table has 1,200,000, and one event needs about 330 bytes. */
const MOST_EVENTS = 2_000_000
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
  const parser = parse({ extensions: [gfm()] })
  const count = { closed: 0, flow: null as Tokenizer | null }
  const open = parser.flow
  parser.flow = (from) => {
    count.closed += (count.flow?.events.length ?? 0) + EVENTS_OF_FLOW
    count.flow = open(from)
    return count.flow
  }
  const document = parser.document()
  const pieces = preprocess()(text, undefined, true)
  for (let at = 0; at < pieces.length; at += PIECES) {
    document.write(pieces.slice(at, at + PIECES))
    if (document.events.length + count.closed + (count.flow?.events.length ?? 0) > MOST_EVENTS)
      throw new Problem(
        'PAYLOAD_TOO_LARGE',
        'This Markdown has more lines, items and cells than the server has memory for. Split it.',
      )
  }
  // Once: it makes blocks of lines. A second time would make inline markup of blocks.
  subtokenize(document.events)
  return document.events
}
