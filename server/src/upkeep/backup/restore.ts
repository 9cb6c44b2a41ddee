import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'
import type { z } from 'zod'
import { CommandError } from '../../ground/kernel/command-error.ts'
import { findDamage, foldIn } from '../../ground/store/copy-sqlite.ts'
import { readSteps } from '../../ground/store/migrate.ts'
import { STEP_NAMES } from '../../ground/store/migration-steps.ts'
import { connect, openStore, type StoreAddress, sqliteFile } from '../../ground/store/open.ts'
import { takeProcessLock } from '../../ground/store/process-lock.ts'
import { ARTIFACT_NAME, BACKUP_FORMAT, Checksums, type FileSum, Head, NAMES } from './contents.ts'
import { syncFolder } from './sync.ts'

/**
 * More than any of our files that is read into memory. The checksums of a million artifacts take
 * half of it.
 */
const MOST_TEXT_BYTES = 512 * 1024 * 1024

/** One file of a tar, to read or write before the next one arrives. */
interface TarFile {
  name: string
  text(): Promise<string>
  /** Writes it to a new file and onto the disk; returns its size and checksum. */
  writeTo(path: string): Promise<FileSum>
}

/** Where files stay until all of them have been checked. */
const UNCHECKED = '.restoring'
const LOCK = 'server.lock'
/** The files that a folder may contain and still count as empty. */
const NOTHING = [UNCHECKED, LOCK, 'files.lock', 'lost+found', 'replicas', '.svc-folder']

export interface RestorePlan {
  file: string
  address: StoreAddress
  artifactsFolder: string
}

export interface Restored {
  head: z.infer<typeof Head>
  artifacts: number
  missing: number
  /** Steps of the schema that the restore applied. */
  migrated: number
}

/**
 * Restores a backup into empty folders, or throws and leaves them empty. Files are moved only after every
 * checksum matched, and the database was checked and migrated. The database is moved last.
 */
export async function restore(plan: RestorePlan): Promise<Restored> {
  const folders = [...('folder' in plan.address ? [plan.address.folder] : []), plan.artifactsFolder]
  for (const folder of folders) await requireEmpty(folder, plan.artifactsFolder)
  const [first = plan.artifactsFolder] = folders
  const exist = await Promise.all([...folders, join(first, LOCK)].map(exists))
  const made = [...folders, join(first, LOCK)].filter((_, i) => !exist[i])
  const held = await takeProcessLock(first, 'server', 0)
  if (!held) throw new CommandError(`A server runs on ${first}. Stop it, or restore into another folder.`)
  let isWhole = false
  try {
    const restored = await unpack(plan)
    isWhole = true
    return restored
  } finally {
    for (const folder of folders) await rm(join(folder, UNCHECKED), { recursive: true, force: true })
    // Still locked, so that no other process uses it.
    if (!isWhole && made.includes(join(first, LOCK))) await rm(join(first, LOCK), { force: true })
    held.release()
    if (!isWhole) await removeEmpty(made)
  }
}

/** Removes the folders of a failed restore, the inner ones first, if they are empty. */
async function removeEmpty(made: string[]): Promise<void> {
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined)
}

async function unpack(plan: RestorePlan): Promise<Restored> {
  const { address, artifactsFolder } = plan
  const database = 'folder' in address ? join(address.folder, UNCHECKED) : null
  const artifacts = join(artifactsFolder, UNCHECKED)
  for (const folder of [database, artifacts])
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  const files: FileSum[] = []
  let head: z.infer<typeof Head> | null = null
  let checksums: z.infer<typeof Checksums> | null = null
  for await (const file of readTar(plan.file)) {
    if (head === null) {
      head = await readHead(plan, file)
      continue
    }
    if (checksums !== null) throw damaged(plan, `${file.name} follows its end`)
    if (file.name === NAMES.checksums) checksums = await readJson(plan, file, Checksums)
    else files.push(await file.writeTo(placeOf(plan, file.name, database, artifacts)))
  }
  if (head === null || checksums === null) throw damaged(plan, 'its end is missing')
  compareSums(plan, files, checksums.files)
  const migrated = await checkDatabase(plan, head)
  await moveIn(artifacts, artifactsFolder)
  if (database !== null && 'folder' in address) {
    await rename(sqliteFile(database), sqliteFile(address.folder))
    await syncFolder(address.folder)
  }
  const count = files.filter(({ name }) => name.startsWith(NAMES.artifacts)).length
  return { head, artifacts: count, missing: checksums.missing.length, migrated }
}

