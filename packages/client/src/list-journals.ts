import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readResultsSent } from './artifact-list.ts'
import { artifactFolder, journalFolder, rejectedFolder } from './folder.ts'
import { isInUse } from './lock.ts'
import { summarize } from './segments.ts'

/** A journal on disk, with the facts that are known without sending it. */
export interface FoundJournal {
  path: string
  /** `running`: its process is alive. `left`: to be sent. `refused`: a server will never accept it. */
  state: 'running' | 'left' | 'refused'
  /** Milliseconds since the epoch. */
  changedAt: number
  sizeBytes: number
  /** True if the server has the results, and only artifacts remain. */
  hasResults: boolean
  /** Counted lines, including the end; absent if the journals were too large or too many to read. */
  entries?: number
}

/** The number of bytes that are read to count entries: a list must not take longer than sending. */
const MOST_READ_BYTES = 256 * 1024 * 1024

/** The journals below a root, oldest first, the refused ones last; changes nothing on disk. */
export const listJournals = async (root: string): Promise<FoundJournal[]> => {
  const folder = journalFolder(root)
  const waiting = await journalsIn(folder, (path) => (isInUse(path) ? 'running' : 'left'))
  const journals = [...waiting, ...(await journalsIn(rejectedFolder(folder), () => 'refused'))]
  let read = 0
  for (const journal of journals) {
    read += journal.sizeBytes
    if (read > MOST_READ_BYTES) break
    const source = { path: journal.path, bytes: journal.sizeBytes, lines: [], isFound: true }
    const summary = await summarize(source).catch(() => undefined)
    if (summary) journal.entries = summary.entries
  }
  return journals
}

const journalsIn = async (
  folder: string,
  stateOf: (path: string) => FoundJournal['state'],
): Promise<FoundJournal[]> => {
  const names = await readdir(folder).catch((): string[] => [])
  const journals: FoundJournal[] = []
  for (const name of names.filter((each) => each.endsWith('.ndjson')).sort()) {
    const path = join(folder, name)
    // Meanwhile sent and removed by another process.
    const file = await stat(path).catch(() => undefined)
    const hasResults = readResultsSent(artifactFolder(path)) !== undefined
    if (file)
      journals.push({ path, state: stateOf(path), changedAt: file.mtimeMs, sizeBytes: file.size, hasResults })
  }
  return journals
}
