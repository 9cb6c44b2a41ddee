import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { git } from '@svc/test-kit/git'

const made: string[] = []

/** A new empty folder, with its real path. */
export const makeFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-client-')))
  made.push(folder)
  return folder
}

/** Removes what `makeFolder` made. */
export const removeFolders = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export const write = (folder: string, path: string, content = `${path}\n`): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

/** Writes a file and commits it; gives the commit's sha. */
export const commit = (folder: string, path: string, message = `add ${path}`): string => {
  write(folder, path)
  git(folder, 'add', path)
  git(folder, 'commit', '-q', '-m', message)
  return git(folder, 'rev-parse', 'HEAD')
}

/** A repository with one commit on `main`. */
export const makeRepository = (): string => {
  const folder = makeFolder()
  git(folder, 'init', '-q')
  commit(folder, 'a.txt', 'first\n\nthe body')
  return folder
}