async function readHead(plan: RestorePlan, file: TarFile): Promise<z.infer<typeof Head>> {
  if (file.name !== NAMES.head) throw damaged(plan, `it begins with ${file.name}`)
  const head = await readJson(plan, file, Head)
  const isNewer = head.format > BACKUP_FORMAT || head.steps.some((step) => !STEP_NAMES.includes(step))
  if (isNewer)
    throw new CommandError(
      `${plan.file} was created by a newer version of this server (${head.version}). Restore it with that version or a later one.`,
    )
  const isSqlite = 'folder' in plan.address
  if (head.database === 'sqlite' && !isSqlite)
    throw new CommandError(
      `${plan.file} contains a SQLite database, but DATABASE_URL names a Postgres database. Unset it to restore into SVC_DATA.`,
    )
  if (head.database === 'postgres' && isSqlite)
    throw new CommandError(
      `${plan.file} contains the artifacts of a server with Postgres. Restore its database with pg_restore, and name it in DATABASE_URL.`,
    )
  return head
}

async function readJson<T extends z.ZodType>(
  plan: RestorePlan,
  file: TarFile,
  shape: T,
): Promise<z.infer<T>> {
  const text = await file.text()
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw damaged(plan, `${file.name} cannot be read`)
  }
}

function placeOf(plan: RestorePlan, name: string, database: string | null, artifacts: string): string {
  if (name === NAMES.database && database !== null) return sqliteFile(database)
  const key = ARTIFACT_NAME.exec(name)?.[1]
  if (key === undefined) throw damaged(plan, `it holds ${name}`)
  return join(artifacts, key)
}

function compareSums(plan: RestorePlan, sumsOnDisk: FileSum[], wanted: FileSum[]): void {
  const sums = new Map(sumsOnDisk.map((file) => [file.name, file]))
  for (const { name, sizeBytes, sha256 } of wanted) {
    if (name === NAMES.head) continue
    const file = sums.get(name)
    sums.delete(name)
    if (!file) throw damaged(plan, `${name} is missing`)
    if (file.sizeBytes !== sizeBytes || file.sha256 !== sha256)
      throw damaged(plan, `${name} differs from the original`)
  }
  const [unknown] = sums.keys()
  if (unknown !== undefined) throw damaged(plan, `${unknown} was added`)
}

/** Migrates an older database; returns the number of steps. */
async function checkDatabase(plan: RestorePlan, head: z.infer<typeof Head>): Promise<number> {
  if (!('folder' in plan.address)) {
    const store = await connect(plan.address, { pool: 'main' })
    try {
      if ((await readSteps(store)).length === 0)
        throw new CommandError(
          'The Postgres database is empty. Restore it with pg_restore first, then the artifacts.',
        )
      return 0
    } finally {
      await store.close()
    }
  }
  const folder = join(plan.address.folder, UNCHECKED)
  if (!(await exists(sqliteFile(folder)))) throw damaged(plan, `${NAMES.database} is missing`)
  const [damage] = findDamage(sqliteFile(folder))
  if (damage !== undefined) throw damaged(plan, `its database is damaged: ${damage}`)
  const store = await openStore({ folder })
  await store.close()
  foldIn(sqliteFile(folder))
  return STEP_NAMES.length - head.steps.length
}

/** Moves checked files to their folders of two digits, each in one step. */
async function moveIn(from: string, folder: string): Promise<void> {
  if (!(await exists(from))) return
  for (const name of await readdir(from)) await rename(join(from, name), join(folder, name))
  await syncFolder(folder)
}

async function requireEmpty(folder: string, artifactsFolder: string): Promise<void> {
  const inside = resolve(folder) === resolve(artifactsFolder, '..') ? [basename(artifactsFolder)] : []
  const names = (await exists(folder)) ? await readdir(folder) : []
  const other = names.find((name) => !NOTHING.includes(name) && !inside.includes(name))
  if (other !== undefined)
    throw new CommandError(
      `${folder} is not empty: there is ${other}. Restore into an empty folder: set SVC_DATA to one.`,
    )
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

const damaged = ({ file }: RestorePlan, what: string) =>
  new CommandError(`${file} is not a complete backup: ${what}. Nothing was restored.`)

/**
 * The files of a tar in their order. Throws if it is not a tar, is cut off, or contains anything but files.
 */
async function* readTar(path: string): AsyncGenerator<TarFile> {
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
