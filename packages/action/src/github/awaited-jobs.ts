import type { EventFacts, RepositoryName } from '../event.ts'
import { at, listAt, textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

/**
 * True if another job of the run attempt has not yet started its step with this step's name and will report later. A job
 * without a runner has no steps: it counts if it belongs to the same matrix. Needs `actions: read`.
 */
export const isReportAwaited = async (
  github: GitHub,
  { repository, runId, runAttempt, runnerName }: EventFacts,
): Promise<boolean> => {
  if (!repository || !runId) return false
  const jobs = await jobsOf(github, repository.full, { runId, runAttempt })
  const open = jobs.filter((job) => textAt(job, 'status') !== 'completed')
  const own = open.find((job) => textAt(job, 'runner_name') === runnerName)
  const step = listAt(own, 'steps').find((each) => textAt(each, 'status') === 'in_progress')
  const name = textAt(step, 'name')
  if (own === undefined || name === undefined) return false
  return open.some((job) => {
    if (job === own) return false
    const steps = listAt(job, 'steps')
    if (steps.length === 0) return baseOf(job) === baseOf(own)
    return steps.some((each) => textAt(each, 'name') === name && WAITING.has(textAt(each, 'status') ?? ''))
  })
}

const WAITING = new Set(['queued', 'pending'])

/** Returns the job of a matrix job: `test` for `test (ubuntu, 22)`. */
const baseOf = (job: unknown) => (textAt(job, 'name') ?? '').split(' (', 1)[0]

/** True if this job is the last running job of its run attempt; needs `actions: read`. */
export const isLastJob = async (
  github: GitHub,
  { full }: RepositoryName,
  { runId, runAttempt, runnerName }: { runId: string; runAttempt: number; runnerName: string },
): Promise<boolean> => {
  const jobs = await jobsOf(github, full, { runId, runAttempt })
  const open = jobs.filter((job) => textAt(job, 'status') !== 'completed')
  if (open.length > 1) return false
  const [last] = open
  const runner = textAt(last, 'runner_name')
  return (
    last === undefined ||
    (at(last, 'status') === 'in_progress' && (!runner || !runnerName || runner === runnerName))
  )
}

/** Returns the jobs of a run attempt. */
const jobsOf = (
  github: GitHub,
  repository: string,
  { runId, runAttempt }: { runId: string; runAttempt: number },
): Promise<unknown[]> =>
  github.list(`/repos/${repository}/actions/runs/${runId}/attempts/${runAttempt}/jobs`, 10)
