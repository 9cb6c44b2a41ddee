import { isPlace, type RepositoryName } from '../event.ts'
import { countAt, shaAt, textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

export interface PullOfBranch {
  number: number
  baseBranch?: string
  baseTip?: string
}

/** Returns the open pull request whose head is the pushed commit; undefined if there are none or several. */
export const pullOfBranch = async (
  github: GitHub,
  { full }: RepositoryName,
  { sha, branch }: { sha: string; branch: string },
): Promise<PullOfBranch | undefined> => {
  const answer = await github.call('GET', `/repos/${full}/commits/${sha}/pulls?per_page=100`)
  const pulls = (Array.isArray(answer) ? answer : []).filter(
    (pull) =>
      textAt(pull, 'state') === 'open' &&
      shaAt(pull, 'head.sha') === sha &&
      textAt(pull, 'head.ref') === branch &&
      textAt(pull, 'head.repo.full_name')?.toLowerCase() === full.toLowerCase() &&
      textAt(pull, 'base.repo.full_name')?.toLowerCase() === full.toLowerCase(),
  )
  const [pull] = pulls
  const number = countAt(pull, 'number')
  if (pulls.length !== 1 || !isPlace(number)) return undefined
  const baseBranch = textAt(pull, 'base.ref')
  const baseTip = shaAt(pull, 'base.sha')
  return { number, ...(baseBranch && { baseBranch }), ...(baseTip && { baseTip }) }
}
