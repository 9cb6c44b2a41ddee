import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { copyAllInto, copyInto } from './copy-files.ts'
import { runGit, runGitUntil } from './run-git.ts'
import { addWorktree, type Tree } from './worktree.ts'

/** Caches of runners and bundlers, which name the folder that they are of. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp', '.vitest', '.turbo'])
export const isCache = (name: string): boolean => CACHES.has(name)
const isLeftOut = (name: string) => name === '.git' || name === '.svc' || isCache(name)

interface Copying {
  root: string
  env: NodeJS.ProcessEnv
  /**
   * `tested`: what git tracks or would add, and modules and settings: what a test left in an ignored file is not the
   * change's, and the base does not have it. `whole`: all files, so that build outputs are there.
   */
  what: 'tested' | 'whole'
  /** Paths that git ignores, relative to the root. */
  ignored: string[]
  /** Files that git does not know are left out if they changed later: the tests wrote them. Milliseconds since the epoch. */
  since?: number | undefined
  /** Ends the copy. */
  signal?: AbortSignal | undefined
}

/** Copies the caller's tree, so that no trial writes into it. Throws if it has no commit. */
export const copyTree = async ({ root, env, what, ignored, since, signal }: Copying): Promise<Tree> => {
  const head = (await runGit(root, env, 'rev-parse', 'HEAD'))?.trim()
  if (!head) throw new Error('this repository has no commit')
  const tree = await addWorktree(root, head, { kind: 'here', hasFiles: false, env, signal })
  try {
    if (what === 'whole') await copyInto(root, tree.folder, '.', isLeftOut, signal)
    else {
      const own = [...(await trackedIn(root, env)), ...(await addedIn(root, env, since)), ...ignored]
      await copyAllInto(root, tree.folder, own.filter(isNoPartOf('.svc')), isLeftOut, signal)
    }
    await runGitUntil(signal, tree.folder, env, 'reset', '--quiet', '--mixed')
    return tree
  } catch (error) {
    await tree.remove()
    throw error
  }
}

const listed = async (root: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<string[]> =>
  [...new Set(((await runGit(root, env, 'ls-files', '-z', ...args)) ?? '').split('\0'))].filter(Boolean)

const trackedIn = (root: string, env: NodeJS.ProcessEnv) => listed(root, env, '--cached')

const addedIn = async (
  root: string,
  env: NodeJS.ProcessEnv,
  since: number | undefined,
): Promise<string[]> => {
  const added = await listed(root, env, '--others', '--exclude-standard')
  if (since === undefined) return added
  const kept: string[] = []
  for (const path of added) {
    const about = await lstat(join(root, path)).catch(() => undefined)
    if (about && about.mtimeMs < since) kept.push(path)
  }
  return kept
}

const isNoPartOf = (name: string) => (path: string) => !path.split('/').some((part) => part === name)

/** Modules and settings, of all paths that git does not track. */
export const neededOf = (untracked: string[]): { modules: string[]; settings: string[] } => ({
  modules: untracked.filter((path) => basename(path) === 'node_modules'),
  settings: untracked.filter((path) => basename(path).startsWith('.env')),
})
