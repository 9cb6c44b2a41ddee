import { findingsOf, type Report } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('CI')

/** Checks the facts of CI, which decide which results belong together and what they are compared with. */
export const checkCi = ({ preview: { config, open }, env }: Subject): Report => {
  const { solitary, build, runAttempt, job, leg, ci, apiKey } = config
  if (!ci) {
    const own = solitary
      ? 'each creates its own execution, which the shards of one run share'
      : `they join the build ${build}`
    return say.ok(`not in CI: runs count as local, and ${own}`)
  }
  const { provider } = ci.run
  const { pullRequest, fork } = open.code
  const facts = [
    solitary ? 'no build id' : `build ${build}, attempt ${runAttempt}`,
    job ? `job ${job}` : 'no job name',
    ...(pullRequest === undefined ? [] : [`pull request ${pullRequest}`]),
    `leg ${leg}`,
  ]
  // Only GitLab writes the values of a matrix into the job's name.
  const isMatrix = env.CI_JOB_NAME?.includes('[') && !env.SVC_LEG?.trim()
  return [
    say.ok(`${provider}: ${facts.join(', ')}`),
    solitary &&
      say.warning(`${provider} provides no build id`, {
        reason: 'without a build id, each job and shard of a run creates its own execution',
        fix: 'set the same value in all jobs of a run, and a new value in the next run:',
        paste: ['export SVC_BUILD=<id of the run>'],
      }),
    fork &&
      say.warning('the pull request comes from a fork', {
        reason: apiKey
          ? 'its results count only for this pull request, never as a base or as history'
          : 'CI passes no secrets to forks, so no key is set and nothing is sent',
        fix: 'none needed: this protects your key',
      }),
    isMatrix &&
      say.warning(`the job belongs to a matrix, and its leg is ${leg}`, {
        reason: 'if the matrix varies more than the system and Node, jobs share a leg and mix their results',
        fix: 'set SVC_LEG to the varying values, for example:',
        paste: ['SVC_LEG=postgres-17'],
      }),
  ]
}
