import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Marks what this process makes: `<host> <pid namespace> <pid> <start>`. Another process may get the same pid later. */
export const ownMark = (): string => markOf(process.pid)

/** Returns true if a process of this machine made it, and runs no longer. */
export const isLeft = (mark: string): boolean => {
  const [, text] = /^\S+ \S+ (\d+) \S+$/.exec(mark) ?? []
  const pid = Number(text)
  if (!pid) return false
  // The process of a pid says nothing of one of another machine or container.
  if (!mark.startsWith(`${placeOf()} `)) return false
  return !isAlive(pid) || (startOf(pid) !== UNKNOWN && mark !== markOf(pid))
}

const UNKNOWN = '-'

const markOf = (pid: number): string => `${placeOf()} ${pid} ${startOf(pid)}`

const placeOf = (): string => `${hostname()} ${namespaceOf()}`

const namespaceOf = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return UNKNOWN
  }
}

/** State and start of a process, after its name, which may contain anything; undefined outside of Linux. */
const statOf = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Clock ticks since the machine started. */
const startOf = (pid: number): string => statOf(pid)?.[START] ?? UNKNOWN

const START = 19

/** Returns true for a process that runs, also one of somebody else; a zombie does not. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return statOf(pid)?.[0] !== 'Z'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
