import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { runGit } from './run-git.ts'

/** The state of the caller's tree. */
export interface TreeState {
  /** The commit that is checked out; undefined without one. */
  head: string | undefined
  /** True if files of the commit differ, or git cannot tell. */
  isDirty: boolean
  /** True if there are files that git neither tracks nor ignores: on CI, the pipeline put them there. */
  hasNewFiles: boolean
}

/** Reads the caller's tree. New files that changed after `since`, milliseconds since the epoch, do not count: tests wrote them. */
export const readTree = async (
  root: string,
  env: NodeJS.ProcessEnv,
  since = Number.POSITIVE_INFINITY,
): Promise<TreeState> => {
  const head = (await runGit(root, env, 'rev-parse', '--verify', 'HEAD'))?.trim()
  const args = ['--porcelain', '--no-renames', '--untracked-files=all', '-z']
  const listed = await runGit(root, env, 'status', ...args, '--', ':(exclude,glob)**/.svc/**')
  const entries = listed?.split('\0').filter(Boolean) ?? []
  const added = entries.filter((entry) => entry.startsWith(NEW))
  const isDirty = listed === undefined || added.length < entries.length
  return { head, isDirty, hasNewFiles: await isAnyOlder(root, added, since) }
}

const NEW = '?? '

const isAnyOlder = async (root: string, added: string[], since: number): Promise<boolean> => {
  for (const entry of added) {
    const about = await lstat(join(root, entry.slice(NEW.length))).catch(() => undefined)
    if (about && about.mtimeMs < since) return true
  }
  return false
}
