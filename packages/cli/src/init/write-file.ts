import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const MOST_BYTES = 1024 * 1024

/** Returns a file's whole text, byte order mark included; undefined if it is absent, larger than 1 MiB or not UTF-8. */
export const readWhole = (path: string): string | undefined => {
  try {
    const bytes = readFileSync(path)
    if (bytes.length > MOST_BYTES) return undefined
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Replaces or creates a file in one step, so that a reader never sees half of it. Keeps its mode
 * and its links.
 */
export const writeWhole = (path: string, text: string): void => {
  const target = realPath(path)
  mkdirSync(dirname(target), { recursive: true })
  const half = `${target}.${randomUUID().slice(0, 8)}.tmp`
  try {
    const mode = statSync(target, { throwIfNoEntry: false })?.mode
    writeFileSync(half, text, { flag: 'wx', ...(mode !== undefined && { mode }) })
    renameSync(half, target)
  } finally {
    rmSync(half, { force: true })
  }
}

/** Puts a file back as it was; null means that it did not exist. */
export const restore = (path: string, text: string | null): void =>
  text === null ? rmSync(path, { force: true }) : writeWhole(path, text)

const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
