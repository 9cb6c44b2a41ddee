import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checksum } from './cut.ts'

/** The note of a run whose results the server has: the run reports, regardless of its config. */
export interface SentNote {
  /** The reporter, as `@svc/vitest`. */
  client: string
  /** What the runner took for its root, absolute. */
  folder: string
  /** Milliseconds since the epoch. */
  sentAt: number
}

/** Beside the journals, whose folder is there and hidden from git. */
const folderIn = (root: string) => join(root, '.svc', 'sent')

/** Notes that a run was sent, one file for each reporter and folder; writes no note if the disk refuses. */
export const noteSent = (root: string, note: SentNote): void => {
  try {
    // Not what lies above: a project that was deleted meanwhile is not brought back.
    if (!existsSync(folderIn(root))) mkdirSync(folderIn(root))
    const name = `${note.client.replace(/\W+/g, ' ').trim().replaceAll(' ', '-')}-${checksum(note.folder)}.json`
    writeFileSync(join(folderIn(root), name), JSON.stringify(note), { mode: 0o600 })
  } catch {
    // As described above.
  }
}

/** The notes of earlier runs below a root. */
export const sentNotes = (root: string): SentNote[] => {
  try {
    return readdirSync(folderIn(root)).flatMap((name) => readNote(join(folderIn(root), name)))
  } catch {
    return []
  }
}

const readNote = (path: string): SentNote[] => {
  try {
    const { client, folder, sentAt } = JSON.parse(readFileSync(path, 'utf8'))
    const isNote = typeof client === 'string' && typeof folder === 'string' && typeof sentAt === 'number'
    return isNote ? [{ client, folder, sentAt }] : []
  } catch {
    return []
  }
}
