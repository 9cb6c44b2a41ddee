import { sleep } from '@svc/client/action'
import type { StepContext } from './context.ts'
import { tell } from './executions.ts'
import { isLastJob } from './github/awaited-jobs.ts'
import type { Svc } from './svc/call.ts'
import type { AddedFacts } from './svc/facts.ts'
import { wordsOf } from './trouble.ts'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 10_000
/** GitHub allows 1,000 requests per hour for all jobs of a repository. */
const LOOK_MS = 60_000
/** Interval while the job waits for the settle time, which is short. */
const LOOK_IN_SILENCE_MS = 20_000
/** The server checks every 5 s which executions can settle. */
const SWEEP_MS = 10_000
/** Time reserved for the report and the comment. */
const RESERVE_MS = 30_000

/**
 * Settles a complete execution: by its parts, else if GitHub reports no other running job, else by the server after the
 * settle time. The last reporting job waits for that, so that a job remains to write the final result.
 * `wait-minutes` also waits for the other parts.
 */
export const settle = async (
  context: StepContext,
  svc: Svc,
  id: string,
  first: AddedFacts,
): Promise<AddedFacts> => {
  const { settings, isPost, deadline, log } = context
  const repeatsMs = settings.proveMs + settings.burnInMs
  // The same deadlines for all executions of the job.
  const whole = isPost ? 0 : deadline - settings.timeoutMs - repeatsMs
  const quiet = settings.waitForSilence ? deadline - repeatsMs - RESERVE_MS : 0
  const look = lookAtJobs(context)
  let standing = first
  let nextLook = 0
  let isLast = false
  for (let pauseMs = FIRST_PAUSE_MS; !standing.settled; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    const now = performance.now()
    if (now >= nextLook) {
      nextLook = now + (now < whole ? LOOK_MS : LOOK_IN_SILENCE_MS)
      isLast = await look()
      if (isLast) standing = (await tell(context, svc, id, { settle: 'now' })) ?? standing
      if (standing.settled) break
    }
    const next = performance.now() + pauseMs
    const isAwaited = next < whole
    const ends = performance.now() + (standing.settlesInMs ?? Number.POSITIVE_INFINITY) + SWEEP_MS
    // No part follows the last job, so an open part is waited for only during the settle time.
    const isNear = isLast || ends <= quiet
    if (!isAwaited && !(isNear && next < quiet)) break
    log.say(`waiting for ${standing.waitingFor.join(', ') || 'other parts'}`)
    await sleep(pauseMs)
    standing = (await tell(context, svc, id, { settle: 'if-complete' })) ?? standing
    // The job of a newer part updates the comment and waits in turn.
    if (!isAwaited && standing.partCount > first.partCount) break
  }
  return standing
}

/** Returns a function that says whether this job is the last one; asks only once without `actions: read`. */
const lookAtJobs = ({ event, github, log }: StepContext): (() => Promise<boolean>) => {
  const { repository, runId, runAttempt, runnerName } = event
  let mayLook = github.hasToken && runId !== ''
  return async () => {
    if (!repository || !mayLook) return false
    try {
      return await isLastJob(github, repository, { runId, runAttempt, runnerName })
    } catch (error) {
      mayLook = false
      log.say(`cannot determine whether other jobs are running (needs actions: read): ${wordsOf(error)}`)
      return false
    }
  }
}
