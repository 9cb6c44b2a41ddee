import { isPlace, type RepositoryName, toRepository, type WorkflowRun } from '../event.ts'
import { countAt, shaAt, textAt } from '../fields.ts'
import type { GitHub } from '../github/call.ts'
import { Trouble } from '../trouble.ts'

/** What GitHub itself says of a pull request. */
export interface VerifiedPull {
  number: number
  headSha: string
  /** The name of the branch in the fork. */
  branch: string
  baseBranch: string
  baseSha: string
}

/**
 * The pull request that an artifact claims to be of, if the run that made the artifact tested its head, as it stands
 * now. The number is all that is taken from the artifact; all else is GitHub's word.
 */
export const verifyPull = async (
  github: GitHub,
  repository: RepositoryName,
  run: WorkflowRun,
  claim: unknown,
): Promise<VerifiedPull> => {
  const number = countAt(claim, 'pullRequest')
  if (!isPlace(number))
    throw new Trouble('run.json of the artifact names no pull request. It is not believed.')
  const pull = await github.call('GET', `/repos/${repository.full}/pulls/${number}`)
  const headSha = shaAt(pull, 'head.sha')
  const head = toRepository(textAt(pull, 'head.repo.full_name'))?.full
  const base = textAt(pull, 'base.repo.full_name')
  const baseBranch = textAt(pull, 'base.ref')
  const baseSha = shaAt(pull, 'base.sha')
  if (!headSha || !baseBranch || !baseSha || base?.toLowerCase() !== repository.full.toLowerCase())
    throw new Trouble(`GitHub tells too little of pull request ${number}. The artifact is not believed.`)
  if (headSha !== run.headSha)
    throw new Trouble(
      `Pull request ${number} is at ${headSha.slice(0, 10)}, and the run tested ${run.headSha.slice(0, 10)}. Either it has a newer commit, whose own run reports it, or the artifact names a pull request that is not its own. Nothing was sent.`,
    )
  if (!head || !run.headRepository || head.toLowerCase() !== run.headRepository.toLowerCase())
    throw new Trouble(
      `Pull request ${number} comes from ${head ?? 'a repository that is gone'}, and the run from ${run.headRepository ?? 'one that is gone'}. The artifact is not believed, and nothing was sent.`,
    )
  return { number, headSha, baseBranch, baseSha, branch: textAt(pull, 'head.ref') ?? '' }
}
