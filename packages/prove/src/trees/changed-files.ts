import { fetchCommit } from './fetch-commit.ts'
import { runGit } from './run-git.ts'

/**
 * Returns the files of this tree that differ from where it left the commit, uncommitted and new ones included; relative to
 * the root, posix. Undefined if git does not know the commit and cannot fetch it.
 */
export const changedFiles = async (
  root: string,
  sha: string,
  env: NodeJS.ProcessEnv,
): Promise<Set<string> | undefined> => {
  if (!(await fetchCommit(root, sha, env))) return undefined
  // A shallow clone does not know where the branch began.
  const since = (await runGit(root, env, 'merge-base', sha, 'HEAD'))?.trim() || sha
  const changed = await runGit(root, env, 'diff', '--name-only', '--no-renames', '-z', since)
  const added = await runGit(root, env, 'ls-files', '--others', '--exclude-standard', '--full-name', '-z')
  if (changed === undefined || added === undefined) return undefined
  return new Set([changed, added].flatMap((listed) => listed.split('\0').filter(Boolean)))
}

/** The names that files of this tree have in a commit, where git takes them for renamed. */
export const namesIn = async (
  root: string,
  sha: string,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, string>> => {
  const listed = await runGit(
    root,
    env,
    'diff',
    '--name-status',
    '--find-renames',
    '--diff-filter=R',
    '-z',
    sha,
  )
  const words = (listed ?? '').split('\0')
  const names = new Map<string, string>()
  for (let at = 0; at + 2 < words.length; at += 3) names.set(words[at + 2] ?? '', words[at + 1] ?? '')
  return names
}
