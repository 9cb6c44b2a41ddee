import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseTrouble } from './trouble.ts'

const TRIED_BYTES = 1024 * 1024

/** True for a system error of a full disk, or of a used-up quota. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

/** Writes 1 MiB into a folder and removes it. Throws `DatabaseTrouble` for a full disk. */
export async function tryFolder(folder: string): Promise<void> {
  const path = join(folder, '.svc-write-probe')
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(Buffer.alloc(TRIED_BYTES, 1))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause
    throw new DatabaseTrouble('full', (cause as Error).message, { cause })
  } finally {
    await rm(path, { force: true })
  }
}
