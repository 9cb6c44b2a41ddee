import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeJournalFolder } from './folder.ts'
import { removeLock, writeLock } from './lock.ts'
import { FLUSH_COMMAND, say } from './say.ts'

/** Why a journal could not be written to disk, and what the user can do. */
interface DiskProblem {
  reason: string
  advice: string
}

const allow = (folder: string) => `let this user write ${folder}`
const free = () => 'free disk space'

const REMEDIES: Record<string, (folder: string, root: string) => string> = {
  EACCES: allow,
  EDQUOT: free,
  EFBIG: () => 'raise the limit on the size of files (ulimit -f)',
  ENOSPC: free,
  EPERM: allow,
  EROFS: (_folder, root) => `mount ${root} writable, or run the tests in a writable copy`,
}

/** The readable part of a journal: the first `bytes` of a file, then lines that only memory holds. */
export interface JournalSource {
  path?: string
  bytes: number
  lines: string[]
  /** True if another process wrote it, so that any line may be incomplete. */
  isFound?: boolean
}

/** An append-only file of lines; when `append` returns, the operating system has the line. */
export interface Journal {
  append(line: string): void
  /** Writes everything that `work` appends in few system calls, before this returns. */
  together(work: () => void): void
  /** Everything written so far. */
  peek(): JournalSource
  /** Ends writing; written lines stay readable, even if the file is deleted. */
  close(): JournalSource
  /** Tries once more to write everything to disk; returns false if some lines are only in memory. */
  save(): boolean
  /** Releases the file, so that a flush may send it. */
  release(): void
  /**
   * Records that the server has every line, so that the exit of the process writes and reports
   * nothing more.
   */
  markSent(): void
  /** Deletes the file; called when the server has everything. */
  remove(): void
  /** Why the disk is not used, and how many lines did not fit into memory. */
  readonly problem: (DiskProblem & { lost: number }) | undefined
}

/** The characters of the lines in memory if the disk cannot be used: enough for 100,000 passing tests. */
const MEMORY_BYTES = 32 * 1024 * 1024
/** Batched lines are written when they reach this size at the latest. */
const TOGETHER_CHARACTERS = 64 * 1024
const DELETED: DiskProblem = {
  reason: 'the file was deleted during the run',
  advice: 'let no test delete the folder .svc',
}
const EXISTING = constants.O_RDWR | constants.O_APPEND

/**
 * Opens `<root>/.svc/journal/<id>.ndjson`. Never throws: if the disk refuses, lines stay in memory.
 * One write per line costs about 1.3 µs (median of 90,000, Node 20 and 24, ext4); batching would
 * cost 0.3 µs and lose finished tests on SIGKILL. A process that exits before `release` writes
 * `lastLine` unless it is undefined, and prints the path of the file.
 */
