import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker } from 'modern-tar'
import type { z } from 'zod'
import { CommandError } from '../../ground/kernel/command-error.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import { copySqlite } from '../../ground/store/copy-sqlite.ts'
import { readSteps } from '../../ground/store/migrate.ts'
import { connect, type StoreAddress, sqliteFile } from '../../ground/store/open.ts'
import { takeProcessLock } from '../../ground/store/process-lock.ts'
import { BACKUP_FORMAT, type Checksums, type FileSum, type Head, NAMES } from './contents.ts'
import { syncFolder } from './sync.ts'

/** How long the backup waits for files that are being removed. */
const WAIT_MS = 60_000
const TAR = 'backup.tar'

export interface BackupPlan {
  address: StoreAddress
  artifactsFolder: string
  /** False if the artifacts are elsewhere, and the backup has only the database. */
  hasArtifacts: boolean
  /** The file of the new backup; it must not exist. */
  file: string
  now: number
}

export interface BackedUp {
  sizeBytes: number
  artifacts: number
  /** Artifacts whose files were missing. */
  missing: number
}

/**
 * Writes all data into one tar: SQLite's database as of one moment, then the files of its artifacts. The tar
 * gets its name only when it is complete and on the disk. No artifact's file is removed meanwhile.
 */
export async function backUp(plan: BackupPlan): Promise<BackedUp> {
  const file = resolve(plan.file)
  if (existsSync(file)) throw new CommandError(`The file ${plan.file} already exists. Choose another name.`)
  if ('folder' in plan.address && !existsSync(sqliteFile(plan.address.folder)))
    throw new CommandError(`There is no database in ${plan.address.folder} (SVC_DATA).`)
  const held = await takeProcessLock(plan.artifactsFolder, 'files', WAIT_MS)
  if (!held) throw new CommandError('Another backup or a removal of files is in progress. Try again.')
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    await removeUnfinished(file)
    await mkdir(unfinished, { mode: 0o700 })
    const { files, missing } = await write(plan, unfinished)
    const tar = join(unfinished, TAR)
    const { size } = await stat(tar)
    await rename(tar, file)
    await syncFolder(dirname(file))
    const artifacts = files.filter(({ name }) => name.startsWith(NAMES.artifacts)).length
    return { sizeBytes: size, artifacts, missing: missing.length }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    held.release()
  }
}

/** The remains of a killed backup; no other backup is under way. */
async function removeUnfinished(file: string): Promise<void> {
  for (const name of await readdir(dirname(file)))
    if (name.startsWith(`${basename(file)}.`) && /\.\d+\.unfinished$/.test(name))
      await rm(join(dirname(file), name), { recursive: true, force: true })
}

async function write(plan: BackupPlan, unfinished: string) {
  const { address } = plan
  const isSqlite = 'folder' in address
  if (isSqlite) await copySqlite(address.folder, sqliteFile(unfinished))
  const { steps, keys } = await readFacts(isSqlite ? { folder: unfinished } : address)
  const head = {
    format: BACKUP_FORMAT,
    database: isSqlite ? ('sqlite' as const) : ('postgres' as const),
    version: SERVER_VERSION,
    createdAt: new Date(plan.now).toISOString(),
    steps,
  } satisfies z.infer<typeof Head>
  const files: FileSum[] = []
  const missing: string[] = []
  await writeTar(join(unfinished, TAR), plan.now, async (add) => {
    files.push(await addText(add, NAMES.head, head))
    if (isSqlite) files.push((await add(NAMES.database, { path: sqliteFile(unfinished) })) as FileSum)
    for (const key of plan.hasArtifacts ? keys : []) {
      const sum = await add(NAMES.artifacts + key, { path: join(plan.artifactsFolder, key) })
      if (sum) files.push(sum)
      else missing.push(key)
    }
    await addText(add, NAMES.checksums, { files, missing } satisfies z.infer<typeof Checksums>)
  })
  return { files, missing }
}

const addText = async (add: Add, name: string, value: object): Promise<FileSum> =>
  (await add(name, { text: JSON.stringify(value) })) as FileSum

/** The applied steps of a database, and the locations of its artifacts' files. */
async function readFacts(address: StoreAddress): Promise<{ steps: string[]; keys: string[] }> {
  const store = await connect(address, { pool: 'main' })
  try {
    const steps = await readSteps(store)
    const rows = await store.read
      .selectFrom('artifact_file')
      .select('key')
      .where('stored_at', 'is not', null)
      .orderBy('key')
      .execute()
    return { steps, keys: rows.map((row) => row.key) }
  } finally {
    await store.close()
  }
}

/** Adds a file and returns its size and checksum as written; null if the file does not exist. */
type Add = (name: string, from: { path: string } | { text: string }) => Promise<FileSum | null>

/**
 * Writes a new tar, with the files that `fill` adds in sequence; when it resolves, all of it is on the disk.
 */
async function writeTar(path: string, now: number, fill: (add: Add) => Promise<void>): Promise<void> {
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
