import { open } from 'node:fs/promises'
import { parseJson } from '../project/json.ts'
import { Refusal } from '../refusal.ts'
import { quoted } from '../terminal/quoted.ts'
import type { Logins } from './logins.ts'

const OTHERS = 0o077

/**
 * Returns the stored logins, none if the file does not exist.
 * Refuses a file that other users can read or change, and one that is damaged.
 */
export const readLogins = async (file: string): Promise<Logins> => {
  const text = await readPrivate(file)
  if (text === undefined) return { keys: {} }
  const logins = parse(text)
  if (logins) return logins
  throw new Refusal(`the stored logins in ${file} are damaged`, {
    code: 'BAD_LOGIN',
    next: `delete the file and log in again: rm ${quoted(file)} && npx --no svc login`,
  })
}

/** Checks the open file, so that no other process can replace it between the check and the read. */
const readPrivate = async (file: string): Promise<string | undefined> => {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new Refusal(`the stored logins cannot be read: ${error.message}`, {
      code: 'BAD_LOGIN',
      next: `make ${file} a file that only you can read, or set SVC_API_KEY`,
    })
  })
  if (!handle) return undefined
  try {
    const { mode } = await handle.stat()
    // Windows has no such mode; the folder of the user's settings is private there.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      throw new Refusal(`other users can access the API keys in ${file}`, {
        code: 'BAD_LOGIN',
        next: `if nobody has read them, run: chmod 600 ${quoted(file)}`,
      })
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

const parse = (text: string): Logins | undefined => {
  const value = parseJson(text)
  if (!isRecord(value) || !isRecord(value.keys)) return undefined
  const keys = Object.entries(value.keys).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  if (keys.length !== Object.keys(value.keys).length) return undefined
  const { current, reporters } = value
  return {
    keys: Object.fromEntries(keys),
    ...(typeof current === 'string' && { current }),
    ...(Array.isArray(reporters) && {
      reporters: reporters.filter((each): each is string => typeof each === 'string'),
    }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
