import { statSync } from 'node:fs'
import { DatabaseTrouble } from './trouble.ts'

/** Which files a SQLite database was opened as, by path: their device and number. It can be handed to a thread. */
export type FileIdentities = Readonly<Record<string, string>>

/** The identities of a database's file and of its write-ahead log; of those that are there. */
export function identifyFiles(file: string): FileIdentities {
  const found = [file, walOf(file)].flatMap((path) => {
    const identity = identityOf(path)
    return identity === null ? [] : [[path, identity]]
  })
  return Object.fromEntries(found)
}

/**
 * Throws `DatabaseTrouble` if a file is not the one that was opened. SQLite would write on into a file that no path
 * leads to, and all of it would be gone with the process.
 */
export function requireSameFiles(known: FileIdentities): void {
  for (const [path, identity] of Object.entries(known)) {
    const found = identityOf(path)
    if (found === identity) continue
    const what = found === null ? 'was removed' : 'was replaced by another file'
    throw new DatabaseTrouble('missing', `${path} ${what} while the server runs.`)
  }
}

/** What SQLite keeps the newest commits in. */
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
