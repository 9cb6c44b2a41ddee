import type { z } from 'zod'

/** Objects whose UUID determines their organization. */
export type ObjectKind = 'execution' | 'artifact' | 'document' | 'proposal' | 'webhook'

/** The access that a request requires. */
export interface Access {
  role: 'viewer' | 'editor' | 'admin'
  /** `any`: a key needs no particular scope. */
  scope: 'ingest' | 'read' | 'knowledge' | 'bus' | 'admin' | 'any'
  /** Set if only a person's session may do it: the transport refuses API keys before it reads the input. */
  person?: true
}

/** One JSON request and answer, declared once; transports, documents and clients are generated from it. */
export interface Operation extends Access {
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /**
   * The object that a read concerns, and the parameter with its id. If a person names no
   * organization, the organization of the object applies.
   */
  object?: { kind: ObjectKind; parameter: string }
  /**
   * Set if the answer contains a secret. The server never compresses such an answer, because its
   * length would reveal parts of it.
   */
  hasSecret?: true
  /** Set if clients may cache the answer and revalidate it with its ETag. */
  revalidates?: true
  /** The largest body, bytes; `LIMITS.requestBytes` if absent. */
  bodyBytes?: number
  /** With `:name` for path parameters, which are part of `input`. */
  path: `/api/${string}`
  /**
   * Path, query (GET, DELETE) and body (POST, PUT) parameters together, as a `strictObject`. A
   * custom message continues the field's name: `must be a project's slug`.
   */
  input: z.ZodType
  /** The value of `data` in an answer; a list is `pageOf(Item)`, and `data` holds its items. */
  output: z.ZodType
}

/** An operation without a credential, because people get one through it. */
export interface PublicOperation extends Omit<Operation, 'path' | keyof Access> {
  path: `/auth/${string}`
}

/** True for a method whose parameters are in the body. */
export const takesBody = (method: Operation['method']): boolean => method === 'POST' || method === 'PUT'

/** Keeps the literal types of a table of operations. */
export const operations = <const T extends Record<string, Operation>>(table: T): T => table

export const publicOperations = <const T extends Record<string, PublicOperation>>(table: T): T => table

/** The usual kinds of access. */
export const readsResults = { role: 'viewer', scope: 'read' } as const
export const uploads = { role: 'editor', scope: 'ingest' } as const
export const readsKnowledge = { role: 'viewer', scope: 'knowledge' } as const
export const writesKnowledge = { role: 'editor', scope: 'knowledge' } as const
export const readsBus = { role: 'viewer', scope: 'bus' } as const
/** An agent acts for its credential alone, whatever its role; verbs check whose agent it is. */
export const writesBus = { role: 'viewer', scope: 'bus' } as const
export const administers = { role: 'admin', scope: 'admin' } as const
export const anyCredential = { role: 'viewer', scope: 'any' } as const
/** What a person does with the own account. */
export const ownPerson = { ...anyCredential, person: true } as const
