import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from './problem.ts'

type PartsOf<Kinds extends readonly ('string' | 'number')[]> = {
  -readonly [I in keyof Kinds]: Kinds[I] extends 'number' ? number : string
}

/** The positions of pages, as opaque text for clients; signed, so that clients cannot forge one. */
export interface Cursors {
  /** The position after the last row of a page. */
  encode(parts: readonly (string | number)[]): string
  /**
   * Reads a cursor whose parts have these kinds. Throws INVALID_REQUEST for a cursor that the server did not
   * issue.
   */
  decode<const Kinds extends readonly ('string' | 'number')[]>(cursor: string, kinds: Kinds): PartsOf<Kinds>
}

/** Identifies a list: its path and its parameters, except the parameters of paging. */
export const listOf = (path: string, input: object): string => {
  const { cursor: _c, limit: _l, group: _g, maxTokens: _m, ...filters } = input as Record<string, unknown>
  return JSON.stringify([path, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** 12 bytes in base64url; guessing them takes more requests than any client has. */
const SEAL_LENGTH = 16

/**
 * Cursors of one list of one organization; rejects all others. The key belongs to the database, and `list`
 * may be computed when it is needed.
 */
export const makeCursors = (key: string, organizationId: number, list: string | (() => string)): Cursors => {
  const sealed = (body: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([organizationId, typeof list === 'string' ? list : list()]) + body)
      .digest('base64url')
      .slice(0, SEAL_LENGTH) + Buffer.from(body).toString('base64url')
  return {
    encode: (parts) => sealed(JSON.stringify(parts)),
    decode<const Kinds extends readonly ('string' | 'number')[]>(cursor: string, kinds: Kinds) {
      const body = Buffer.from(cursor.slice(SEAL_LENGTH), 'base64url').toString()
      const parts: unknown = body !== '' && isSame(cursor, sealed(body)) ? JSON.parse(body) : null
      const fits =
        Array.isArray(parts) && parts.length === kinds.length && parts.every((part, i) => isA(part, kinds[i]))
      if (!fits)
        throw new Problem(
          'INVALID_REQUEST',
          'cursor must be the nextCursor of an earlier page with the same parameters, unchanged.',
        )
      return parts as PartsOf<Kinds>
    },
  }
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A cursor of another list consists of other parts. */
const isA = (part: unknown, kind: 'string' | 'number' | undefined) =>
  kind === 'number' ? Number.isSafeInteger(part) : typeof part === 'string'
