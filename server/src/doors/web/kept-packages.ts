import { describeError, type Log } from '../../ground/kernel/log.ts'
import { isAddressed, nameOfBytes } from './package-names.ts'

/** Archives that the server has offered, so that lock files remain valid after an upgrade. */
export interface KeptPackages {
  /** Returns the archive whose bytes an address names; undefined if it is absent or damaged. */
  find(file: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Keeps an archive. Logs if it cannot be stored: only later servers need it. */
  keep(file: string, bytes: Uint8Array): Promise<void>
}

/** Where archives are kept. */
interface Archives {
  read(name: string): Promise<Uint8Array | undefined>
  add(name: string, data: Uint8Array): Promise<void>
}

/** Keeps archives beside the data: backups hold them, and all replicas have the same. */
export function openKeptPackages(archives: Archives, log: Log): KeptPackages {
  const kept = new Set<string>()
  return {
    find: async (file) => {
      if (!isAddressed(file)) return undefined
      // Without its database, a server still offers its own packages.
      const data = await archives.read(file).catch(() => undefined)
      if (data === undefined) return undefined
      const bytes = new Uint8Array(data)
      return nameOfBytes(file, bytes) === file ? bytes : undefined
    },
    keep: async (file, bytes) => {
      if (kept.has(file)) return
      try {
        await archives.add(file, bytes)
        kept.add(file)
      } catch (error) {
        log({ level: 'warn', event: 'a package is not kept for later versions', error: describeError(error) })
      }
    },
  }
}
