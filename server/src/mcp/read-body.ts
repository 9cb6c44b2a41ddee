import { LIMITS } from '@svc/protocol'
import { Problem } from '../kernel/problem.ts'
import { scanLine, valueBudget } from '../kernel/scan-json.ts'

export interface ParsedBody {
  value: unknown
  /** True if a text contains a NUL character. */
  hasNul: boolean
}

/** A body as JSON, bounded before it is parsed. Throws INVALID_REQUEST or PAYLOAD_TOO_LARGE. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  scanLine(bytes, 0, bytes.length, 'The body', valueBudget(LIMITS.requestValues))
  let text = ''
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { value: JSON.parse(text), hasNul: ESCAPED_NUL.test(text) }
  } catch (cause) {
    const reason = cause instanceof Error ? ` ${cause.message}.` : ''
    throw new Problem('INVALID_REQUEST', `The body must be JSON in UTF-8.${reason}`, { cause })
  }
}

/** In JSON, U+0000 is always escaped. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/
