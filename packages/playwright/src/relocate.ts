import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { RecordedAttempt } from '@svc/client'
import type { Failure } from '@svc/protocol'

interface Relocator {
  path(path: string): string
  failure(failure: Failure): Failure
  attempt(attempt: RecordedAttempt): RecordedAttempt
}

const UNMOVED: Relocator = {
  path: (path) => path,
  failure: (failure) => failure,
  attempt: (attempt) => attempt,
}

/**
 * Shards may have run in another folder than the one in which their reports are merged, for example
 * in a container. Finds `rootDir`, the folder that they report, below `root` by a test file, and
 * converts their paths to local ones.
 */
export const relocator = (rootDir: string, root: string, testFile: string | undefined): Relocator => {
  const theirs = slashed(rootDir)
  if (testFile === undefined || isBelow(theirs, slashed(root))) return UNMOVED
  const inside = posix.relative(theirs, slashed(testFile))
  const folders = theirs.split('/')
  // The longest suffix of their path that leads to the test file here; the part before it is their
  // root.
  const found = folders.findIndex((_, index) => existsSync(join(root, ...folders.slice(index + 1), inside)))
  if (found < 0) return UNMOVED
  return moving(`${folders.slice(0, found + 1).join('/')}/`, root)
}

const moving = (from: string, root: string): Relocator => {
  const variants = [from, from.replaceAll('/', '\\')]
  const path = (given: string) =>
    slashed(given).startsWith(from) ? join(root, slashed(given).slice(from.length)) : given
  const text = (given: string) => variants.reduce((made, each) => made.replaceAll(each, ''), given)
  const failure = (given: Failure): Failure => ({
    ...given,
    message: text(given.message),
    ...(given.stack ? { stack: text(given.stack) } : {}),
    ...(given.location ? { location: { ...given.location, file: path(given.location.file) } } : {}),
    ...(given.cause ? { cause: failure(given.cause) } : {}),
  })
  const attempt = (given: RecordedAttempt): RecordedAttempt => ({
    ...given,
    ...(given.errors ? { errors: given.errors.map(failure) } : {}),
    ...(given.location ? { location: { ...given.location, file: path(given.location.file) } } : {}),
  })
  return { path, failure, attempt }
}

const slashed = (path: string) => path.replaceAll('\\', '/')

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
