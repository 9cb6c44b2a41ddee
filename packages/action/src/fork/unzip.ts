import { listEntries, readWhole, type ZipEntry } from '@svc/formats/zip'
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

/** Reads the wanted files of a zip archive that anybody may have made; rejects with a `Trouble` for what breaks the bounds. */
export const unzip = async (
  archive: Buffer,
  { mostFiles, mostBytes, isWanted }: Bounds,
): Promise<ZipFile[]> => {
  const entries = await listEntries(archive).catch(unreadable)
  if (entries.length > mostFiles)
    throw new Trouble(`It holds ${entries.length} files, and ${mostFiles} are read at most.`)
  const files: ZipFile[] = []
  let left = mostBytes
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    const bytes = await read(archive, entry, left)
    left -= bytes.length
    files.push({ name: entry.name, bytes })
  }
  return files
}

/** No more comes out than the size it claims. */
const read = async (archive: Buffer, entry: ZipEntry, left: number): Promise<Buffer> => {
  if (entry.sizeBytes > left || entry.packedBytes > left)
    throw new Trouble('It is larger than what is read of an archive.')
  return readWhole(archive, entry).then(Buffer.from, unreadable)
}

/** Names of files are the fork's words, which have no place in the log. */
const unreadable = (): never => {
  throw new Trouble('It is no zip archive that can be read.')
}
