import Database from 'better-sqlite3'
import { sqliteFile } from './open.ts'

const ALL_PAGES = 0x7fff_ffff

/**
 * Copies the database of a folder into a new file, as of one moment, while servers continue to write. All pages
 * in one step: between steps a write of another process would make the copy begin anew.
 */
export async function copySqlite(folder: string, file: string): Promise<void> {
  const database = new Database(sqliteFile(folder), { readonly: true, fileMustExist: true })
  try {
    await database.backup(file, { progress: () => ALL_PAGES })
  } finally {
    database.close()
  }
}

/** Errors in a database's pages and indexes; empty for an intact one. */
export function findDamage(file: string): string[] {
  const database = new Database(file)
  try {
    // Retention can return freed space only if the file was created for it.
    if (database.pragma('auto_vacuum', { simple: true }) === 0) {
      database.pragma('auto_vacuum = INCREMENTAL')
      database.exec('vacuum')
    }
    const lines = database.pragma('integrity_check(5)') as { integrity_check: string }[]
    return lines.map((row) => row.integrity_check).filter((line) => line !== 'ok')
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message]
    throw error
  } finally {
    database.close()
  }
}

/** Folds the write-ahead log into the file, so that the file alone is the database; nobody else may use it. */
export function foldIn(file: string): void {
  const database = new Database(file)
  try {
    const [done] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (done?.busy !== 0) throw new Error(`Another process uses ${file}`)
  } finally {
    database.close()
  }
}
