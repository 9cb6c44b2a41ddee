import type { Open } from '@svc/protocol'
import type { StepContext } from './context.ts'
import type { EventFacts } from './event.ts'
import { commitsBefore } from './github/code-facts.ts'
import type { Execution } from './svc/executions.ts'

interface Tested {
  testedSha?: string | null | undefined
  /** Parents of the tested commit; absent if unknown. */
  parents?: string[] | undefined
}

/**
 * True if the run tested the event's pull request: its head, or a merge of it. By default `pull_request_target` checks
 * out the base, whose results say nothing about the change.
 */
export const isOfPull = (event: EventFacts, { testedSha, parents }: Tested): boolean => {
  const { name, headSha, baseTip } = event
  if (event.pullRequest === undefined) return true
  if (testedSha && testedSha === headSha) return true
  if (name !== 'pull_request_target') return !testedSha || testedSha !== baseTip
  return headSha !== undefined && (parents?.includes(headSha) ?? false)
}

/** Returns the same for an execution on the server; asks GitHub for the parents of the tested commit. */
export const isExecutionOfPull = async (context: StepContext, { testedSha }: Execution): Promise<boolean> => {
  const { event, github } = context
  if (isOfPull(event, { testedSha })) return true
  const isBase = testedSha === event.sha || testedSha === event.baseTip
  if (!testedSha || isBase || !event.repository || !github.hasToken) return false
  const [commit] = await commitsBefore(github, event.repository, testedSha).catch(() => [])
  return isOfPull(event, { testedSha, parents: commit?.parents })
}

/** Returns the code facts of a branch run, without those of the pull request; keeps the mark of a fork. */
export const asBranchRun = ({ code }: Open, event: EventFacts): Open['code'] => {
  const { headSha, pullRequest, baseBranch, baseSha, mergeBaseSha, branch, ...rest } = code
  const isBase = code.testedSha === event.sha || code.testedSha === event.baseTip
  return { ...rest, ...(isBase && event.baseBranch && { branch: event.baseBranch }) }
}

/** Warns that no comment is written, and says how to get one. */
export const sayNotOfPull = ({ event, log }: StepContext, testedSha: string | null): void => {
  const tested = testedSha ? `commit ${testedSha.slice(0, 10)}` : 'an unknown commit'
  log.note(
    'warning',
    `This job tested ${tested}, which is neither the head of pull request ${event.pullRequest} (${event.headSha?.slice(0, 10) ?? 'unknown'}) nor a merge of it${event.name === 'pull_request_target' ? ': pull_request_target checks out the base by default' : ''}. The results count as a run of the tested commit, and no comment is written. Test pull requests with the event pull_request; the companion workflow in docs/reference/github-action.md reports those of forks.`,
  )
}
