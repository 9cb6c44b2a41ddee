import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('CI')

/** The facts of CI, which decide what belongs together and what it is compared with. */
export const checkCi = ({ preview: { config, open }, env }: Subject): Finding[] => {
  if (!config.ci) {
    const own = config.solitary ? 'each is an execution of its own' : `they join the build ${config.build}`
    return [say.ok(`not in CI: runs count as local, ${own}`)]
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
      say.warning(`${provider} gives no build id`, {
        reason: 'without it each job and shard of a run becomes an execution of its own',
        fix: 'set the same value in all jobs of a run, and another one in the next run:',
        paste: ['export SVC_BUILD=<id of the run>'],
      }),
    )
  if (fork)
    findings.push(
      say.warning('the pull request comes from a fork', {
        reason: config.apiKey
          ? 'its results count for this pull request only, never as a base or as history'
          : 'CI gives it no secrets, so it has no key and sends nothing',
        fix: 'nothing to do: this protects your key',
      }),
    )
  // GitLab alone writes the values of a matrix into the job's name.
  if (env.CI_JOB_NAME?.includes('[') && !env.SVC_LEG?.trim())
    findings.push(
      say.warning(`the job is one of a matrix, and its leg is ${config.leg}`, {
        reason: 'jobs share a leg and mix their results if more than system and Node varies',
        fix: 'name in SVC_LEG what varies, as in:',
        paste: ['SVC_LEG=postgres-17'],
      }),
    )
  return findings
}
