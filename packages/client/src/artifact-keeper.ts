import { Buffer, isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { appendFile, copyFile, link, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArtifactLeftOut, LIMITS } from '@svc/protocol'
import { type KeptArtifact, LIST, lineOf } from './artifact-list.ts'
import { makePlaceFinder, type Place, reasonOf } from './artifact-place.ts'
import { makeRedactor, type Redactor } from './redact.ts'

export interface KeeperSetup {
  /** The folder in which artifacts wait, beside the journal; created with the first one. */
  folder: string
  /** Of the project, absolute. */
  root: string
  /** The folder that relative paths refer to, absolute. */
  base: string
  /** The runner's output folder, absolute. */
  runnerFolders: string[]
  /** Values that must not be sent in text. */
  secrets: string[]
}

/** An attachment and the attempt that it belongs to. */
interface Attached {
  entry: number
  number: number
  contentType: string
  path?: string
  body?: Uint8Array
}

/** The artifacts that a run must send. */
export interface Kept {
  folder: string
  items: KeptArtifact[]
  /** The number of further ones. */
  tooMany: number
}

/** Copies or links attachments, so that they still exist when they can be sent. */
export interface Keeper {
  keep(attached: Attached): Promise<void>
  kept(): Kept
}

/** The artifacts in memory, if they cannot be written to disk. */
const MEMORY_BYTES = 32 * 1024 * 1024
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export const openKeeper = (setup: KeeperSetup): Keeper => {
  const { folder } = setup
  const redactor = makeRedactor(setup.secrets)
  const findPlace = makePlaceFinder(setup.root, setup.base, setup.runnerFolders)
  const items: KeptArtifact[] = []
  let tooMany = 0
  let memory = 0

  const add = async (item: KeptArtifact) => {
    items.push(item)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await appendFile(join(folder, LIST), lineOf(item), { mode: 0o600 })
  }

  /**
   * The file is complete before the list names it: a kill in between leaves a file that nothing
   * refers to.
   */
  const keepBytes = async (name: string, bytes: Uint8Array): Promise<KeptArtifact['content']> => {
    const path = join(folder, name)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(path, bytes, { mode: 0o600 })
      return { file: path }
    } catch {
      await rm(path, { force: true }).catch(() => undefined)
      memory += bytes.byteLength
      return memory <= MEMORY_BYTES ? { bytes } : 'unreadable'
    }
  }

  /** A link costs nothing, and survives the runner's clean-up; other programs may append to their files. */
  const keepFile = async (name: string, place: Place): Promise<KeptArtifact['content']> => {
    const path = join(folder, name)
    const elsewhere = { file: place.path }
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (place.isRunners && (await link(place.path, path).then(isDone, () => false))) return { file: path }
      if (place.sizeBytes > LIMITS.artifactBytes) return elsewhere
      await copyFile(place.path, path, constants.COPYFILE_FICLONE)
      return { file: path }
    } catch {
      await rm(path, { force: true }).catch(() => undefined)
      return elsewhere
    }
  }

  const keepText = async (name: string, bytes: Buffer) => keepBytes(name, await maskText(bytes, redactor))

  const contentOf = async (attached: Attached): Promise<KeptArtifact['content']> => {
    const { entry, number, contentType, body, path = '' } = attached
    const name = `${entry}-${number}`
    if (body) {
      if (!isText(contentType)) return keepBytes(name, body)
      return keepText(name, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    }
    const place = await findPlace(path)
    if (typeof place === 'string') return place
    if (!isText(contentType)) return keepFile(name, place)
    if (place.sizeBytes > LIMITS.artifactBytes) return 'large'
    const bytes = await readUpTo(place).catch(reasonOf)
    return typeof bytes === 'string' ? bytes : keepText(name, bytes)
  }

  return {
    async keep(attached) {
      if (items.length >= LIMITS.artifacts) {
        tooMany += 1
        return
      }
      const content = await contentOf(attached).catch((): ArtifactLeftOut => 'unreadable')
      await add({ entry: attached.entry, number: attached.number, content })
    },
    kept: () => ({ folder, items, tooMany }),
  }
}

const isDone = () => true

/** The size at the time of the check, because a log may grow. */
const readUpTo = async ({ path, sizeBytes }: Place): Promise<Buffer> => {
  const file = await open(path, READ)
  try {
    const bytes = Buffer.alloc(sizeBytes)
    let read = 0
    for (let more = 1; more > 0 && read < sizeBytes; read += more)
      more = (await file.read(bytes, read, sizeBytes - read, read)).bytesRead
    return bytes.subarray(0, read)
  } finally {
    await file.close()
  }
}

const TEXT =
  /^text\/|[/+](?:json|xml|x-ndjson|yaml|x-yaml|javascript|x-javascript|ecmascript|toml|csv|sql|graphql|x-sh|x-www-form-urlencoded|har)$/i

/** True if the content type says that people can read it. */
const isText = (contentType: string): boolean => TEXT.test(contentType.split(';')[0]?.trim() ?? '')

/**
 * The amount of text that is searched without a pause: a search cannot be interrupted, and the
 * run's process has other work.
 */
const WINDOW = 256 * 1024
/** Characters examined on both sides of a cut, so that no secret lies across it. */
const AROUND = 16 * 1024

/** Text with its secrets masked, in the encoding it had. */
const maskText = async (bytes: Buffer, redactor: Redactor): Promise<Buffer> => {
  const encoding = encodingOf(bytes)
  const text = bytes.toString(encoding)
  const masked: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = cutAfter(text, start, redactor)
    masked.push(redactor.text(text.slice(start, end)))
    start = end
    await new Promise((resolve) => setImmediate(resolve))
  }
  return Buffer.from(masked.join(''), encoding)
}

/** Bytes that are not UTF-8 are decoded one by one, which preserves all others. */
const encodingOf = (bytes: Buffer): BufferEncoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) return 'utf16le'
  return isUtf8(bytes) ? 'utf8' : 'latin1'
}

/** The end of a window: a position that splits no secret, else the end of the text. */
const cutAfter = (text: string, start: number, redactor: Redactor): number => {
  for (let end = start + WINDOW; end < text.length; end += AROUND) {
    const [before, after] = [text.slice(Math.max(start, end - AROUND), end), text.slice(end, end + AROUND)]
    if (redactor.text(before) + redactor.text(after) === redactor.text(before + after)) return end
  }
  return text.length
}
