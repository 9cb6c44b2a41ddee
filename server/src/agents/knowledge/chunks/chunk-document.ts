import { createHash } from 'node:crypto'
import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import type { Block } from '../documents/parse-markdown.ts'
import { cutBlock } from './cut-block.ts'

/** The place of a chunk in its document. */
export interface ChunkPlace {
  /** The headings above it, outermost first. */
  headings: string[]
  /** How many earlier sections of the document have the same headings. */
  occurrence: number
  /** Its place in its section, from 0. */
  piece: number
}

/** A piece of a document under one heading. */
export interface Chunk extends ChunkPlace {
  content: string
  /** Of headings and content, hex. */
  hash: string
  tokens: number
}

/** A chunk that has this many takes no further block. */
const ENOUGH_TOKENS = 400
const MOST_TOKENS = 500

/**
 * Cuts a document into chunks of at most about 500 tokens, each under one heading. What a section becomes depends on
 * that section alone, so an edit elsewhere changes neither its ids nor its contents.
 */
export function chunkDocument(text: string, blocks: Block[]): Chunk[] {
  const seen = new Map<string, number>()
  return sectionsOf(blocks).flatMap(({ headings, blocks, isLeaf }) => {
    const path = JSON.stringify(headings)
    const occurrence = seen.get(path) ?? 0
    seen.set(path, occurrence + 1)
    const contents = packed(blocks, text)
    if (contents.length === 0 && isLeaf) contents.push('')
    return contents.map((content, piece) => ({
      headings,
      occurrence,
      piece,
      content,
      hash: createHash('sha256').update(path).update('\n').update(content).digest('hex'),
      tokens: estimateTokens(content),
    }))
  })
}

interface Section {
  headings: string[]
  blocks: Block[]
  /** A heading without text is a chunk only if no deeper heading follows. */
  isLeaf: boolean
}

function sectionsOf(blocks: Block[]): Section[] {
  const sections: Section[] = [{ headings: [], blocks: [], isLeaf: false }]
  let open: { depth: number; title: string }[] = []
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      sections.at(-1)?.blocks.push(block)
      continue
    }
    const outer = open.filter(({ depth }) => depth < block.depth)
    // A deeper heading than the last one is inside it.
    const before = sections.at(-1)
    if (before && outer.length === open.length) before.isLeaf = false
    open = [...outer, block]
    sections.push({ headings: open.map(({ title }) => title), blocks: [], isLeaf: true })
  }
  return sections
}

/** The blocks of one section joined to chunks. */
function packed(blocks: Block[], text: string): string[] {
  const chunks: string[] = []
  let parts: string[] = []
  let tokens = 0
  const flush = () => {
    if (parts.length > 0) chunks.push(parts.join('\n\n'))
    parts = []
    tokens = 0
  }
  for (const block of blocks) {
    // What readers do not see is not knowledge, and would hide instructions to agents.
    if (block.kind === 'comment') continue
    const source = text.slice(block.start, block.end)
    const more = estimateTokens(source)
    if (tokens + more > MOST_TOKENS) flush()
    if (more > MOST_TOKENS) chunks.push(...cutBlock(block, text, ENOUGH_TOKENS))
    else {
      parts.push(source)
      tokens += more
      if (tokens >= ENOUGH_TOKENS) flush()
    }
  }
  flush()
  return chunks
}
