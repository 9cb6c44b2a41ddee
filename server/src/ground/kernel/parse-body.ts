import { LIMITS } from '@svc/protocol'
import { turnToParse } from './own-turn.ts'
import { Problem } from './problem.ts'
import { scanLine, valueBudget } from './scan-json.ts'

export interface ParsedBody {
  value: unknown
  /** True if a text contains U+0000, which not every database can store. */
  hasNul: boolean
}

/** The refusal of a body that cannot be parsed; JSON-RPC has a code for it. */
export class ParseProblem extends Problem {}

/**
 * A body as JSON, bounded before it is parsed; a large one takes two turns of the event loop. Throws a ParseProblem for
 * anything else, which says what was `wanted`, or PAYLOAD_TOO_LARGE.
 */
export async function parseBody(bytes: Uint8Array, wanted: string): Promise<ParsedBody> {
  try {
    await turnToParse(bytes)
    scanLine(bytes, 0, bytes.length, 'The body', valueBudget(LIMITS.requestValues))
    await turnToParse(bytes)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { value: JSON.parse(text), hasNul: text.includes('\\u0000') && ESCAPED_NUL.test(text) }
  } catch (cause) {
    if (cause instanceof Problem)
      throw cause.code === 'INVALID_REQUEST' ? new ParseProblem(cause.code, cause.message) : cause
    const reason = cause instanceof Error ? ` ${cause.message}.` : ''
    throw new ParseProblem('INVALID_REQUEST', `The body must be ${wanted} in UTF-8.${reason}`, { cause })
  }
}

/** In JSON, U+0000 is always escaped. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/
