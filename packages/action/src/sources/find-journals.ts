import { existsSync, readdirSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { journalFolder } from '@svc/client/action'
import { isWithin } from './is-within.ts'

export interface FoundFolders {
  /** Folders with journals in `.svc/journal`. */
  roots: string[]
  /** Folders that directly contain journals, such as a downloaded artifact. */
  loose: string[]
  problems: string[]
}

interface Places {
  workspace: string
  temp: string
  /** Folders of the input; empty: search the workspace. */
  paths: string[]
}

const DEPTH = 5
const MOST_FOLDERS = 20_000
const SKIPPED = new Set(['node_modules', '.git', '.svc'])

/** Finds journals without following links out of the workspace or the runner's temporary folder. */
export const findJournals = async ({ workspace, temp, paths }: Places): Promise<FoundFolders> => {
  const folders: FoundFolders = { roots: [], loose: [], problems: [] }
  if (paths.length === 0) {
    await search(workspace, DEPTH, folders, { left: MOST_FOLDERS })
    return folders
  }
  const allowed = await Promise.all([workspace, temp].filter((path) => path !== '').map((path) => real(path)))
  for (const path of paths) await take(resolve(workspace, path), path, allowed, folders)
  return folders
}

const take = async (place: string, given: string, allowed: string[], folders: FoundFolders) => {
  if (!existsSync(place)) {
    folders.problems.push(
      `The input journals names ${given}, which does not exist. Set it to folders of projects or of journals.`,
    )
    return
  }
  const path = await real(place)
  if (!allowed.some((root) => isWithin(root, path))) {
    folders.problems.push(
      `The input journals names ${given}, which is outside the workspace. The action reads only folders below the workspace or RUNNER_TEMP: move the journals there.`,
    )
    return
  }
  const before = folders.roots.length + folders.loose.length
  if (await hasJournals(path)) {
    const root = resolve(path, '..', '..')
    if (journalFolder(root) === path) folders.roots.push(root)
    else folders.loose.push(path)
  }
  await search(path, DEPTH, folders, { left: MOST_FOLDERS }, true)
  if (folders.roots.length + folders.loose.length === before)
    folders.problems.push(
      `The input journals names ${given}, which contains no journal. Run the tests with an svc reporter in a step before this one.`,
    )
}

/** Searches folders without following links. */
const search = async (
  folder: string,
  depth: number,
  folders: FoundFolders,
  budget: { left: number },
  withLoose = false,
): Promise<void> => {
  budget.left -= 1
  if (budget.left < 0) return
  if (await hasJournals(journalFolder(folder))) folders.roots.push(folder)
  if (depth === 0) return
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isDirectory() || SKIPPED.has(entry.name)) continue
    const inner = join(folder, entry.name)
    if (withLoose && (await hasJournals(inner))) folders.loose.push(inner)
    await search(inner, depth - 1, folders, budget, withLoose)
  }
}

const hasJournals = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch((): string[] => [])
  return names.some((name) => name.endsWith('.ndjson'))
}

/** Returns the paths of the journals of one root. */
export const journalsOf = (root: string): string[] => journalsIn(journalFolder(root))

const journalsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => join(folder, name))

/** Returns the paths of all found journals. */
export const pathsOf = ({ roots, loose }: FoundFolders): string[] => [
  ...roots.flatMap(journalsOf),
  ...loose.flatMap(journalsIn),
]

const real = (path: string) => realpath(path).catch(() => resolve(path))
