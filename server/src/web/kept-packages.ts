import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type Log } from '../kernel/log.ts'
import { isAddressed, nameOfBytes } from './package-names.ts'

/** Archives that the server has offered, so that lock files remain valid after an upgrade. */
export interface KeptPackages {
  /** Returns the archive whose bytes an address names; undefined if it is absent or damaged. */
  find(file: string): Uint8Array<ArrayBuffer> | undefined
  /** Keeps an archive. Logs if the folder cannot be written: only later servers need it. */
  keep(file: string, bytes: Uint8Array): void
}

/** Five archives of a version are half a megabyte, so this is about 30 MB. */
const MOST_FILES = 300

/** Opens the folder of archives; creates it with the first archive. */
export function openKeptPackages(folder: string, log: Log): KeptPackages {
  return {
    find: (file) => {
      if (!isAddressed(file)) return undefined
      try {
        const bytes = new Uint8Array(readFileSync(join(folder, file)))
        return nameOfBytes(file, bytes) === file ? bytes : undefined
      } catch {
        return undefined
      }
    },
    keep: (file, bytes) => {
      const path = join(folder, file)
      try {
        if (statSync(path, { throwIfNoEntry: false })?.size === bytes.byteLength) return
        mkdirSync(folder, { recursive: true })
        // Replicas that share the folder see the complete file or none.
        const half = join(folder, `.${file}.${process.pid}`)
        writeFileSync(half, bytes)
        renameSync(half, path)
        prune(folder)
      } catch (error) {
        log({ level: 'warn', event: 'a package is not kept for later versions', error: describeError(error) })
      }
    },
  }
}

/**
 * Removes the oldest archives above the limit, because a server in a clone packs new bytes after
 * each change.
 */
function prune(folder: string): void {
  const files = readdirSync(folder).filter(isAddressed)
  if (files.length <= MOST_FILES) return
  const times = files.map((file) => {
    const { mtimeMs = 0 } = statSync(join(folder, file), { throwIfNoEntry: false }) ?? {}
    return { file, mtimeMs }
  })
  for (const { file } of times.sort((a, b) => b.mtimeMs - a.mtimeMs).slice(MOST_FILES))
    rmSync(join(folder, file), { force: true })
}
