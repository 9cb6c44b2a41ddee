import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Head, Sink, Source } from '../format.ts'
import { ReportProblem } from '../problem.ts'
import { decode } from './decode.ts'

const HEAD_BYTES = 64 * 1024
/** Larger texts would go to a heap space that is collected late. */
const CHUNK_BYTES = 64 * 1024

/** A report as found: by its path, or as a stream that can be read once. */
export interface ReportSource {
  name: string
  path?: string
  stream?: AsyncIterable<Uint8Array>
}

/** A report that can be read from its start as often as needed. */
export interface Opened {
  source: Source
  head: Head
  /** On disk, before inflation. */
  sizeBytes: number
  /** When the file was written, in milliseconds since the epoch. */
  writtenAt: number
  /** Removes temporary files. */
  close(): Promise<void>
}

/** Inspects a report; rejects with a `ReportProblem` if it has no content. */
export const openReport = async (
  reportSource: ReportSource,
  onBytes: (count: number) => void,
): Promise<Opened> => {
  const { name } = reportSource
  const kept = await toFile(reportSource)
  try {
    const { path, sizeBytes, writtenAt } = kept
    if (sizeBytes === 0) throw new ReportProblem('the file is empty')
    const isPacked = await isGzip(path)
    const bytes = (count: (read: number) => void) => readBytes(path, isPacked, count)
    const head = await readHead(name, () => bytes(() => undefined))
    if (
      isBlank(head.text) &&
      (await areBlank(
        decode(
          bytes(() => undefined),
          SILENT,
        ),
      ))
    )
      throw new ReportProblem('the file is empty: it contains only white space')
    const source: Source = {
      name,
      path,
      head,
      bytes: () => bytes(onBytes),
      text: (sink) => decode(bytes(onBytes), sink),
    }
    return { source, head, sizeBytes, writtenAt, close: kept.remove }
  } catch (error) {
    await kept.remove()
    throw error
  }
}

const readHead = async (name: string, bytes: () => AsyncIterable<Uint8Array>): Promise<Head> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes()) {
    pieces.push(piece)
    length += piece.length
    if (length >= HEAD_BYTES) break
  }
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  if (head.length === 0) throw new ReportProblem('the file is empty')
  let text = ''
  for await (const piece of decode(one(head), SILENT)) text += piece
  return { text, bytes: head, fileName: basename(name) }
}

const isBlank = (text: string) => !/\S/.test(text)

const areBlank = async (texts: AsyncIterable<string>): Promise<boolean> => {
  for await (const text of texts) if (!isBlank(text)) return false
  return true
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

const SILENT: Pick<Sink, 'repaired'> = { repaired: () => undefined }

async function* readBytes(
  path: string,
  isPacked: boolean,
  onBytes: (count: number) => void,
): AsyncIterable<Uint8Array> {
  let read = 0
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  file.on('data', (piece) => {
    read += piece.length
    onBytes(piece.length)
  })
  if (!isPacked) return yield* file
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES })
  file.on('error', (error) => unzip.destroy(error))
  try {
    yield* bounded(file.pipe(unzip), () => read)
  } catch (error) {
    if (error instanceof ReportProblem) throw error
    throw new ReportProblem(`its gzip is damaged: ${error instanceof Error ? error.message : error}`)
  } finally {
    file.destroy()
    unzip.destroy()
  }
}

const isGzip = async (path: string): Promise<boolean> => {
  for await (const piece of createReadStream(path, { end: 1 })) return piece[0] === 0x1f && piece[1] === 0x8b
  return false
}

interface Kept {
  path: string
  sizeBytes: number
  writtenAt: number
  remove(): Promise<void>
}

/** Anything but a regular file can be read only once, so it is copied to one. */
const toFile = async ({ name, path, stream }: ReportSource): Promise<Kept> => {
  if (path === undefined) return spool(stream ?? [], name)
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ReportProblem(
      error.code === 'ENOENT' ? 'the file does not exist' : `it cannot be read: ${error.message}`,
    )
  })
  if (facts.isDirectory()) throw new ReportProblem('it is a folder')
  if (facts.isFIFO() && isOpenAlready(path)) return spool(createReadStream(path), name)
  if (!facts.isFile()) throw new ReportProblem('it is not a regular file')
  if (facts.size > MOST_REPORT_BYTES)
    throw new ReportProblem(`it is larger than ${within(MOST_REPORT_BYTES)}`)
  return { path, sizeBytes: facts.size, writtenAt: facts.mtimeMs, remove: async () => undefined }
}

/** Standard input and process substitutions of a shell; a pipe in a folder may have no writer. */
const isOpenAlready = (path: string) => /^\/(?:dev|proc)\//.test(path)

const spool = async (
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
): Promise<Kept> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-report-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'report')
    await pipeline(bounded(stream), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    return { path, sizeBytes: size, writtenAt: Date.now(), remove }
  } catch (error) {
    await remove()
    if (error instanceof ReportProblem) throw error
    throw new ReportProblem(`${name} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

const MIB = 1024 * 1024

/** The largest report, decompressed. */
const MOST_REPORT_BYTES = 4096 * MIB
/** Reports with much output shrink to a fiftieth; a decompression bomb shrinks to a thousandth. */
const MOST_RATIO = 250
/** Below this size, the ratio is not checked. */
const RATIO_FROM_BYTES = 16 * MIB

/** A size for people, in MiB. */
const within = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`

/**
 * Passes bytes through until there are too many, or too many for the compressed bytes that they
 * came from.
 */
async function* bounded(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  packedBytes?: () => number,
): AsyncIterable<Uint8Array> {
  let length = 0
  for await (const piece of stream) {
    length += piece.length
    if (length > MOST_REPORT_BYTES) throw new ReportProblem(`it is larger than ${within(MOST_REPORT_BYTES)}`)
    if (packedBytes && length > RATIO_FROM_BYTES && length > packedBytes() * MOST_RATIO)
      throw new ReportProblem(`it decompresses to more than ${MOST_RATIO} times its size`)
    yield piece
  }
}
