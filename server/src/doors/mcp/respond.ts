import { LIMITS } from '@svc/protocol'
import type { Quota } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { scanLine, valueBudget } from '../../ground/kernel/scan-json.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'

export interface ParsedBody {
  value: unknown
  /** True if a text contains a NUL character. */
  hasNul: boolean
}

/** The refusal of a body that cannot be parsed; JSON-RPC has a code for it. */
class ParseProblem extends Problem {}

/** In JSON, U+0000 is always escaped. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

const HEADERS = { 'Cache-Control': 'no-store', 'Svc-Version': SERVER_VERSION }

/** JSON-RPC's codes: of text that is not JSON, of another request that is wrong, and of a server's own errors. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
export const SERVER_ERROR = -32_000

/** A response of the SDK with the server's own headers. */
export function finish(response: Response, quota: Quota | null): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  if (quota) {
    headers.set('RateLimit-Limit', String(quota.limit))
    headers.set('RateLimit-Remaining', String(quota.remaining))
    headers.set('RateLimit-Reset', String(quota.resetSeconds))
  }
  return response
}

/** A refusal of a whole HTTP request, as clients of the protocol read it. */
export function refuse(problem: Problem, status: number, headers: Record<string, string> = {}): Response {
  const { code, message, facts } = problem
  const { retryAfterSeconds, isCredentialRefused } = facts
  return Response.json(
    { jsonrpc: '2.0', error: { code: numberOf(problem, status), message: `${code}: ${message}` }, id: null },
    {
      status,
      headers: {
        ...HEADERS,
        ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.max(1, retryAfterSeconds)) }),
        ...(isCredentialRefused && { 'WWW-Authenticate': 'Bearer' }),
        ...headers,
      },
    },
  )
}

function numberOf(problem: Problem, status: number): number {
  if (problem instanceof ParseProblem) return PARSE_ERROR
  return problem.code === 'INVALID_REQUEST' && status === 400 ? INVALID_REQUEST : SERVER_ERROR
}

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
