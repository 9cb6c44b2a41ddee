import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const PREFIX = 'svc-trial-'
/** Says who uses the folder. */
const OWNER = 'owner'

/** The path of a new folder without its random end. */
export const trialPrefix = (): string => join(resolve(tmpdir()), PREFIX)

/** Marks a folder of a trial as that of this process. */
export const markTrial = (folder: string): void =>
  writeFileSync(join(folder, OWNER), `${hostname()} ${process.pid}`)

/** Removes the folders of trials whose process on this machine was killed; never one without our mark. */
export const removeStaleTrials = (): void => {
  const place = resolve(tmpdir())
  for (const name of namesIn(place)) {
    if (!name.startsWith(PREFIX)) continue
    const [host, pid] = (readOwner(join(place, name, OWNER)) ?? '').split(' ')
    if (host === hostname() && pid && !isAlive(Number(pid))) removeFolder(join(place, name))
  }
}

/** Removes a folder as far as it can be removed: a test may have left one that is not writable. */
export const removeFolder = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // What it costs is disk space, and the exit code of a command is worth more.
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const readOwner = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Returns true for a process that runs, also one of somebody else. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
