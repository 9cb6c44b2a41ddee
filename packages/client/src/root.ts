import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder that paths are relative to, and what determined it. */
export interface Root {
  /** Absolute. */
  path: string
  kind: 'git' | 'SVC_ROOT' | 'runner'
}

/** Finds the top of the git working tree above `runnerRoot`; else `SVC_ROOT`; else `runnerRoot` itself. */
export const findRoot = (runnerRoot: string, declared?: string): Root => {
  const start = resolve(runnerRoot)
  const top = findAbove(start, '.git')
  if (top) return { path: top, kind: 'git' }
  if (declared) return { path: resolve(declared), kind: 'SVC_ROOT' }
  return { path: start, kind: 'runner' }
}

/**
 * The nearest folder, from `start` upwards, that contains `name`: a folder, or a file as `.git` is
 * in worktrees.
 */
export const findAbove = (start: string, name: string): string | undefined => {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return folder
    if (dirname(folder) === folder) return undefined
  }
}
