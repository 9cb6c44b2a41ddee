import { Problem } from './problem.ts'

type Part = string | number
type PartsOf<Kinds extends readonly ('string' | 'number')[]> = {
  -readonly [I in keyof Kinds]: Kinds[I] extends 'number' ? number : string
}

/** The place after the last row of a page, as text a client hands back unread. */
export const encodeCursor = (parts: readonly Part[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Reads a cursor whose parts have these kinds; INVALID_REQUEST where it is not one of ours. */
export function decodeCursor<const Kinds extends readonly ('string' | 'number')[]>(
  cursor: string,
  kinds: Kinds,
): PartsOf<Kinds> {
  const parts = parse(cursor)
  const fits =
    Array.isArray(parts) && parts.length === kinds.length && parts.every((part, i) => isA(part, kinds[i]))
  if (!fits)
    throw new Problem('INVALID_REQUEST', 'cursor takes the nextCursor of an earlier page, unchanged.')
  return parts as PartsOf<Kinds>
}

const isA = (part: unknown, kind: 'string' | 'number' | undefined) =>
  kind === 'number' ? Number.isSafeInteger(part) : typeof part === 'string'

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}
