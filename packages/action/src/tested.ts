import type { Open } from '@svc/protocol'
import type { EventFacts } from './event.ts'
import { commitsBefore } from './github/code-facts.ts'
import type { Run } from './run.ts'
import type { Execution } from './svc/executions.ts'

interface Tested {
  testedSha?: string | null | undefined
  /** Of the tested commit; absent where nobody knows. */
  parents?: string[] | undefined
}

/**
 * Whether the event's pull request is what was tested: its head, or a commit made of it. `pull_request_target` checks
 * out the base unless told otherwise, and what the base does says nothing of the change.
 */
export const isOfPull = (event: EventFacts, { testedSha, parents }: Tested): boolean => {
  const { name, headSha, baseTip } = event
  if (event.pullRequest === undefined) return true
  if (testedSha && testedSha === headSha) return true
  if (name !== 'pull_request_target') return !testedSha || testedSha !== baseTip
  return headSha !== undefined && (parents?.includes(headSha) ?? false)
}

/** The same of an execution that the server has; GitHub is asked what the tested commit was made of. */
export const isExecutionOfPull = async (run: Run, { testedSha }: Execution): Promise<boolean> => {
  const { event, github } = run
  if (isOfPull(event, { testedSha })) return true
  const isBase = testedSha === event.sha || testedSha === event.baseTip
  if (!testedSha || isBase || !event.repository || !github.hasToken) return false
  const [commit] = await commitsBefore(github, event.repository, testedSha).catch(() => [])
  return isOfPull(event, { testedSha, parents: commit?.parents })
}

/** What was recorded, as a run of the branch it is: nothing of it is the pull request's. That a fork may have made it stays. */
export const asBranchRun = ({ code }: Open, event: EventFacts): Open['code'] => {
  const { headSha, pullRequest, baseBranch, baseSha, mergeBaseSha, branch, ...rest } = code
  const isBase = code.testedSha === event.sha || code.testedSha === event.baseTip
  return { ...rest, ...(isBase && event.baseBranch && { branch: event.baseBranch }) }
}

/** Why there is no comment, and what to do for one. */
export const sayNotOfPull = ({ event, output }: Run, testedSha: string | null): void => {
  const tested = testedSha ? `commit ${testedSha.slice(0, 10)}` : 'a commit that git did not tell'
  output.note(
    'warning',
    `This job tested ${tested}, which is neither the head of pull request ${event.pullRequest} (${event.headSha?.slice(0, 10) ?? 'not known'}) nor a merge of it${event.name === 'pull_request_target' ? ': pull_request_target checks out the base by itself' : ''}. The results are reported as a run of what was tested, and no comment is written. Test pull requests by the event pull_request; those of forks are reported by the companion workflow in docs/github-action.md.`,
  )
}
