import { LIMITS } from '@svc/protocol'
import { normalized } from '../../../ground/kernel/normalized.ts'
import { Problem } from '../../../ground/kernel/problem.ts'

/**
 * The path in the form that documents are stored under: NFC, because macOS decomposes names. Throws INVALID_REQUEST
 * for a path that is not relative, posix and plain.
 */
export function toDocumentPath(given: string): string {
  const path = normalized(given, 'NFC')
  const wrong = reasonAgainst(path)
  if (wrong !== null) throw new Problem('INVALID_REQUEST', `path ${wrong}`)
  return path
}

/** Control characters, halves of surrogate pairs, and characters that reorder text on a screen. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function reasonAgainst(path: string): string | null {
  if (Buffer.byteLength(path) > LIMITS.documentPathBytes)
    return `must have at most ${LIMITS.documentPathBytes} bytes in UTF-8.`
  if (path.trim() === '') return 'must be the path of a file, such as docs/architecture.md.'
  if (UNPRINTABLE.test(path)) return 'must not contain control characters.'
  if (path.includes('\\')) return 'must have / between folders, not a backslash.'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return 'must be relative to the folder of the documents, not absolute.'
  const names = path.split('/')
  if (names.includes('..') || names.includes('.')) return 'must not have "." or ".." between slashes.'
  if (names.includes('')) return 'must have a name between any two slashes, and no slash at the end.'
  if (names.some((name) => name !== name.trim())) return 'must have names without spaces at either end.'
  return null
}
