import { hash } from 'node:crypto'
import type { ProblemBody, SuccessBody } from '@svc/protocol'
import type { Operation } from '@svc/schema'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import { isKnownTag } from './artifact-headers.ts'
import { compressed, varied } from './compress.ts'
import type { RestContext } from './env.ts'

/** Headers of every answer under /api, also for routes that write their own body. */
export function apiHeaders(c: RestContext): Record<string, string> {
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // A client of an incompatible version shows it in its error.
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

/** How to send the answer of an operation. */
export type Travel = Pick<Operation, 'method' | 'hasSecret' | 'revalidates'>

/** The answer to a call that succeeded: compressed if it only reads, and with a tag if clients may keep it. */
export function success(
  c: RestContext,
  { method, hasSecret, revalidates }: Travel,
  data: SuccessBody<unknown> | EncodedJson,
  /** The version of the answer; computed from the answer itself if absent. */
  known?: string,
): Response {
  const body =
    data instanceof EncodedJson ? Buffer.concat([BEFORE_DATA, data.bytes, AFTER_DATA]) : JSON.stringify(data)
  const headers = { 'Content-Type': 'application/json', ...apiHeaders(c) }
  if (method !== 'GET' || hasSecret) return new Response(body, { headers })
  if (!revalidates) return compressed(c, body, headers)
  const tag = known ?? weakTag(body)
  return notModified(c, tag) ?? compressed(c, body, { ...headers, ...tagged(tag) })
}

/** A tag of everything that an answer depends on. It is weak, because each encoding has its own bytes. */
export const weakTag = (of: string | Uint8Array): string => `W/"${hash('sha256', of).slice(0, 32)}"`

/** The headers of an answer that clients may keep if they revalidate it each time. */
export const tagged = (tag: string): Record<string, string> => ({
  'Cache-Control': 'private, no-cache',
  ETag: tag,
})

/** 304 if the client already has this answer; null otherwise. */
export const notModified = (c: RestContext, tag: string): Response | null =>
  isKnownTag(c.req.header('If-None-Match'), tag)
    ? new Response(null, { status: 304, headers: varied({ ...apiHeaders(c), ...tagged(tag) }) })
    : null

const BEFORE_DATA = Buffer.from('{"success":true,"data":')
const AFTER_DATA = Buffer.from('}')
