import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Outage } from '../../ground/kernel/outage.ts'
import { lockFileOf, takeProcessLock } from '../../ground/store/process-lock.ts'
import type { ArtifactFolder } from './folder.ts'
import type { OperationLimit } from './operation-limit.ts'
import { openWithin, readWithin } from './read-file.ts'

/** More bytes arrived than the declaration announced. */
export class TooManyBytes extends Error {}

/**
 * Files that are being uploaded, in a folder of this machine. A kill at any moment keeps the received bytes.
 */
export interface Incoming {
  /** The number of received bytes. */
  sizeOf(name: string): Promise<number>
  /** Appends pieces; bytes written before a failure stay. */
  append(name: string, pieces: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number>
  sha256Of(name: string): Promise<string>
  pathOf(name: string): string
  remove(name: string): Promise<void>
  /** Removes files to which nothing was added since that time, milliseconds since the epoch. */
  removeOlder(than: number): Promise<number>
  /**
   * Runs work on a file. Returns null if other work on it is under way. Throws `Outage` if the
   * folder is missing.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<{ done: T } | null>
}

const NAME = 'incoming'

/** `isShared`: servers of other machines append to the same files. */
export function openIncoming(within: ArtifactFolder, isShared: boolean): Incoming {
  const { limit } = within
  const folder = join(within.path, NAME)
  const busy = new Set<string>()
  const pathOf = (name: string) => join(folder, name)
  const sizeOf = async (name: string) =>
    (await limit.run(() => stat(pathOf(name))).catch(unlessAway))?.size ?? 0
  return {
    pathOf,
    sizeOf,
    async append(name, pieces, limitBytes) {
      const file = await openWithin(limit, pathOf(name), 'a', 0o600)
      try {
        let { size } = await limit.run(() => file.stat())
        for await (const piece of pieces) {
          size += piece.byteLength
          if (size > limitBytes) throw new TooManyBytes()
          await limit.run(() => file.appendFile(piece))
        }
        return size
      } finally {
        await limit.close(file)
      }
    },
    async sha256Of(name) {
      const hash = createHash('sha256')
      const file = await openWithin(limit, pathOf(name), 'r')
      for await (const piece of readWithin(limit, file)) hash.update(piece as Buffer)
      return hash.digest('hex')
    },
    remove: (name) => limit.run(() => rm(pathOf(name), { force: true })),
    async removeOlder(than) {
      let removed = 0
      for (const name of await limit.run(() => readdir(folder)).catch(() => [])) {
        const stats = await limit.run(() => stat(pathOf(name))).catch(() => null)
        if (!stats || stats.mtimeMs >= than || busy.has(name)) continue
        await limit.run(() => rm(pathOf(name), { force: true }))
        removed++
      }
      return removed
    },
    async alone(name, work) {
      if (busy.has(name)) return null
      busy.add(name)
      try {
        await within.requireWritable()
        await within.make(NAME)
        return isShared ? await aloneOfAll(limit, folder, name, work) : { done: await work() }
      } finally {
        busy.delete(name)
      }
    },
  }
}

/** The same lock for all servers of a folder. The system releases the lock of a killed server. */
async function aloneOfAll<T>(
  limit: OperationLimit,
  folder: string,
  name: string,
  work: () => Promise<T>,
): Promise<{ done: T } | null> {
  const held = await takeProcessLock(folder, name, 0)
  if (!held) return null
  const lock = join(folder, lockFileOf(name))
  try {
    return { done: await work() }
  } finally {
    // Removed under the lock: `takeProcessLock` accepts no lock of a file that was removed meanwhile.
    await limit.run(() => rm(lock, { force: true })).finally(held.release)
  }
}

/** Null for a file that is not there; a folder that does not answer must not look like an empty one. */
const unlessAway = (error: unknown): null => {
  if (error instanceof Outage) throw error
  return null
}
