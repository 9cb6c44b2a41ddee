import { createHash } from 'node:crypto'
import type { ChunkPlace } from './chunk-document.ts'

export const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
export const ID_START = 'c_'
/** Characters after the start: 130 bits. */
export const ID_LENGTH = 26

/** The id of a chunk by the document, the headings, and the place below them. */
export const chunkId = (documentId: string, { headings, occurrence, piece }: ChunkPlace): string =>
  idOf([documentId, headings, occurrence, piece])

/** The id of a section's further chunk, by the first one's. */
export const laterId = (first: string, piece: number): string => idOf([first, piece])

/** Makes ids for the first chunks of sections that were added beside others of their headings; none that is taken. */
export function newIds(documentId: string, taken: ReadonlySet<string>) {
  const times = new Map<string, number>()
  return ({ headings, content }: { headings: string[]; content: string }): string => {
    for (let time = times.get(content) ?? 0; ; time++) {
      const id = idOf([documentId, headings, content, time])
      times.set(content, time + 1)
      if (!taken.has(id)) return id
    }
  }
}

/** 130 bits of a hash, in base32. */
function idOf(key: unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(key)).digest()
  let id = ID_START
  for (let bit = 0; bit < 5 * ID_LENGTH; bit += 5)
    id += BASE32[(digest.readUInt16BE(bit >> 3) >> (11 - (bit & 7))) & 31]
  return id
}
