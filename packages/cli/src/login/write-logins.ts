import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '../refusal.ts'
import type { Logins } from './logins.ts'

/** Replaces the stored logins atomically, for this user only; without any login, it removes the file. */
export const writeLogins = async (file: string, logins: Logins): Promise<void> => {
  try {
    if (Object.keys(logins.keys).length === 0) await rm(file, { force: true })
    else await replace(file, `${JSON.stringify(logins, null, 2)}\n`)
  } catch (error) {
    throw new Refusal(`the logins cannot be stored: ${error instanceof Error ? error.message : error}`, {
      code: 'NOT_STORED',
      next: `make ${dirname(file)} a folder that you can write to, or set SVC_API_KEY instead`,
    })
  }
}

const replace = async (file: string, text: string): Promise<void> => {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const temporary = `${file}.${randomUUID()}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
