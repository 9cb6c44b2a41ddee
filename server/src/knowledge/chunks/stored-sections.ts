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
  const numbers = new Map<string, Map<string, number>>()
  return (headings: string, first: string, piece: number): string => {
    let ofHeadings = numbers.get(headings)
    if (!ofHeadings) {
      const most = stored.filter((chunk) => chunk.headings === headings).length + MOST_WITHOUT_TEXT
      ofHeadings = new Map(
        Array.from({ length: most }, (_, occurrence) => [
          chunkId(documentId, { headings: JSON.parse(headings), occurrence, piece: 0 }),
          occurrence,
        ]),
      )
      numbers.set(headings, ofHeadings)
    }
    const occurrence = ofHeadings.get(first)
    return occurrence === undefined
      ? laterId(first, piece)
      : chunkId(documentId, { headings: JSON.parse(headings), occurrence, piece })
  }
}
