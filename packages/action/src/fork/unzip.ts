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
  /** True for files to read; others are skipped. */
  isWanted(name: string): boolean
}

/** Returns the wanted files of an untrusted zip archive; rejects with a `Trouble` if it exceeds the bounds. */
export const unzip = async (
  archive: Buffer,
  { mostFiles, mostBytes, isWanted }: Bounds,
): Promise<ZipFile[]> => {
  const entries = await listEntries(archive).catch(unreadable)
  if (entries.length > mostFiles)
    throw new Trouble(`The archive contains ${entries.length} files; at most ${mostFiles} are allowed.`)
  const files: ZipFile[] = []
  let left = mostBytes
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    const bytes = await read(archive, entry, left)
    left -= bytes.length
    files.push({ name: entry.name, bytes })
  }
  return files
}

/** Inflates at most the declared size of the entry. */
const read = async (archive: Buffer, entry: ZipEntry, left: number): Promise<Buffer> => {
  if (entry.sizeBytes > left || entry.packedBytes > left)
    throw new Trouble('The archive exceeds the size limit.')
  return readWhole(archive, entry).then(Buffer.from, unreadable)
}

/** Omits file names, because the fork chooses them and they would appear in the log. */
const unreadable = (): never => {
  throw new Trouble('It is not a readable zip archive.')
}
