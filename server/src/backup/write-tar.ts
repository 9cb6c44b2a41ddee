import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker } from 'modern-tar'
import type { FileSum } from './contents.ts'

/** Adds a file and returns its size and checksum as written; null if the file does not exist. */
export type Add = (name: string, from: { path: string } | { text: string }) => Promise<FileSum | null>

/**
 * Writes a new tar, with the files that `fill` adds in sequence; when it resolves, all of it is on the disk.
 */
export async function writeTar(path: string, now: number, fill: (add: Add) => Promise<void>): Promise<void> {
  const { readable, controller } = createTarPacker()
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const writing = pipeline(Readable.fromWeb(readable), target)
  // Awaited below; until then, an unhandled rejection would end the process.
  writing.catch(() => undefined)
  const add: Add = async (name, from) => {
    const text = 'text' in from ? Buffer.from(from.text) : null
    const size = 'path' in from ? await sizeOf(from.path) : (text?.length ?? 0)
    if (size === null) return null
    const header = { name, size, type: 'file' as const, mode: 0o600, mtime: new Date(now) }
    const entry = controller.add(header).getWriter()
    const sum = createHash('sha256')
    if (size > 0)
      for await (const piece of 'path' in from ? readStart(from.path, size) : [text as Buffer]) {
        sum.update(piece)
        await entry.write(piece)
      }
    await entry.close()
    return { name, sizeBytes: size, sha256: sum.digest('hex') }
  }
  try {
    await fill(add)
    controller.finalize()
  } catch (error) {
    controller.error(error)
    // A full disk ends the pipeline first, and its error is more specific.
    await writing
    throw error
  }
  await writing
}

const readStart = (path: string, size: number): AsyncIterable<Buffer> =>
  createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 })

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
