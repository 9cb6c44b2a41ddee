import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeJournalFolder } from './folder.ts'
import { removeLock, writeLock } from './lock.ts'

/** What of a journal can be read back: the first `bytes` of a file, then lines that only memory holds. */
export interface JournalSource {
  path?: string
  bytes: number
  lines: string[]
  /** True where another process wrote it, so that any line may be torn. */
  isFound?: boolean
}

/** An append-only file of lines; every line is with the operating system when `append` returns. */
export interface Journal {
  append(line: string): void
  /** What was written until now. */
  peek(): JournalSource
  /** Ends writing; what was written stays readable. */
  close(): JournalSource
  /** Gives up the claim on the file, so that a flush may send it. */
  release(): void
  /** Deletes the file; called when the server has everything. */
  remove(): void
  /** Why the disk is not used, and how many lines were lost for want of memory. */
  readonly problem: { reason: string; lost: number } | undefined
}

/** Lines kept in memory where the disk refuses: enough for 100,000 passing tests. */
const MEMORY_BYTES = 32 * 1024 * 1024

/**
 * Opens `<root>/.svc/journal/<id>.ndjson`. Never throws: where the disk refuses, lines stay in memory.
 * One write per line costs about 1.3 µs (median of 90,000, Node 20 and 24, ext4); batching would
 * cost 0.3 µs and lose finished tests on SIGKILL.
 */
export const openJournal = (root: string, id: string): Journal => {
  let path: string | undefined
  let file: number | undefined
  let bytes = 0
  let problem: { reason: string; lost: number } | undefined
  const lines: string[] = []
  let memory = 0

  const giveUpDisk = (error: unknown) => {
    problem = { reason: error instanceof Error ? error.message : String(error), lost: 0 }
    closeFile()
  }

  const closeFile = () => {
    if (file === undefined) return
    const open = file
    file = undefined
    try {
      closeSync(open)
    } catch {
      // The lines are with the system; a failing close cannot be helped.
    }
  }

  const peek = () => ({ ...(path && { path }), bytes, lines })

  const release = () => {
    const locked = path
    if (locked) removeLock(locked)
  }

  const keep = (line: string) => {
    memory += line.length
    if (memory <= MEMORY_BYTES) lines.push(line)
    else if (problem) problem.lost += 1
  }

  try {
    path = join(makeJournalFolder(root), `${id}.ndjson`)
    writeLock(path)
    file = openSync(path, 'ax', 0o600)
  } catch (error) {
    giveUpDisk(error)
    release()
    path = undefined
  }

  return {
    append(line) {
      if (file === undefined) return keep(line)
      try {
        bytes += writeWhole(file, `${line}\n`)
      } catch (error) {
        giveUpDisk(error)
        keep(line)
      }
    },
    peek,
    close() {
      closeFile()
      return peek()
    },
    release,
    remove() {
      const written = path
      if (written) quietly(() => rmSync(written, { force: true }))
    },
    get problem() {
      return problem
    },
  }
}

/** Writes all of the line: a disk that fills up takes a part of it first, then refuses the rest. */
const writeWhole = (file: number, line: string): number => {
  const size = Buffer.byteLength(line)
  let written = writeSync(file, line)
  if (written < size) {
    const rest = Buffer.from(line)
    while (written < size) written += writeSync(file, rest, written)
  }
  return size
}

const quietly = (act: () => void) => {
  try {
    act()
  } catch {
    // A file left behind is sent again, which the server takes as known.
  }
}
