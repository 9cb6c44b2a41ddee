import type { z } from 'zod'

/** Objects whose UUID says which organization they belong to. */
export type ObjectKind = 'execution' | 'artifact' | 'document' | 'proposal' | 'webhook'

/** What a request needs to be allowed. */
export interface Access {
  role: 'viewer' | 'editor' | 'admin'
  /** `any`: a key needs none in particular. */
  scope: 'ingest' | 'read' | 'knowledge' | 'bus' | 'admin' | 'any'
  /** Set if only a person's session may do it: the door refuses API keys before it reads the input. */
  person?: true
}

/** One JSON request and answer, declared once; doors, documents and clients are made from it. */
export interface Operation extends Access {
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /**
   * The object that a read is about, and the parameter with its id. Its organization is the request's, if a
   * person names none.
   */
  object?: { kind: ObjectKind; parameter: string }
  /** Set if the answer contains a secret. The server never compresses such an answer: its length would tell. */
  hasSecret?: true
  /** Set if clients may keep the answer and ask with its ETag whether it is still valid. */
  revalidates?: true
  /** The largest body, bytes; `LIMITS.requestBytes` if absent. */
  bodyBytes?: number
  /** With `:name` for path parameters, which are part of `input`. */
  path: `/api/${string}`
  /**
   * Path, query (GET, DELETE) and body (POST, PUT) parameters together, as a `strictObject`. A message of one's
   * own reads on from the field's name: `must be a project's slug`.
   */
  input: z.ZodType
  /** The value of `data` in an answer; a list is `pageOf(Item)`, and `data` holds its items. */
  output: z.ZodType
}

/** One that asks for no credential, since it is how a person comes by one. */
export interface PublicOperation extends Omit<Operation, 'path' | keyof Access> {
  path: `/auth/${string}`
}

/** True for a method whose parameters are in the body. */
export const takesBody = (method: Operation['method']): boolean => method === 'POST' || method === 'PUT'

/** Keeps the literal types of a table of operations. */
export const operations = <const T extends Record<string, Operation>>(table: T): T => table

export const publicOperations = <const T extends Record<string, PublicOperation>>(table: T): T => table
