import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('CI')

/** The facts of CI, which decide what belongs together and what it is compared with. */
export const checkCi = ({ preview: { config, open }, env }: Subject): Finding[] => {
  if (!config.ci) {
    const own = config.solitary ? 'each run creates its own execution' : `they join the build ${config.build}`
    return [say.ok(`not in CI: runs count as local, and ${own}`)]
  }
  const { provider } = config.ci.run
  const { pullRequest, fork } = open.code
  const facts = [
    config.solitary ? 'no build id' : `build ${config.build}, attempt ${config.runAttempt}`,
    config.job ? `job ${config.job}` : 'no job name',
    ...(pullRequest === undefined ? [] : [`pull request ${pullRequest}`]),
    `leg ${config.leg}`,
  ]
  const findings = [say.ok(`${provider}: ${facts.join(', ')}`)]
  if (config.solitary)
    findings.push(
      say.warning(`${provider} provides no build id`, {
        reason: 'without a build id, each job and shard of a run creates its own execution',
        fix: 'set the same value in all jobs of a run, and a new value in the next run:',
        paste: ['export SVC_BUILD=<id of the run>'],
      }),
    )
  if (fork)
    findings.push(
      say.warning('the pull request comes from a fork', {
        reason: config.apiKey
          ? 'its results count only for this pull request, never as a base or as history'
          : 'CI passes no secrets to forks, so no key is set and nothing is sent',
        fix: 'none needed: this protects your key',
      }),
    )
  // GitLab alone writes the values of a matrix into the job's name.
  if (env.CI_JOB_NAME?.includes('[') && !env.SVC_LEG?.trim())
    findings.push(
      say.warning(`the job belongs to a matrix, and its leg is ${config.leg}`, {
        reason: 'if the matrix varies more than the system and Node, jobs share a leg and mix their results',
        fix: 'set SVC_LEG to the varying values, for example:',
        paste: ['SVC_LEG=postgres-17'],
      }),
    )
  return findings
}
