import type { Code, Open } from '@svc/protocol'
import type { LockedExecution } from '../executions/lock.ts'
import { Problem } from '../kernel/problem.ts'

/**
 * What a fork sends stays with its own pull request: a part of it joins no execution of anybody else's, whatever
 * build it names, nor does any other part join one of a fork's. Else CONFLICT.
 */
export function requireSameSource(
  execution: Pick<LockedExecution, 'trust' | 'pull_request'>,
  { trust, code, build }: Open,
): void {
  const isFork = trust === 'fork'
  if (isFork !== (execution.trust === 'fork'))
    throw new Problem(
      'CONFLICT',
      isFork
        ? `Build "${build}" was begun by a run of this repository, and a part that comes from a fork cannot join it. Send it under a build of its own (SVC_BUILD).`
        : `Build "${build}" was begun by a fork, and only parts of that fork can join it. Send this one under another build (SVC_BUILD).`,
    )
  const { pull_request: own } = execution
  if (isFork && own !== null && code.pullRequest !== undefined && code.pullRequest !== own)
    throw new Problem(
      'CONFLICT',
      `Build "${build}" was begun by the fork of pull request ${own}, and a part of pull request ${code.pullRequest} cannot join it. Send it under a build of its own (SVC_BUILD).`,
    )
}

/** A fork's `main` is not the repository's: no branch of a repository can have a colon in its name. */
export const branchOfFork = ({ branch }: Code): string | undefined =>
  branch === undefined || branch.includes(':') ? branch : `fork:${branch}`

/** The base's side of the merge commit that CI tested, told by its parents: a fork adds none to the commit graph. */
export function mergeParentOf({ testedSha, headSha, parents = [] }: Code): string | null {
  const [first, second, ...more] = parents
  return first !== undefined && second === headSha && testedSha !== headSha && more.length === 0
    ? first
    : null
}
