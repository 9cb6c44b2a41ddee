import { PROBLEM_STATUS, type ProblemCode } from '@svc/protocol'
import type { JsonSchema } from './schemas.ts'

/** The components that every operation refers to: refusals, headers, the credential. */

export interface Reference {
  $ref: string
}

export interface Header {
  description: string
  schema: JsonSchema
}

export interface Response {
  description: string
  headers?: Record<string, Reference | Header>
  content?: Record<string, MediaType>
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
}

const MEANINGS: Record<ProblemCode, string> = {
  INVALID_REQUEST: 'The message names the field and the values it accepts.',
  UNAUTHORIZED: 'The credential is missing, unknown, revoked or expired.',
  FORBIDDEN: "The credential's role, scopes or project do not allow this.",
  NOT_FOUND: 'It does not exist, or it belongs to another organization.',
  CONFLICT: 'The request contradicts stored data; the message says how to continue.',
  PAYLOAD_TOO_LARGE: 'The request exceeds a limit, which the message names.',
  RATE_LIMITED: 'Wait for the number of seconds in Retry-After.',
  INTERNAL: 'An error of the server; the message contains the id of its log entry.',
  UNAVAILABLE:
    'The server cannot answer now, for example without its database. Retry after Retry-After seconds.',
  STORAGE_FULL:
    'The disk of the server or of its database is full. Nothing was stored; retry once an operator has made room.',
}

/** Refusals that may state the seconds to wait. */
const WITH_RETRY_AFTER: ReadonlySet<ProblemCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'STORAGE_FULL'])

export const PROBLEM_CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[]

/** Headers of every answer under /api. */
const RATE_HEADERS: Record<string, Header> = {
  'RateLimit-Limit': {
    description:
      'Requests of this kind that the credential may make in a minute. Absent if there is no limit.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many of them remain.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until more are allowed.', schema: { type: 'integer' } },
}

const RETRY_AFTER: Header = { description: 'Seconds to wait.', schema: { type: 'integer' } }

export const rateHeaders = (): Record<string, Reference> =>
  Object.fromEntries(
    Object.keys(RATE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

export const headers: Record<string, Header> = { ...RATE_HEADERS, 'Retry-After': RETRY_AFTER }

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      "An API key (svc_…) or the token of a person's session (svs_…), which a browser may have in a cookie instead. " +
      'A person in several organizations names one in the header Svc-Organization. Roles: viewer reads, editor also uploads, admin also ' +
      'manages. Scopes (ingest, read, knowledge, bus, admin) narrow a role, and a key may be restricted to one project.',
  },
}

/** One refusal for each code, by code. */
export const problemResponses = (): Record<ProblemCode, Response> =>
  Object.fromEntries(PROBLEM_CODES.map((code) => [code, problemResponse(code)])) as Record<
    ProblemCode,
    Response
  >

function problemResponse(code: ProblemCode): Response {
  const headersOf = { ...rateHeaders(), ...(WITH_RETRY_AFTER.has(code) && retryAfter) }
  return {
    description: MEANINGS[code],
    headers: headersOf,
    content: { 'application/json': { schema: problemSchema(code) } },
  }
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }

const problemSchema = (code: ProblemCode): JsonSchema => ({
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { const: code },
        message: { type: 'string', description: 'For people; says what to do.' },
      },
    },
  },
})
