import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ArtifactLeftOut } from '@svc/protocol'
import type { KeptArtifact } from './artifact-list.ts'
import { reasonOf } from './artifact-place.ts'

/** The bytes of an artifact, read piece by piece. */
export interface Content {
  sizeBytes: number
  read(from: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const CHUNK = 1024 * 1024

/** Opens the stored content; returns the reason if it cannot be sent. */
export const openContent = async ({ content }: KeptArtifact): Promise<Content | ArtifactLeftOut> => {
  if (typeof content === 'string') return content
  if ('bytes' in content) {
    const bytes = Buffer.from(content.bytes)
    return {
      sizeBytes: bytes.length,
      read: async (from, length) => bytes.subarray(from, from + length),
      close: async () => undefined,
    }
  }
  let file: FileHandle | undefined
  try {
    file = await open(content.file, READ)
    const opened = file
    const { size } = await opened.stat().then((stats) => (stats.isFile() ? stats : { size: -1 }))
    if (size >= 0)
      return {
        sizeBytes: size,
        read: (from, length) => readFrom(opened, from, length),
        close: () => opened.close(),
      }
    await opened.close()
    return 'special'
  } catch (error) {
    await file?.close().catch(() => undefined)
    return reasonOf(error)
  }
}

const readFrom = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  let read = 0
  for (let more = 1; more > 0 && read < length; read += more)
    more = (await file.read(buffer, read, length - read, from + read)).bytesRead
  return buffer.subarray(0, read)
}

/** In hexadecimal; undefined if the file has become shorter. */
export const sha256Of = async ({ sizeBytes, read }: Content): Promise<string | undefined> => {
  const hash = createHash('sha256')
  for (let index = 0; index < sizeBytes; ) {
    const piece = await read(index, Math.min(CHUNK, sizeBytes - index))
    if (piece.length === 0) return undefined
    hash.update(piece)
    index += piece.length
  }
  return hash.digest('hex')
}
