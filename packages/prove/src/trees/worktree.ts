import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeOwnFolder, removeFolder, removeLeftFolder, removeLeftFolders } from './own-folder.ts'
import { isLeft, ownMark } from './owner.ts'
import { runGit, runGitUntil } from './run-git.ts'

/** A working tree of a trial's side; `remove` leaves nothing of it. */
export interface Tree {
  folder: string
  remove(): Promise<void>
}

/** Locks our trees, with the mark of the process that uses them. */
const REASON = 'svc '

/** Adds a working tree of a commit in the temporary folder; its files are checked out only if wished. */
export const addWorktree = async (
  root: string,
  sha: string,
  {
    kind,
    hasFiles,
    env,
    signal,
  }: { kind: 'base' | 'here'; hasFiles: boolean; env: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
): Promise<Tree> => {
  const place = realpathSync(makeOwnFolder(kind))
  // The mark stays outside of the tree.
  const folder = join(place, 'tree')
  const remove = async () => {
    // Twice, because it is locked.
    await runGit(root, env, 'worktree', 'remove', '--force', '--force', folder)
    removeFolder(place)
  }
  const marks = ['--lock', '--reason', `${REASON}${ownMark()}`]
  const files = hasFiles ? [] : ['--no-checkout']
  const added = await runGitUntil(
    signal,
    root,
    env,
    'worktree',
    'add',
    ...marks,
    '--detach',
    '--force',
    ...files,
    folder,
    sha,
  )
  if (added !== undefined) return { folder, remove }
  await remove()
  throw new Error(`git cannot check out ${sha.slice(0, 7)}`)
}

/** Removes trees and folders that a killed process of this machine left; never one that is not marked as ours. */
export const removeLeft = async (root: string, env: NodeJS.ProcessEnv): Promise<void> => {
  removeLeftFolders()
  const listed = (await runGit(root, env, 'worktree', 'list', '--porcelain', '-z')) ?? ''
  for (const entry of listed.split('\0\0')) {
    const lines = entry.split('\0')
    const folder = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length)
    const reason = lines.find((line) => line.startsWith('locked '))?.slice('locked '.length)
    if (!folder || !reason?.startsWith(REASON) || !isLeft(reason.slice(REASON.length))) continue
    await runGit(root, env, 'worktree', 'remove', '--force', '--force', folder)
    // It may be in the temporary folder of another session.
    removeLeftFolder(dirname(folder))
  }
}
