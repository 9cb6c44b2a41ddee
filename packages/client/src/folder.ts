import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a project's journals. */
export const journalFolder = (root: string): string => join(root, '.svc', 'journal')

/** The folder of journals that the server rejected permanently. */
export const rejectedFolder = (folder: string): string => join(folder, 'rejected')

/** The folder of a journal's waiting artifacts, by the path of its file. */
export const artifactFolder = (journal: string): string => `${journal.replace(/\.ndjson$/, '')}.artifacts`

/** Creates the journal folder of a root, hidden from git; throws if that fails. */
export const makeJournalFolder = (root: string): string => {
  const folder = journalFolder(root)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    // On a read-only file system, Node only reports that nested folders do not exist.
    if (codeOf(error) === 'ENOENT') mkdirSync(join(root, '.svc'))
    throw error
  }
  const ignored = join(root, '.svc', '.gitignore')
  try {
    writeFileSync(ignored, '*\n', { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return folder
    // A full disk leaves an empty file, which would later hide nothing from git.
    rmSync(ignored, { force: true })
    throw error
  }
  return folder
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
