import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 2 ** 30

/**
 * Creates a folder for one test: in memory if it has room, because SQLite otherwise waits for the disk at
 * each commit.
 */
export const makeFolder = (): string => mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'svc-test-'))

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES
}
