import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

interface Owner {
  pid: number
  /** The machine and pid namespace, without which a pid is meaningless. */
  host: string
  /** Start of the process if the system reports it, because pids are reused. */
  started?: string
}

/** How long a journal of another machine counts as being written after its last line. */
const FOREIGN_SILENCE_MS = 15 * 60_000
/** If a process's start is unknown, a pid older than this is assumed to belong to another process. */
const PID_TRUST_MS = 24 * 60 * 60_000

/** The lock beside a journal: while its process runs, no other process sends it. */
export const lockPath = (journal: string): string => `${journal}.lock`

/** Marks a new journal as being written by this process; throws if the disk refuses or it has a lock. */
export const writeLock = (journal: string): void => {
  const started = processStart(process.pid)
  const owner: Owner = { pid: process.pid, host: thisHost(), ...(started && { started }) }
  writeFileSync(lockPath(journal), JSON.stringify(owner), { mode: 0o600, flag: 'wx' })
}

/**
 * Takes over a journal whose process has ended; returns false if a process has it. Throws if the
 * disk cannot be written. Two processes may take over the same dead lock at the same moment, which
 * is harmless because the server counts entries.
 */
export const claim = (journal: string): boolean => {
  if (isInUse(journal)) return false
  rmSync(lockPath(journal), { force: true })
  try {
    writeLock(journal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** A lock that cannot be removed ends with its process. */
export const removeLock = (journal: string): void => {
  try {
    rmSync(lockPath(journal), { force: true })
  } catch {
    // The folder has become read-only, so nothing else could be done with the journal either.
  }
}

/** True while the process that writes or sends the journal is believed to live. */
export const isInUse = (journal: string, now: number = Date.now()): boolean => {
  const owner = readOwner(lockPath(journal))
  if (!owner) return false
  const silenceMs = now - lastChange(journal)
  if (owner.host !== thisHost()) return silenceMs < FOREIGN_SILENCE_MS
  if (!isRunning(owner.pid)) return false
  const started = processStart(owner.pid)
  return started && owner.started ? started === owner.started : silenceMs < PID_TRUST_MS
}

const readOwner = (path: string): Owner | undefined => {
  try {
    const owner: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isOwner(owner) ? owner : undefined
  } catch {
    // There is no lock, or a kill cut it off: nobody claims the journal.
    return undefined
  }
}

const isOwner = (value: unknown): value is Owner =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'host' in value &&
  typeof value.host === 'string'

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Field 22 of /proc/<pid>/stat, counted after the name, which may contain spaces; only Linux has it. */
const processStart = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

const thisHost = (): string => {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

const lastChange = (path: string): number => {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
