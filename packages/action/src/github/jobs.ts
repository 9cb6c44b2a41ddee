import type { RepositoryName } from '../event.ts'
import { at, countAt, listAt, textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

const PAGE = 100
const MOST_PAGES = 10

/** True if this job is the last running job of its run attempt; needs `actions: read`. */
export const isLastJob = async (
  github: GitHub,
  { full }: RepositoryName,
  { runId, runAttempt, runnerName }: { runId: string; runAttempt: number; runnerName: string },
): Promise<boolean> => {
  const open: unknown[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await github.call(
      'GET',
      `/repos/${full}/actions/runs/${runId}/attempts/${runAttempt}/jobs?per_page=${PAGE}&page=${page}`,
    )
    const jobs = listAt(answer, 'jobs')
    open.push(...jobs.filter((job) => textAt(job, 'status') !== 'completed'))
    if (jobs.length < PAGE || page * PAGE >= (countAt(answer, 'total_count') ?? 0)) break
  }
  if (open.length > 1) return false
  const [last] = open
  const runner = textAt(last, 'runner_name')
  return (
    last === undefined ||
    (at(last, 'status') === 'in_progress' && (!runner || !runnerName || runner === runnerName))
  )
}
