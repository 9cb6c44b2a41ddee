import { sleep } from '@svc/client/action'
import { tell } from './executions.ts'
import { isLastJob } from './github/jobs.ts'
import type { Run } from './run.ts'
import type { Svc } from './svc/call.ts'
import type { AddedFacts } from './svc/facts.ts'
import { wordsOf } from './trouble.ts'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 10_000

/**
 * Settles an execution that is whole: by what the server knows of its parts, else by GitHub's word that no other job
 * of the run goes on. Where asked to, waits for the other parts.
 */
export const settle = async (run: Run, svc: Svc, id: string, first: AddedFacts): Promise<AddedFacts> => {
  const end = Math.min(run.deadline, performance.now() + run.settings.waitMs)
  let standing = first
  for (let pauseMs = FIRST_PAUSE_MS; !standing.settled; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    if (await isOnlyOneLeft(run)) {
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
