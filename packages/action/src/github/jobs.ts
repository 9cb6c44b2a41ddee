import type { RepositoryName } from '../event.ts'
import { at, textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

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
export const jobsOf = (
  github: GitHub,
  repository: string,
  { runId, runAttempt }: { runId: string; runAttempt: number },
): Promise<unknown[]> =>
  github.list(`/repos/${repository}/actions/runs/${runId}/attempts/${runAttempt}/jobs`, 10)
