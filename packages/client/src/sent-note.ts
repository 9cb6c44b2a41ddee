import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checksum } from './cut.ts'

/** The record of a run whose results the server has: the run reports, whatever its config says. */
export interface SentNote {
  /** The reporter, as `@svc/vitest`, or the command that sent what a reporter left. */
  client: string
  /** The runner's root folder, absolute. */
  folder: string
  /** Milliseconds since the epoch. */
  sentAt: number
  /** Address of the server. */
  server?: string
  /** Address of the execution's page; absent if the server gave none. */
  execution?: string
}

/** Beside the journals, whose folder is there and hidden from git. */
const folderIn = (root: string) => join(root, '.svc', 'sent')

/**
 * Records that a run was sent, one file for each reporter and folder; does nothing if the disk
 * cannot be written.
 */
export const noteSent = (root: string, note: SentNote): void => {
  try {
    // Not the folders above it: a project that was deleted meanwhile is not created again.
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
    const { client, folder, sentAt, server, execution } = JSON.parse(readFileSync(path, 'utf8'))
    const isNote = typeof client === 'string' && typeof folder === 'string' && typeof sentAt === 'number'
    const isPlaced = typeof server === 'string' && typeof execution === 'string'
    return isNote ? [{ client, folder, sentAt, ...(isPlaced && { server, execution }) }] : []
  } catch {
    return []
  }
}
