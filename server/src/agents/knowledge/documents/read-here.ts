import { createHash } from 'node:crypto'
import { LIMITS, toDocumentText } from '@svc/protocol'
import { Problem } from '../../../ground/kernel/problem.ts'
import { chunkDocument } from '../chunks/chunk-document.ts'
import { diffOf } from '../proposals/diff.ts'
import { summaryOf } from '../search/fields.ts'
import { measureIndex, requireIndexable } from '../search/index-size.ts'
import type { DocumentReader, DocumentText } from './document-reader.ts'
import { splitFrontMatter } from './front-matter.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** On the caller's own thread. */
export const readDocumentsHere: DocumentReader = {
  read: async (_, content) => readDocumentText(content),
  compare: async (_, texts) => diffOf(texts),
}

export function readDocumentText(given: string): DocumentText {
  const content = toDocumentText(given)
  const bytes = Buffer.byteLength(content)
  if (bytes > LIMITS.documentBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `A document has at most ${LIMITS.documentBytes} bytes, and this one has ${bytes}. Split it.`,
    )
  if (content.includes('\0') || !content.isWellFormed())
    throw new Problem(
      'INVALID_REQUEST',
      'content must not contain NUL characters or halves of surrogate pairs.',
    )
  const { frontMatter, body } = splitFrontMatter(content)
  const blocks = parseMarkdown(body)
  const headings = blocks.filter(({ kind, title }) => kind === 'heading' && title !== '')
  const heading = (headings.find(({ depth }) => depth === 1) ?? headings[0])?.title ?? null
  const chunks = chunkDocument(body, blocks)
  // The count first: it costs nothing, and the words of too many chunks cost seconds.
  requireIndexable({ chunks: chunks.length, bytes: 0 }, '', '')
  const { size: index, terms } = measureIndex(chunks, summaryOf(frontMatter.json))
  requireIndexable(index, frontMatter.title ?? heading ?? '', '')
  const hash = createHash('sha256').update(content).digest('hex')
  return { content, bytes, hash, frontMatter, heading, chunks, terms, index }
}
