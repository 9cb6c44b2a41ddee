import type { Chunk } from '../chunks/chunk-document.ts'
import type { IndexSize } from '../search/index-size.ts'
import type { FrontMatter } from './front-matter.ts'

/** What the server learns from a document's text. */
export interface DocumentText {
  content: string
  bytes: number
  /** sha256 of `content`, hex. */
  hash: string
  frontMatter: FrontMatter
  /** The first heading of the first level; else the first heading. */
  heading: string | null
  chunks: Chunk[]
  /** Of each chunk's content, as `KnownTerms` has them. */
  terms: string[]
  index: IndexSize
}

/** Two texts of one path. */
export interface TextsToCompare {
  path: string
  before: string
  after: string
}

/** `diffIsCut` if it is longer than what is stored and shown. */
export interface ProposalDiff {
  diff: string
  diffIsCut: boolean
}

/** Reads texts of one organization; a hostile text must delay nobody else. */
export interface DocumentReader {
  /** Throws PAYLOAD_TOO_LARGE or INVALID_REQUEST. */
  read(organizationId: number, content: string): Promise<DocumentText>
  compare(organizationId: number, texts: TextsToCompare): Promise<ProposalDiff>
}
