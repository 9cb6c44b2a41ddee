import { sql } from 'kysely'
import type { Db, Dialect } from './portable.ts'

// Dialect differences of files: free pages, read-only databases, and a test write.

/** The number of free pages and of all pages of SQLite's file; 0 on Postgres, which manages its own space. */
export async function freePages(db: Db, dialect: Dialect): Promise<{ free: number; all: number }> {
  if (dialect === 'postgres') return { free: 0, all: 0 }
  const { rows: free } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db)
  const { rows: all } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  return { free: free[0]?.freelist_count ?? 0, all: all[0]?.page_count ?? 0 }
}

/** SQLite: truncates up to this many free pages from the file, if it was created for that. */
export async function giveBackPages(db: Db, dialect: Dialect, pages: number): Promise<void> {
  if (dialect === 'postgres') return
  // The driver stops at a statement's first step, and a step is a page.
  for (let page = 0; page < pages; page++) await sql`pragma incremental_vacuum(1)`.execute(db)
}

/**
 * True if the database accepts no changes: a standby, or a read-only server. SQLite's file always accepts
 * them.
 */
export async function isReadOnly(db: Db, dialect: Dialect): Promise<boolean> {
  if (dialect === 'sqlite') return false
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(db)
  return rows[0]?.setting === 'on'
}

/**
 * Writes what needs disk space, inside a transaction that its caller rolls back on Postgres. There, a new
 * table of 1 MiB grows the disk's files; SQLite writes a page of its write-ahead log, and its caller tries
 * the file's folder separately.
 */
export async function writeToTry(db: Db, dialect: Dialect): Promise<void> {
  // An unused number, set to its own value.
  if (dialect === 'sqlite') await sql`pragma user_version = 0`.execute(db)
  else
    await sql`create table svc_write_probe as
      select repeat(md5(random()::text), 60) as filler from generate_series(1, 512)`.execute(db)
}
