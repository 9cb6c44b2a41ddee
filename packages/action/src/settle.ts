import { sleep } from '@svc/client/action'
import { tell } from './executions.ts'
import { isLastJob } from './github/jobs.ts'
import type { Run } from './run.ts'
import type { Svc } from './svc/call.ts'
import type { AddedFacts } from './svc/facts.ts'
import { wordsOf } from './trouble.ts'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 10_000
/** GitHub takes 1,000 requests an hour of a repository's jobs together. */
const LOOK_MS = 60_000

/**
 * Settles an execution that is whole: by what the server knows of its parts, else by GitHub's word that no other job
 * of the run goes on. Where asked to, waits for the other parts.
 */
export const settle = async (run: Run, svc: Svc, id: string, first: AddedFacts): Promise<AddedFacts> => {
  // The same moment for all executions of the job.
  const end = run.isPost ? 0 : run.deadline - run.settings.timeoutMs
  let standing = first
  let nextLook = 0
  for (let pauseMs = FIRST_PAUSE_MS; !standing.settled; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    const isDue = performance.now() >= nextLook
    if (isDue) nextLook = performance.now() + LOOK_MS
    if (isDue && (await isOnlyOneLeft(run))) {
      const now = await tell(run, svc, id, { settle: 'now' })
      if (now?.settled) return now
      standing = now ?? standing
    }
    if (performance.now() + pauseMs >= end) break
    run.output.say(`waiting for ${standing.waitingFor.join(', ') || 'other parts'}`)
    await sleep(pauseMs)
    standing = (await tell(run, svc, id, { settle: 'if-complete' })) ?? standing
  }
  return standing
}

/** Without `actions: read` nobody knows, and the server settles after a silence. */
const isOnlyOneLeft = async ({ event, github, output }: Run): Promise<boolean> => {
  const { repository, runId, runAttempt, runnerName } = event
  if (!repository || !github.hasToken || !runId) return false
  try {
    return await isLastJob(github, repository, { runId, runAttempt, runnerName })
  } catch (error) {
    output.say(`whether other jobs go on is not known (permission actions: read): ${wordsOf(error)}`)
    return false
  }
}
