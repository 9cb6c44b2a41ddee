import { mkdtempSync, realpathSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runGit, runGitUntil } from './run-git.ts'
import { isAlive, removeFolder, removeStaleTrials } from './stale-trials.ts'

/** A working tree of a trial's side; `remove` leaves nothing of it. */
export interface Tree {
  folder: string
  remove(): Promise<void>
}

const NAME = /^svc-(?:base|here)-\w{6}$/
/** Marks our trees, with the machine and the process that uses them. */
const reasonOf = (pid: number) => `svc run --prove on ${hostname()}, process ${pid}`

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
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `svc-${kind}-`))
  const remove = async () => {
    // Twice, because it is locked.
    await runGit(root, env, 'worktree', 'remove', '--force', '--force', folder)
    removeFolder(folder)
  }
  const marks = ['--lock', '--reason', reasonOf(process.pid)]
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
export const removeStale = async (root: string, env: NodeJS.ProcessEnv): Promise<void> => {
  removeStaleTrials()
  const listed = (await runGit(root, env, 'worktree', 'list', '--porcelain', '-z')) ?? ''
  for (const entry of listed.split('\0\0')) {
    const lines = entry.split('\0')
    const folder = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length)
    const reason = lines.find((line) => line.startsWith('locked '))?.slice('locked '.length)
    const pid = Number(/, process (\d+)$/.exec(reason ?? '')?.[1])
    if (!folder || !NAME.test(basename(folder)) || reason !== reasonOf(pid) || isAlive(pid)) continue
    await runGit(root, env, 'worktree', 'remove', '--force', '--force', folder)
  }
}
