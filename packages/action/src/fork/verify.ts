import { isPlace, type RepositoryName, toRepository, type WorkflowRun } from '../event.ts'
import { countAt, shaAt, textAt } from '../fields.ts'
import type { GitHub } from '../github/call.ts'
import { Trouble } from '../trouble.ts'

/** Facts about a pull request from GitHub's API. */
export interface VerifiedPull {
  number: number
  headSha: string
  /** The name of the branch in the fork. */
  branch: string
  baseBranch: string
  baseSha: string
}

/**
 * Returns the pull request that an artifact claims, if the run of the artifact tested its current head. Only the number
 * comes from the artifact; all other facts come from GitHub. Throws a `Trouble` if they do not match.
 */
export const verifyPull = async (
  github: GitHub,
  repository: RepositoryName,
  run: WorkflowRun,
  claim: unknown,
): Promise<VerifiedPull> => {
  const number = countAt(claim, 'pullRequest')
  if (!isPlace(number))
    throw new Trouble('run.json in the artifact names no pull request. The artifact is ignored.')
  const pull = await github.call('GET', `/repos/${repository.full}/pulls/${number}`)
  const headSha = shaAt(pull, 'head.sha')
  const head = toRepository(textAt(pull, 'head.repo.full_name'))?.full
  const base = textAt(pull, 'base.repo.full_name')
  const baseBranch = textAt(pull, 'base.ref')
  const baseSha = shaAt(pull, 'base.sha')
  if (!headSha || !baseBranch || !baseSha || base?.toLowerCase() !== repository.full.toLowerCase())
    throw new Trouble(`GitHub's data on pull request ${number} is incomplete. The artifact is ignored.`)
  if (headSha !== run.headSha)
    throw new Trouble(
      `Pull request ${number} is at ${headSha.slice(0, 10)}, but the run tested ${run.headSha.slice(0, 10)}. Either the pull request has a newer commit, whose own run reports it, or the artifact names the wrong pull request. Nothing was sent.`,
    )
  if (!head || !run.headRepository || head.toLowerCase() !== run.headRepository.toLowerCase())
    throw new Trouble(
      `Pull request ${number} comes from ${head ?? 'a deleted repository'}, but the run from ${run.headRepository ?? 'a deleted repository'}. The artifact is ignored, and nothing was sent.`,
    )
  return { number, headSha, baseBranch, baseSha, branch: textAt(pull, 'head.ref') ?? '' }
}
