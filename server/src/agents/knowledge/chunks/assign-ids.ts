import { setImmediate } from 'node:timers/promises'
import { countLines, sharedPart } from '../shared-part.ts'
import type { Chunk } from './chunk-document.ts'
import { chunkId, newIds } from './chunk-id.ts'
import { laterIds, type StoredChunk, storedSections } from './stored-sections.ts'

/** A stored chunk with the hash of its headings and content. */
interface Stored extends StoredChunk {
  hash: string
}

interface Section<T> {
  headings: string
  chunks: [T, ...T[]]
}

/** A section with less of the same text is another one. */
const ALIKE = 0.5
/** Pairs of sections whose texts are compared: a document may have 100,000 headings. */
const MOST_COMPARED = 2_500
/** Lines of all these pairs: sections of 10,000 short lines would take seconds. */
const MOST_LINES = 1_000_000
/** Sections between two pauses, in which others' requests are answered. */
const AT_ONCE = 200

/**
 * The ids of a document's new chunks, in order. A section keeps the ids of the stored section that it was: of several
 * with the same headings, the one with the same text, else the most similar one, else, if none was added or removed, the
 * one in the same place. `contentsOf` reads the texts of stored chunks; it is called only if some have changed.
 */
export async function assignIds(
  documentId: string,
  stored: Stored[],
  chunks: Chunk[],
  contentsOf: (ids: string[]) => Promise<Map<string, string>>,
): Promise<string[]> {
  const later = laterIds(documentId, stored)
  const before = Map.groupBy(storedSections(documentId, stored), ({ headings }) => headings)
  const ids = new Map<Chunk, string>()
  let assigned = 0
  for (const [headings, sections] of Map.groupBy(newSections(chunks), (section) => section.headings)) {
    const old = before.get(headings) ?? []
    const matches = old.length === 0 ? [] : await match(old, sections, contentsOf)
    const makeId = newIds(documentId, new Set(old.map(({ chunks: [first] }) => first.public_id)))
    for (const [at, section] of sections.entries()) {
      if (++assigned % AT_ONCE === 0) await setImmediate()
      const [{ headings: path, occurrence, content }] = section.chunks
      const kept = matches[at]?.chunks[0].public_id
      const first =
        kept ??
        (old.length === 0
          ? chunkId(documentId, { headings: path, occurrence, piece: 0 })
          : makeId({ headings: path, content }))
      for (const [piece, chunk] of section.chunks.entries())
        ids.set(chunk, piece === 0 ? first : later(headings, first, piece))
    }
  }
  return chunks.map((chunk) => ids.get(chunk) as string)
}

function newSections(chunks: Chunk[]): Section<Chunk>[] {
  const sections: Section<Chunk>[] = []
  for (const chunk of chunks)
    if (chunk.piece === 0) sections.push({ headings: JSON.stringify(chunk.headings), chunks: [chunk] })
    else sections.at(-1)?.chunks.push(chunk)
  return sections
}

/** For each new section the stored one that it was; both have the same headings. */
async function match(
  old: Section<Stored>[],
  sections: Section<Chunk>[],
  contentsOf: (ids: string[]) => Promise<Map<string, string>>,
): Promise<(Section<Stored> | undefined)[]> {
  if (old.length === 1 && sections.length === 1) return old
  const matches: (Section<Stored> | undefined)[] = sections.map(() => undefined)
  const left = new Set(old)
  const take = (at: number, found: Section<Stored> | undefined) => {
    if (!found || matches[at] || !left.delete(found)) return
    matches[at] = found
  }
  const byHash = Map.groupBy(old.toReversed(), hashOf)
  for (const [at, section] of sections.entries()) take(at, byHash.get(hashOf(section))?.pop())
  const changed = matches.filter((one) => one === undefined).length
  if (left.size > 0 && changed > 0 && left.size * changed <= MOST_COMPARED) await takeAlike()
  if (old.length === sections.length) for (const at of sections.keys()) take(at, old[at])
  return matches

  async function takeAlike(): Promise<void> {
    const ids = [...left].flatMap(({ chunks }) => chunks.map((chunk) => chunk.public_id))
    const contents = await contentsOf(ids)
    const texts = [...left].map((one) => ({
      one,
      lines: countLines(one.chunks.map(({ public_id }) => contents.get(public_id) ?? '').join('\n')),
    }))
    const unmatched = [...sections.entries()].flatMap(([at, { chunks }]) =>
      matches[at] ? [] : [{ at, lines: countLines(chunks.map(({ content }) => content).join('\n')) }],
    )
    const lineCount = unmatched.reduce((sum, { lines }) => sum + lines.times.size, 0)
    if (lineCount * texts.length > MOST_LINES) return
    const pairs: { at: number; one: Section<Stored>; share: number }[] = []
    for (const { at, lines } of unmatched) {
      for (const { one, lines: others } of texts) pairs.push({ at, one, share: sharedPart(lines, others) })
      await setImmediate()
    }
    for (const { at, one, share } of pairs.sort((a, b) => b.share - a.share))
      if (share >= ALIKE) take(at, one)
  }
}

const hashOf = ({ chunks }: Section<{ hash: string }>): string => chunks.map(({ hash }) => hash).join()
