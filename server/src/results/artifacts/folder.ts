import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Outage } from '../../ground/kernel/outage.ts'
import { makeFolder } from '../../ground/store/make-folder.ts'
import { makeOperationLimit, type OperationLimit } from './operation-limit.ts'

/**
 * Identifies a folder. An inode number is not enough: a new folder may reuse the number of a
 * removed one.
 */
const FOLDER_MARK = '.svc-folder'

/** The folder of artifacts, which must remain the folder that this server started with. */
export interface ArtifactFolder {
  readonly path: string
  /** Every operation on a file of the folder goes through it. */
  readonly limit: OperationLimit
  /** Throws `Outage` if the folder was removed or replaced since the server used it. */
  requireSame(): Promise<void>
  /** Like `requireSame`, for use before a write; creates a folder that never existed. */
  requireWritable(): Promise<void>
  /**
   * Creates a subfolder unless it exists; returns true if it was created. Never creates the folder
   * itself.
   */
  make(name: string): Promise<boolean>
}

export function openArtifactFolder(path: string): ArtifactFolder {
  const limit = makeOperationLimit()
  const mark = join(path, FOLDER_MARK)
  let known: string | null = null

  const read = (): Promise<string | null> =>
    readFile(mark, 'utf8').catch((cause: unknown) => {
      if (isAbsent(cause)) return null
      throw new Outage('artifacts', 'away', { cause })
    })
  /**
   * Marks a folder, and returns the mark that it then has. A full disk or a kill leaves a complete
   * mark or none.
   */
  const makeMark = async () => {
    const id = randomUUID()
    const whole = `${mark}.${id}`
    try {
      await writeFile(whole, id, { flag: 'wx', mode: 0o600, flush: true })
      await link(whole, mark).catch(async (error: unknown) => {
        // Another replica marked it first; or the mark is empty, or the file system does not
        // support links.
        if (!isThere(error) || !(await read())) await rename(whole, mark)
      })
    } finally {
      await rm(whole, { force: true })
    }
    return (await read()) || null
  }
  const begin = async () => {
    known = (await read()) || (await makeMark())
  }
  const requireKnown = async () => {
    if ((await read()) === known) return
    throw missing(new Error(`${path} was removed or replaced while the server runs.`))
  }
  return {
    path,
    limit,
    requireSame: () =>
      limit.run(async () => {
        if (known !== null) return requireKnown()
        const exists = await stat(path).then(
          () => true,
          () => false,
        )
        // A folder that cannot be marked, such as a read-only one, may still be read.
        if (exists) await begin().catch(() => undefined)
      }),
    requireWritable: () =>
      limit.run(async () => {
        if (known !== null) return requireKnown()
        await makeFolder(path)
        await begin()
      }),
    async make(name) {
      try {
        await limit.run(() => mkdir(join(path, name), { mode: 0o700 }))
        return true
      } catch (error) {
        if (isAbsent(error)) throw missing(error)
        if (!isThere(error)) throw error
        return false
      }
    },
  }
}

const missing = (cause: unknown) => new Outage('artifacts', 'missing', { cause })

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? ''
const isAbsent = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
const isThere = (error: unknown) => codeOf(error) === 'EEXIST'
