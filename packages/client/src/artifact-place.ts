import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { ArtifactLeftOut } from '@svc/protocol'

/** A file that may be sent. */
export interface Place {
  /** Absolute, without links above it. */
  path: string
  sizeBytes: number
  /** True if the runner wrote the file, so that it no longer changes. */
  isRunners: boolean
}

/**
 * Whether the file at a path, relative to `base`, may be sent: it must be a regular file in the
 * project or in the runner's folders.
 */
export const makePlaceFinder = (root: string, base: string, folders: string[]) => {
  const real = (folder: string) => realpath(folder).catch(() => resolve(folder))
  return async (path: string): Promise<Place | ArtifactLeftOut> => {
    try {
      const given = resolve(base, path)
      const stats = await lstat(given)
      if (stats.isSymbolicLink()) return 'symlink'
      if (!stats.isFile()) return 'special'
      const file = join(await realpath(dirname(given)), basename(given))
      // Looked up each time, because a runner creates its folders when the first test needs them.
      const runners = await Promise.all(folders.map(real))
      const isRunners = runners.some((folder) => isBelow(file, folder))
      if (!isRunners && !isBelow(file, await real(root))) return 'outside'
      return { path: file, sizeBytes: stats.size, isRunners }
    } catch (error) {
      return reasonOf(error)
    }
  }
}

export const reasonOf = (error: unknown): ArtifactLeftOut => {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'vanished'
  return code === 'ELOOP' ? 'symlink' : 'unreadable'
}

const isBelow = (path: string, folder: string): boolean => {
  const inside = relative(folder, path)
  return (
    inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(folder, inside) === path
  )
}
