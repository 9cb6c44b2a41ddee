import type { Quota } from '../../ground/kernel/context.ts'
import { ParseProblem } from '../../ground/kernel/parse-body.ts'
import type { Problem } from '../../ground/kernel/problem.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'

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
