import { createHash } from 'node:crypto'
import type { ChunkPlace } from './chunk-document.ts'

export const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
export const ID_START = 'c_'
/** Characters after the start: 130 bits. */
export const ID_LENGTH = 26

/** 130 bits in base32: the document, the headings, and the place below them. */
export function chunkId(documentId: string, { headings, occurrence, piece }: ChunkPlace): string {
  const key = JSON.stringify([documentId, headings, occurrence, piece])
  const digest = createHash('sha256').update(key).digest()
  let id = ID_START
  for (let bit = 0; bit < 5 * ID_LENGTH; bit += 5)
    id += BASE32[(digest.readUInt16BE(bit >> 3) >> (11 - (bit & 7))) & 31]
  return id
}
