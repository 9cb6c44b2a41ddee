import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ArtifactStore, isArtifactKey, requireArtifactKey } from './artifact-store.ts'
import type { ArtifactFolder } from './folder.ts'
import { openWithin, readWithin } from './read-file.ts'

const INCOMPLETE = '.copying'

/** Stores artifacts as files below a folder. A file gets its name only after all of it is on the disk. */
export function openDiskStore(within: ArtifactFolder): ArtifactStore {
  const { path: folder, limit } = within
  const storedPathOf = (key: string) => join(folder, requireArtifactKey(key))
  return {
    isNear: true,
    async put(key, path) {
      const place = storedPathOf(key)
      await within.requireWritable()
      const isNew = await within.make(dirname(key))
      await limit.run(() => sync(path))
      await limit.run(() => nameAt(place, path))
      await limit.run(() => sync(dirname(place)))
      if (isNew) await limit.run(() => sync(folder))
    },
    async get(key, range) {
      const file = await openWithin(limit, storedPathOf(key), 'r').catch(orNull)
      if (file === null) await within.requireSame()
      return file === null ? null : readWithin(limit, file, range)
    },
    async has(key) {
      const stats = await limit.run(() => stat(storedPathOf(key))).catch(orNull)
      if (stats === null) await within.requireSame()
      return stats?.isFile() ? stats.size : null
    },
    async delete(key) {
      await limit.run(() => rm(storedPathOf(key), { force: true }))
    },
    async *list() {
      for (const start of await limit.run(() => readdir(folder)).catch(() => [])) {
        if (!/^[0-9a-f]{2}$/.test(start)) continue
        for (const rest of await limit.run(() => readdir(join(folder, start)))) {
          const key = `${start}/${rest}`
          if (!isArtifactKey(key)) continue
          const stats = await limit.run(() => stat(join(folder, key))).catch(orNull)
          if (stats) yield { key, storedAt: stats.mtimeMs }
        }
      }
    },
  }
}

/**
 * Gives the file its name here in one step. It keeps its own name, from which a server that is killed before it writes the
 * row goes on; a disk that has no second names for a file, or another disk, gets a copy.
 */
async function nameAt(place: string, path: string): Promise<void> {
  const incomplete = place + INCOMPLETE
  await rm(incomplete, { force: true })
  await link(path, incomplete).catch(async () => {
    await copyFile(path, incomplete)
    await sync(incomplete)
  })
  await rename(incomplete, place)
  // Nothing happens to two names of one file, which a kill can leave.
  await rm(incomplete, { force: true })
}

/** Waits until a file, or the names in a folder, are on the disk. Some systems do not open folders. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'EISDIR' || codeOf(error) === 'EPERM') return null
    throw error
  })
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code

const orNull = (error: unknown): null => {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
