import { chunkId, laterId } from './chunk-id.ts'

/** A chunk as it is stored. */
export interface StoredChunk {
  public_id: string
  /** As JSON. */
  headings: string
}

/** The chunks of one section, in order. */
export interface StoredSection<T> {
  headings: string
  chunks: [T, ...T[]]
}

/** Sections of the same headings that had no text, and so no chunk, when ids were given. */
const MOST_WITHOUT_TEXT = 20

/** The sections of a document whose chunks are these, in order. Ids tell sections of the same headings apart. */
export function storedSections<T extends StoredChunk>(documentId: string, chunks: T[]): StoredSection<T>[] {
  const later = laterIds(documentId, chunks)
  const sections: StoredSection<T>[] = []
  for (const chunk of chunks) {
    const last = sections.at(-1)
    const isLater =
      last !== undefined &&
      last.headings === chunk.headings &&
      later(last.headings, last.chunks[0].public_id, last.chunks.length) === chunk.public_id
    if (isLater) last.chunks.push(chunk)
    else sections.push({ headings: chunk.headings, chunks: [chunk] })
  }
  return sections
}

/**
 * The ids of a section's further chunks, by its headings, its first id and their place. They derive from the number of
 * the section if its first id does, else from that id.
 */
export function laterIds(documentId: string, stored: StoredChunk[]) {
  const times = new Map<string, number>()
  for (const { headings } of stored) times.set(headings, (times.get(headings) ?? 0) + 1)
  const found = new Map<string, { numbers: Map<string, number>; next: number }>()
  return (headings: string, first: string, piece: number): string => {
    const known = found.get(headings) ?? { numbers: new Map<string, number>(), next: 0 }
    found.set(headings, known)
    const path = JSON.parse(headings) as string[]
    const most = (times.get(headings) ?? 0) + MOST_WITHOUT_TEXT
    // Only as far as needed: a hash for each number of each section would cost seconds.
    while (!known.numbers.has(first) && known.next < most) {
      const occurrence = known.next++
      known.numbers.set(chunkId(documentId, { headings: path, occurrence, piece: 0 }), occurrence)
    }
    const occurrence = known.numbers.get(first)
    return occurrence === undefined
      ? laterId(first, piece)
      : chunkId(documentId, { headings: path, occurrence, piece })
  }
}
