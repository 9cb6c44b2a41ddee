import type { Code, Open } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'

/**
 * Throws CONFLICT unless both sides have the same source. A fork's part joins only executions of its own pull
 * request, regardless of the build it names, and no other part joins a fork's execution.
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
        ? `Build "${build}" was started by a run of this repository, and a part from a fork cannot join it. Send the part under its own build (SVC_BUILD).`
        : `Build "${build}" was started by a fork, and only parts of that fork can join it. Send this part under another build (SVC_BUILD).`,
    )
  const { pull_request: own } = execution
  if (isFork && own !== null && code.pullRequest !== undefined && code.pullRequest !== own)
    throw new Problem(
      'CONFLICT',
      `Build "${build}" was started by the fork of pull request ${own}, and a part of pull request ${code.pullRequest} cannot join it. Send the part under its own build (SVC_BUILD).`,
    )
}

/** A fork's `main` is not the repository's: branch names of a repository never contain a colon. */
export const branchOfFork = ({ branch }: Code): string | undefined =>
  branch === undefined || branch.includes(':') ? branch : `fork:${branch}`

/**
 * The base's side of the merge commit that CI tested, from its parents: a fork adds none to the commit graph.
 */
export function mergeParentOf({ testedSha, headSha, parents = [] }: Code): string | null {
  const [first, second, ...more] = parents
  return first !== undefined && second === headSha && testedSha !== headSha && more.length === 0
    ? first
    : null
}
