import { inflateRawSync } from 'node:zlib'
import { Trouble } from '../trouble.ts'

/** A file of an archive: its name is only ever compared, never made a path. */
export interface ZipFile {
  name: string
  bytes: Buffer
}

interface Bounds {
  mostFiles: number
  /** Of all files together, inflated. */
  mostBytes: number
  /** Files that are read; others are passed over unread. */
  isWanted(name: string): boolean
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const COMMENT_BYTES = 0xffff
const IS_ENCRYPTED = 1

/** Reads the wanted files of a zip archive that anybody may have made; throws a `Trouble` for what breaks the bounds. */
export const unzip = (archive: Buffer, { mostFiles, mostBytes, isWanted }: Bounds): ZipFile[] => {
  const files: ZipFile[] = []
  let left = mostBytes
  try {
    const end = findEnd(archive)
    const count = archive.readUInt16LE(end + 10)
    let at = archive.readUInt32LE(end + 16)
    if (count > mostFiles) throw new Trouble(`It holds ${count} files, and ${mostFiles} are read at most.`)
    for (let i = 0; i < count; i += 1) {
      if (archive.readUInt32LE(at) !== ENTRY) throw new RangeError()
      const nameBytes = archive.readUInt16LE(at + 28)
      const name = archive.toString('utf8', at + 46, at + 46 + nameBytes)
      if (isWanted(name)) {
        const bytes = read(archive, at, left)
        left -= bytes.length
        files.push({ name, bytes })
      }
      at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    }
  } catch (error) {
    if (error instanceof Trouble) throw error
    // Node says the same of a number outside of the archive and of data that cannot be inflated.
    throw new Trouble('It is no zip archive that can be read.')
  }
  return files
}

const read = (archive: Buffer, at: number, left: number): Buffer => {
  const flags = archive.readUInt16LE(at + 8)
  const method = archive.readUInt16LE(at + 10)
  const packed = archive.readUInt32LE(at + 20)
  const size = archive.readUInt32LE(at + 24)
  const local = archive.readUInt32LE(at + 42)
  if (size > left || packed > left) throw new Trouble('It is larger than what is read of an archive.')
  if (flags & IS_ENCRYPTED || archive.readUInt32LE(local) !== LOCAL) throw new RangeError()
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (start + packed > archive.length) throw new RangeError()
  const data = archive.subarray(start, start + packed)
  if (method === 0) return Buffer.from(data)
  if (method !== 8) throw new RangeError()
  // The size it claims is not believed: no more than that comes out.
  const bytes = inflateRawSync(data, { maxOutputLength: Math.max(1, size) })
  if (bytes.length !== size) throw new RangeError()
  return bytes
}

/** The last record, before a comment of any length. */
const findEnd = (archive: Buffer): number => {
  const first = Math.max(0, archive.length - END_BYTES - COMMENT_BYTES)
  for (let at = archive.length - END_BYTES; at >= first; at -= 1)
    if (archive.readUInt32LE(at) === END) return at
  throw new RangeError()
}
