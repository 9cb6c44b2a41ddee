import type { ProblemBody, SuccessBody } from '@svc/protocol'
import type { EncodedJson } from '../kernel/encoded-json.ts'
import { SERVER_VERSION } from '../kernel/version.ts'
import type { RestContext } from './env.ts'

/** Headers of every answer under /api, also for doors that write their own body. */
export function apiHeaders(c: RestContext): Record<string, string> {
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // A client of an incompatible version reports it.
    'Svc-Version': SERVER_VERSION,
  }
  const quota = c.get('quota')
  if (quota) {
    headers['RateLimit-Limit'] = String(quota.limit)
    headers['RateLimit-Remaining'] = String(quota.remaining)
    headers['RateLimit-Reset'] = String(quota.resetSeconds)
  }
  return headers
}

/** A JSON answer. Plain headers and a string body let the adapter skip building a Response. */
export const answer = (
  c: RestContext,
  status: number,
  body: SuccessBody<unknown> | ProblemBody,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...apiHeaders(c), ...headers },
  })

/** The same for a success whose data is encoded already. */
export const encodedAnswer = (c: RestContext, { bytes }: EncodedJson): Response =>
  new Response(Buffer.concat([BEFORE_DATA, bytes, AFTER_DATA]), {
    headers: { 'Content-Type': 'application/json', ...apiHeaders(c) },
  })

const BEFORE_DATA = Buffer.from('{"success":true,"data":')
const AFTER_DATA = Buffer.from('}')