export const openJournal = (
  root: string,
  id: string,
  lastLine: (exitCode: number) => string | undefined = () => undefined,
): Journal => {
  let path: string | undefined
  let file: number | undefined
  let bytes = 0
  let problem: (DiskProblem & { lost: number }) | undefined
  let lines: string[] = []
  let memory = 0
  /** The lines of the current call of `together`. */
  let waiting: string | undefined

  const begin = () => {
    const wanted = join(makeJournalFolder(root), `${id}.ndjson`)
    writeLock(wanted)
    try {
      file = openSync(wanted, 'ax+', 0o600)
      path = wanted
    } catch (error) {
      removeLock(wanted)
      throw error
    }
  }

  const giveUpDisk = (error: unknown) => {
    problem = { ...diskProblem(error, root), lost: 0 }
  }

  const keep = (text: string) => {
    for (const line of text.split('\n')) {
      memory += line.length
      if (memory <= MEMORY_BYTES) lines.push(line)
      else if (problem) problem.lost += 1
    }
  }

  const closeFile = () => {
    const open = file
    file = undefined
    // The system has the lines; nothing can be done about a failed close.
    if (open !== undefined) quietly(() => closeSync(open))
  }

  const peek = () => ({ ...(path && { path }), bytes, lines })

  /** An open file stays readable after its name is deleted, so its lines are read back into memory. */
  const end = () => {
    if (file !== undefined && path && !isAt(file, path)) {
      lines = [...readBack(file, bytes).split('\n').slice(0, -1), ...lines]
      removeLock(path)
      path = undefined
      bytes = 0
      problem ??= { ...DELETED, lost: 0 }
    }
    closeFile()
  }

  const save = (): boolean => {
    if (!problem) return true
    // A deleted project folder is not created again.
    if (problem.lost > 0 || !existsSync(root)) return false
    let saved = 0
    try {
      if (path === undefined) begin()
      else file ??= openSync(path, EXISTING)
      const target = file ?? -1
      ftruncateSync(target, bytes)
      for (; saved < lines.length; saved += 1) bytes += writeWhole(target, `${lines[saved]}\n`)
      problem = undefined
    } catch {
      // As before: `bytes` marks the complete part on disk, the rest is in memory.
    }
    lines = lines.slice(saved)
    closeFile()
    return problem === undefined
  }

  const release = () => {
    unsent.delete(tellUnsent)
    closeFile()
    if (path) removeLock(path)
  }

  /** One line or several. */
  const write = (text: string) => {
    if (file === undefined || problem) return keep(text)
    try {
      bytes += writeWhole(file, `${text}\n`)
    } catch (error) {
      giveUpDisk(error)
      keep(text)
    }
  }

  const append = (line: string) => {
    if (waiting === undefined) return write(line)
    waiting = waiting === '' ? line : `${waiting}\n${line}`
    if (waiting.length >= TOGETHER_CHARACTERS) writeWaiting('')
  }

  const writeWaiting = (then: '' | undefined) => {
    const text = waiting
    waiting = then
    if (text) write(text)
  }

  const together = (work: () => void) => {
    if (waiting !== undefined) return work()
    waiting = ''
    try {
      work()
    } finally {
      writeWaiting(undefined)
    }
  }

  const tellUnsent = (exitCode: number) => {
    const line = lastLine(exitCode)
    writeWaiting(undefined)
    if (line) append(line)
    end()
    save()
    const kept = `kept in ${path}; to send them, run: ${FLUSH_COMMAND}`
    const lost = `lost, because the journal could not be written (${problem?.reason}); ${problem?.advice}`
    const first = bytes > 0 ? `, except the first ones, which are ${kept}` : ''
    say(`the run ended before its results were sent; they are ${problem ? lost + first : kept}`)
    release()
  }

  try {
    begin()
  } catch (error) {
    giveUpDisk(error)
  }
  // First, because Vitest 3 ends the process in a listener of its own.
  process.off('exit', tellAllUnsent).prependOnceListener('exit', tellAllUnsent)
  unsent.add(tellUnsent)

  return {
    append,
    together,
    peek,
    close() {
      end()
      return peek()
    },
    save,
    release,
    markSent: () => void unsent.delete(tellUnsent),
    remove() {
      unsent.delete(tellUnsent)
      const written = path
      if (written) quietly(() => rmSync(written, { force: true }))
    },
    get problem() {
      return problem
    },
  }
}

/** Journals of this process that are neither sent nor released yet. */
const unsent = new Set<(exitCode: number) => void>()

const tellAllUnsent = (exitCode: number) => {
  for (const tell of unsent) quietly(() => tell(exitCode))
}

/** Writes the complete line: a disk that is nearly full first accepts a part of it, then refuses the rest. */
const writeWhole = (file: number, line: string): number => {
  const size = Buffer.byteLength(line)
  let written = writeSync(file, line)
  if (written < size) {
    const rest = Buffer.from(line)
    while (written < size) written += writeSync(file, rest, written)
  }
  return size
}

/** True if the name still refers to the open file. */
const isAt = (file: number, path: string): boolean => {
  try {
    const [open, named] = [fstatSync(file), statSync(path)]
    return open.ino === named.ino && open.dev === named.dev
  } catch {
    return false
  }
}

const readBack = (file: number, bytes: number): string => {
  const buffer = Buffer.alloc(bytes)
  let read = 0
  for (let more = 1; more > 0 && read < bytes; read += more)
    more = readSync(file, buffer, read, bytes - read, read)
  return buffer.toString('utf8', 0, read)
}

const quietly = (act: () => void) => {
  try {
    act()
  } catch {
    // If the file remains, it is sent again, and the server recognizes it.
  }
}

/** Returns the message for an error that occurred while the journal of a root was written. */
const diskProblem = (error: unknown, root: string): DiskProblem => {
  const folder = join(root, '.svc')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return {
    reason: error instanceof Error ? error.message : String(error),
    advice: `to keep results on disk, ${REMEDIES[String(code)]?.(folder, root) ?? `make ${folder} a folder that this user can write`}`,
  }
}
