import { WHOLE_SHA } from '@svc/protocol'
import { runGitUntil } from './run-git.ts'

/**
 * Returns true if the commit is here, or now is: a shallow clone fetches it alone. False for a text that is no whole sha:
 * it comes from a server, and git would take it for an option.
 */
export const fetchCommit = async (
  root: string,
  sha: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<boolean> => {
  if (!WHOLE_SHA.test(sha)) return false
  const git = (...args: string[]) => runGitUntil(signal, root, env, ...args)
  if ((await git('cat-file', '-e', '--end-of-options', `${sha}^{commit}`)) !== undefined) return true
  // A depth would make a whole repository shallow.
  const depth = (await git('rev-parse', '--is-shallow-repository'))?.trim() === 'true' ? ['--depth=1'] : []
  return (await git('fetch', '--no-tags', ...depth, '--end-of-options', 'origin', sha)) !== undefined
}
