import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the journals of a project lie. */
export const journalFolder = (root: string): string => join(root, '.svc', 'journal')

/** Where journals go that the server refused for good. */
export const rejectedFolder = (folder: string): string => join(folder, 'rejected')

/** Where the artifacts of a journal wait, by the path of its file. */
export const artifactFolder = (journal: string): string => `${journal.replace(/\.ndjson$/, '')}.artifacts`

/** Makes the journal folder of a root, hidden from git; throws if the disk refuses. */
export const makeJournalFolder = (root: string): string => {
  const folder = journalFolder(root)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(join(root, '.svc', '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    if (!isExists(error)) throw error
  }
  return folder
}

const isExists = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'
