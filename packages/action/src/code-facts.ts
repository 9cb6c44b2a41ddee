import type { StepContext } from './context.ts'
import { type EventFacts, isPlace, type RepositoryName } from './event.ts'
import { countAt, shaAt, textAt } from './fields.ts'
import type { GitHub } from './github/call.ts'
import { commitsBefore, compareCommits } from './github/code-facts.ts'
import type { Execution } from './svc/executions.ts'
import type { Facts } from './svc/facts.ts'
import { wordsOf } from './trouble.ts'

/** Events of a branch whose payload does not contain its pull request. */
const ON_BRANCH = new Set(['push', 'workflow_dispatch'])

/** Returns facts about the code from the event and from GitHub's API, which has facts that a shallow clone lacks. */
export const gatherFacts = async (
  context: StepContext,
  known: Execution | undefined,
  isOfPull: boolean,
): Promise<Facts> => {
  const { github, log } = context
  const event = isOfPull ? context.event : withoutPull(context.event, known)
  const facts: Facts = {
    ...(event.headSha && { headSha: event.headSha }),
    ...(event.baseBranch && { baseBranch: event.baseBranch }),
    ...(event.defaultBranch && { defaultBranch: event.defaultBranch }),
    ...(event.pullRequest !== undefined && { pullRequest: event.pullRequest }),
  }
  const { repository } = event
  if (!repository || !github.hasToken) return facts
  const attempt = async <T>(what: string, ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask()
    } catch (error) {
      log.say(`${what} could not be read: ${wordsOf(error)}`)
      return undefined
    }
  }
  let base = event.baseTip
  const { branch, sha } = event
  if (ON_BRANCH.has(event.name) && branch && sha && branch !== event.defaultBranch) {
    const pull = await attempt('the pull request of the branch', () =>
      pullOfBranch(github, repository, { sha, branch }),
    )
    if (pull) {
      Object.assign(
        facts,
        { pullRequest: pull.number, headSha: sha },
        pull.baseBranch && { baseBranch: pull.baseBranch },
      )
      base = pull.baseTip
    }
  }
  const head = facts.headSha ?? sha
  if (base && head) {
    const from = base
    const compared = await attempt('the merge base', () =>
      compareCommits(github, repository, { base: from, head }),
    )
    if (compared?.mergeBase && !known?.mergeBaseSha) facts.mergeBaseSha = compared.mergeBase
    if (compared && compared.changedFiles.length > 0) {
      facts.changedFiles = compared.changedFiles
      facts.moreChangedFiles = Math.max(0, (event.changedFiles ?? 0) - compared.changedFiles.length)
    }
  }
  const from = event.headSha ?? sha
  if (from && !known?.mergeBaseSha) {
    const ancestry = await attempt('the commits before', () => commitsBefore(github, repository, from))
    if (ancestry?.length) facts.ancestry = ancestry
  }
  return facts
}

/** Returns the event's facts without its pull request, for a run that did not test it. */
const withoutPull = (
  { headSha, baseBranch, pullRequest, baseTip, sha, ...rest }: EventFacts,
  known: Execution | undefined,
): EventFacts => ({ ...rest, ...(known?.testedSha && { sha: known.testedSha }) })

/** Returns the open pull request whose head is the pushed commit; undefined if there are none or several. */
const pullOfBranch = async (
  github: GitHub,
  { full }: RepositoryName,
  { sha, branch }: { sha: string; branch: string },
): Promise<{ number: number; baseBranch?: string; baseTip?: string } | undefined> => {
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
