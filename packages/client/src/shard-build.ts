import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Open } from '@svc/protocol'
import { checksum } from './cut.ts'
import { makeJournalFolder } from './folder.ts'
import { uuidv4 } from './uuid.ts'

/** Shards of one run follow one another, or run at the same time. */
const WITHIN_MS = 60 * 60_000

/**
 * Returns the build of the run that a shard on a developer's machine belongs to: the newest run of the same commit,
 * suite and config in this folder that lacks this shard and had another one within the last hour. Otherwise begins a
 * run. Returns undefined if the disk refuses: the shard then has an execution of its own.
 *
 * Each run is a file with its build, and one for each shard that has joined; making a file decides between processes.
 */
export const joinShards = (root: string, open: Open, now: number = Date.now()): string | undefined => {
  const { shard, ...place } = open.part
  if (!shard) return undefined
  const run = checksum(JSON.stringify([open.suite, place, shard.total, open.code.testedSha ?? '']))
  try {
    makeJournalFolder(root)
    const folder = join(root, '.svc', 'shards')
    mkdirSync(folder, { recursive: true })
    const files = currentFiles(folder, now)
    const numbers = files
      .filter((name) => name.startsWith(`${run}.`))
      .map((name) => Number(name.split('.')[1]))
    for (let number = Math.max(1, ...numbers); ; number += 1) {
      if (make(join(folder, `${run}.${number}.${shard.index}`), '')) {
        const file = join(folder, `${run}.${number}.build`)
        make(file, uuidv4())
        return readFileSync(file, 'utf8')
      }
    }
  } catch {
    return undefined
  }
}

/** Removes the files of runs whose last shard began too long ago, and returns the names of all others. */
const currentFiles = (folder: string, now: number): string[] => {
  const files = readdirSync(folder).map((name) => ({ name, run: name.split('.').slice(0, 2).join('.') }))
  const current = new Set(
    files.filter(({ name }) => now - changedAt(join(folder, name)) < WITHIN_MS).map(({ run }) => run),
  )
  return files.flatMap(({ name, run }) => {
    if (current.has(run)) return [name]
    rmSync(join(folder, name), { force: true })
    return []
  })
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Makes a file with its complete content; returns false if it is there. */
const make = (path: string, content: string): boolean => {
  const whole = `${path}.${process.pid}.new`
  writeFileSync(whole, content, { mode: 0o600 })
  try {
    linkSync(whole, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(whole, { force: true })
  }
}
