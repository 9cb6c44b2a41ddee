import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All plain files below a folder, in a stable order. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
