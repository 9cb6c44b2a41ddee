import { renameSync, rmSync } from 'node:fs'
import { builtFrom } from './stamp.ts'

/**
 * Replaces an older build. A build of the same sources stays, because a server may be reading it,
 * and concurrent builds of the same sources are equal.
 */
export function replaceBuild(folder: string, made: string): void {
  if (builtFrom(folder) === builtFrom(made)) return
  const old = `${made}-old`
  try {
    renameSync(folder, old)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  rmSync(old, { recursive: true, force: true })
}
