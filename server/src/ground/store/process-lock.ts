import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from './make-folder.ts'

const TRY_EVERY_MS = 100

/** A lock in a folder that one process at a time may hold. */
export interface ProcessLock {
  release(): void
}

/**
 * Takes `<name>.lock` in a folder for this process, and waits for its holder; null after `waitMs`,
 * milliseconds. It is the lock of an empty SQLite file: the system releases it when a process ends in any
 * way.
 */
export async function takeProcessLock(
  folder: string,
  name: string,
  waitMs: number,
): Promise<ProcessLock | null> {
  await makeFolder(folder)
  // Loaded on demand: with Postgres it may never be needed.
  const { default: Database } = await import('better-sqlite3')
  const path = join(folder, lockFileOf(name))
  closeSync(openSync(path, 'a', 0o600))
  const before = inodeOf(path)
  const database = new Database(path, { timeout: 0 })
  for (let waitedMs = 0; ; waitedMs += TRY_EVERY_MS) {
    try {
      // Nothing is ever written: an in-memory journal leaves no file behind.
      database.pragma('journal_mode = MEMORY')
      database.exec('begin exclusive')
      // Its last holder removed the file, so another process may lock a new file of this name.
      if (before === null || inodeOf(path) !== before) {
        database.close()
        return null
      }
      return { release: () => void database.close() }
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || waitedMs >= waitMs) {
        database.close()
        if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return null
        throw error
      }
    }
    await sleep(TRY_EVERY_MS)
  }
}

export const lockFileOf = (name: string) => `${name}.lock`

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino ?? null

/** Runs `work` with the lock, or not at all if another process holds it. */
export async function withProcessLock(
  folder: string,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const held = await takeProcessLock(folder, name, 0)
  if (!held) return
  try {
    await work()
  } finally {
    held.release()
  }
}
