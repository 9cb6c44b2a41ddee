import { LIMITS } from '@svc/protocol'
import { Problem } from '../../../ground/kernel/problem.ts'
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

/**
 * The index size of chunks, and the terms of each one's content as `KnownTerms` has them; `summary` belongs to the first
 * chunk, see `summaryOf`.
 */
export function measureIndex(
  chunks: readonly { headings: string[]; content: string }[],
  summary: string,
): { size: IndexSize; terms: string[] } {
  const vocabulary = new Set<string>()
  const contents: string[] = []
  let bytes = 0
  for (const [at, { headings, content }] of chunks.entries()) {
    const terms = fieldTerms({ title: '', path: '', headings, content, summary: at === 0 ? summary : '' })
    for (const field of FIELDS)
      for (const term of terms[field]) {
        bytes += Buffer.byteLength(term) + 1
        vocabulary.add(term)
      }
    bytes += marksBytes([...terms.heading, ...terms.ancestors])
    contents.push(`${terms.body.join(' ')}\n${terms.markup.join(' ')}`)
  }
  for (const term of vocabulary) if (isWordLike(term)) bytes += GRAM_BYTES * gramsOf(term).length
  return { size: { chunks: chunks.length, bytes }, terms: contents }
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
