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
/** The same while a silence is waited for, which is short. */
const LOOK_IN_SILENCE_MS = 20_000
/** The server looks every 5 s for what has gone quiet. */
const SWEEP_MS = 10_000
/** Of the step's time: for the report and the comment. */
const RESERVE_MS = 30_000

/**
 * Settles an execution that is whole: by what the server knows of its parts, else by GitHub's word that no other job
 * of the run goes on, else by the server after a silence. The last job that reported waits for that silence, or nobody
 * would be left to write how it ended. `wait-minutes` waits for the other parts as well.
 */
export const settle = async (run: Run, svc: Svc, id: string, first: AddedFacts): Promise<AddedFacts> => {
  const { settings, isPost, deadline, output } = run
  // The same moments for all executions of the job.
  const whole = isPost ? 0 : deadline - settings.timeoutMs
  const quiet = settings.waitForSilence ? deadline - RESERVE_MS : 0
  const look = lookAtJobs(run)
  let standing = first
  let nextLook = 0
  let isLast = false
  for (let pauseMs = FIRST_PAUSE_MS; !standing.settled; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    const now = performance.now()
    if (now >= nextLook) {
      nextLook = now + (now < whole ? LOOK_MS : LOOK_IN_SILENCE_MS)
      isLast = await look()
      if (isLast) standing = (await tell(run, svc, id, { settle: 'now' })) ?? standing
      if (standing.settled) break
    }
    const next = performance.now() + pauseMs
    const isAwaited = next < whole
    const ends = performance.now() + (standing.settlesInMs ?? Number.POSITIVE_INFINITY) + SWEEP_MS
    // Nothing comes after the last job, so an open part is waited for no longer than a silence.
    const isNear = isLast || ends <= quiet
    if (!isAwaited && !(isNear && next < quiet)) break
    output.say(`waiting for ${standing.waitingFor.join(', ') || 'other parts'}`)
    await sleep(pauseMs)
    standing = (await tell(run, svc, id, { settle: 'if-complete' })) ?? standing
    // The job of a part that came since writes the comment anew, and waits in its turn.
    if (!isAwaited && standing.partCount > first.partCount) break
  }
  return standing
}

/** Whether this job is the last one. Without `actions: read` nobody knows, and GitHub is asked once. */
const lookAtJobs = ({ event, github, output }: Run): (() => Promise<boolean>) => {
  const { repository, runId, runAttempt, runnerName } = event
  let mayLook = github.hasToken && runId !== ''
  return async () => {
    if (!repository || !mayLook) return false
    try {
      return await isLastJob(github, repository, { runId, runAttempt, runnerName })
    } catch (error) {
      mayLook = false
      output.say(`whether other jobs go on is not known (permission actions: read): ${wordsOf(error)}`)
      return false
    }
  }
}
