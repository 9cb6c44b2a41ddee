import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { isLeft, ownMark } from './owner.ts'

/** A folder of a trial or a tree, or the receipts of a command. */
const NAME = /^svc-(?:base|here|run|trial)-\w{6}$/
/** Says who uses the folder. */
const OWNER = 'owner'

/** Makes a folder in the temporary one, which the next start removes if this process is killed. */
export const makeOwnFolder = (kind: 'base' | 'here' | 'run' | 'trial'): string => {
  // Reporters run in other folders, and TMPDIR may be relative.
  const folder = mkdtempSync(join(resolve(tmpdir()), `svc-${kind}-`))
  writeFileSync(join(folder, OWNER), ownMark())
  return folder
}

/** Removes the folders whose process on this machine was killed; never one of another user, or without our mark. */
export const removeLeftFolders = (): void => {
  const place = tmpdir()
  for (const name of namesIn(place)) removeLeftFolder(join(place, name))
}

/** The same for one folder, which may lie elsewhere. */
export const removeLeftFolder = (folder: string): void => {
  if (NAME.test(basename(folder)) && isOwn(folder) && isLeft(readOwner(folder))) removeFolder(folder)
}

/** Removes a folder as far as it can be removed: a test may have left one that is not writable. */
export const removeFolder = (folder: string): void => {
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  try {
    // The mark at last: another start removes what stays.
    for (const name of namesIn(folder)) if (name !== OWNER) remove(join(folder, name))
    remove(folder)
  } catch {
    // What it costs is disk space, and the exit code of a command is worth more.
  }
}

/** A link is nobody's; Windows has a temporary folder for each user. */
const isOwn = (folder: string): boolean => {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === (process.geteuid?.() ?? found.uid)
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const readOwner = (folder: string): string => {
  try {
    return readFileSync(join(folder, OWNER), 'utf8')
  } catch {
    return ''
  }
}
