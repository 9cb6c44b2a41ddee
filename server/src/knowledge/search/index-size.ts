import { LIMITS } from '@svc/protocol'
import { Problem } from '../../kernel/problem.ts'
import { FIELDS, fieldTerms } from './fields.ts'
import { gramsOf, isWordLike } from './index-terms.ts'
import { headingMark } from './marks.ts'
import { termsOf } from './terms.ts'

/** What the index needs for a document's chunks, without the words that its title and path add to each of them. */
export interface IndexSize {
  chunks: number
  bytes: number
}

/** A row of `search_gram` with its entry in the index by term. */
const GRAM_BYTES = 24

/** The index size of chunks; `summary` belongs to the first one, see `summaryOf`. */
export function indexSizeOf(
  chunks: readonly { headings: string[]; content: string }[],
  summary: string,
): IndexSize {
  const vocabulary = new Set<string>()
  let bytes = 0
  for (const [at, { headings, content }] of chunks.entries()) {
    const terms = fieldTerms({ title: '', path: '', headings, content, summary: at === 0 ? summary : '' })
    for (const field of FIELDS)
      for (const term of terms[field]) {
        bytes += Buffer.byteLength(term) + 1
        vocabulary.add(term)
      }
    bytes += marksBytes([...terms.heading, ...terms.ancestors])
  }
  for (const term of vocabulary) if (isWordLike(term)) bytes += GRAM_BYTES * gramsOf(term).length
  return { chunks: chunks.length, bytes }
}

/**
 * Throws PAYLOAD_TOO_LARGE for a document that the index has no room for. Its cost is that of its chunks and not of its
 * bytes: each chunk repeats the words of the title, the path and the headings above it.
 */
export function requireIndexable({ chunks, bytes }: IndexSize, title: string, path: string): void {
  if (chunks > LIMITS.documentChunks)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `A document has at most ${LIMITS.documentChunks} sections of text for search, and this one has ${chunks}. Split it, or use fewer headings.`,
    )
  const words = [...termsOf(title), ...termsOf(path)]
  const repeated = words.reduce((sum, term) => sum + Buffer.byteLength(term) + 1, marksBytes(termsOf(title)))
  const all = bytes + chunks * repeated
  if (all > LIMITS.documentIndexBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `The search index needs ${all} bytes for this document, and has ${LIMITS.documentIndexBytes} for one. Each section repeats the words of the title, the path and the headings above it: split the document, or shorten them.`,
    )
}

const marksBytes = (inHeadings: string[]): number =>
  [...new Set(inHeadings)].reduce((sum, term) => sum + Buffer.byteLength(headingMark(term)) + 1, 0)
