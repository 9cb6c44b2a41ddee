import { LIMITS } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import { scanLine, valueBudget } from '../../ground/kernel/scan-json.ts'

export interface ParsedBody {
  value: unknown
  /** True if a text contains a NUL character. */
  hasNul: boolean
}

/** The refusal of a body that cannot be parsed; JSON-RPC has a code for it. */
export class ParseProblem extends Problem {}

/** A body as JSON, bounded before it is parsed. Throws a ParseProblem or PAYLOAD_TOO_LARGE. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  try {
    scanLine(bytes, 0, bytes.length, 'The body', valueBudget(LIMITS.requestValues))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { value: JSON.parse(text), hasNul: ESCAPED_NUL.test(text) }
  } catch (cause) {
    if (cause instanceof Problem)
      throw cause.code === 'INVALID_REQUEST' ? new ParseProblem(cause.code, cause.message) : cause
    const reason = cause instanceof Error ? ` ${cause.message}.` : ''
    throw new ParseProblem('INVALID_REQUEST', `The body must be JSON in UTF-8.${reason}`, { cause })
  }
}

/** In JSON, U+0000 is always escaped. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/
