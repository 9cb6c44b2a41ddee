import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'
import { CommandError } from '../../ground/kernel/command-error.ts'
import type { FileSum } from './contents.ts'

/**
 * More than any of our files that is read into memory. The checksums of a million artifacts take
 * half of it.
 */
const MOST_TEXT_BYTES = 512 * 1024 * 1024

/** One file of a tar, to read or write before the next one arrives. */
export interface TarFile {
  name: string
  text(): Promise<string>
  /** Writes it to a new file and onto the disk; returns its size and checksum. */
  writeTo(path: string): Promise<FileSum>
}

/**
 * The files of a tar in their order. Throws if it is not a tar, is cut off, or contains anything but files.
 */
export async function* readTar(path: string): AsyncGenerator<TarFile> {
  const entries = Readable.toWeb(createReadStream(path)).pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const { header, body } of entries) {
      if (header.type !== undefined && header.type !== 'file')
        throw new CommandError(`${path} is not a backup: ${header.name} in it is a ${header.type}.`)
      yield fileOf(header.name, piecesOf(path, body))
    }
  } catch (error) {
    throw explain(path, error)
  }
}

/** The file may be cut off in any of its pieces. */
async function* piecesOf(path: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw explain(path, error)
  }
}

/** Errors of the disk name the problem; decoder errors only give the position in the bytes. */
function explain(path: string, error: unknown): unknown {
  if (error instanceof CommandError || (error as NodeJS.ErrnoException).code !== undefined) return error
  const message = `${path} cannot be read: it is not a backup, or it is truncated or changed. Nothing was restored.`
  return new CommandError(message, { cause: error })
}

const fileOf = (name: string, body: AsyncIterable<Uint8Array>): TarFile => ({
  name,
  async text() {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of body) {
      size += piece.length
      if (size > MOST_TEXT_BYTES) throw new CommandError(`${name} in the backup is too large.`)
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString()
  },
  async writeTo(path) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    try {
      const sum = createHash('sha256')
      let sizeBytes = 0
      for await (const piece of body) {
        sum.update(piece)
        sizeBytes += piece.length
        await file.writeFile(piece)
      }
      await file.sync()
      return { name, sizeBytes, sha256: sum.digest('hex') }
    } finally {
      await file.close()
    }
  },
})
