import { statSync } from 'node:fs'
import { DatabaseTrouble } from './trouble.ts'

/** The identity of an opened SQLite database's files, by path: device and number. Threads can receive it. */
export type FileIdentities = Readonly<Record<string, string>>

/** The identities of a database's file and its write-ahead log, if they exist. */
export function identifyFiles(file: string): FileIdentities {
  const identities = [file, walOf(file)].flatMap((path) => {
    const identity = identityOf(path)
    return identity === null ? [] : [[path, identity]]
  })
  return Object.fromEntries(identities)
}

/**
 * Throws `DatabaseTrouble` if a file is not the opened one. SQLite would keep writing into a file without a
 * path, and lose all of it at the end of the process.
 */
export function requireSameFiles(known: FileIdentities): void {
  for (const [path, identity] of Object.entries(known)) {
    const current = identityOf(path)
    if (current === identity) continue
    const what = current === null ? 'was removed' : 'was replaced by another file'
    throw new DatabaseTrouble('missing', `${path} ${what} while the server runs.`)
  }
}

/** The file with SQLite's newest commits. */
export const walOf = (file: string) => `${file}-wal`

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return null
    throw new DatabaseTrouble('away', (cause as Error).message, { cause })
  }
}
