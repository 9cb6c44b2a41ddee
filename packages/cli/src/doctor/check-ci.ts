import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('CI')

/** Providers that tell a first run and a re-run of it apart. */
const TELL_ATTEMPTS = ['GITHUB_ACTIONS', 'BUILDKITE', 'AZURE_PIPELINES', 'BITBUCKET']

/** What CI tells, which decides what belongs together and what it is compared with. */
export const checkCi = ({ preview, detected, env }: Subject): Finding[] => {
  const { config, open } = preview
  if (!config.ci) {
    const own = config.solitary ? 'each is an execution of its own' : `they join the build ${config.build}`
    return [say.ok(`not in CI: runs count as local, ${own}`)]
  }
  const { code } = open
  const attempts = TELL_ATTEMPTS.includes(detected.id ?? '')
  const facts = [
    config.solitary ? 'no build id' : `build ${config.build}`,
    attempts ? `attempt ${config.runAttempt}` : 'attempts not told',
    config.job ? `job ${config.job}` : 'no job name',
    code.pullRequest === undefined ? '' : `pull request ${code.pullRequest}`,
    `leg ${config.leg}`,
  ]
  const findings = [say.ok(`${config.ci.run.provider}: ${facts.filter(Boolean).join(', ')}`)]
  if (config.solitary) findings.push(noBuild(config.ci.run.provider))
  if (code.fork) findings.push(fork(config.apiKey !== undefined))
  if (isMatrix(env) && !env.SVC_LEG?.trim()) findings.push(matrix(config.leg))
  return findings
}

const noBuild = (provider: string): Finding =>
  say.warning(`${provider} tells no id of the build`, {
    reason: 'jobs and shards of one run cannot find together: each becomes an execution',
    fix: 'set the same value in all jobs of a run, and another one in the next run:',
    paste: ['export SVC_BUILD=<id of the run>'],
  })

const fork = (hasKey: boolean): Finding =>
  say.warning('the pull request comes from a fork', {
    reason: hasKey
      ? 'its results count for this pull request only, never as a base or as history'
      : 'CI gives no secrets to it, so there is no key and nothing is sent',
    fix: 'nothing to do: this protects your key',
  })

/** GitLab writes what varies into the job's name; others do not tell. */
const isMatrix = (env: Subject['env']): boolean => env.CI_JOB_NAME?.includes('[') === true

const matrix = (leg: string): Finding =>
  say.warning(`the job is one of a matrix, and its leg is ${leg}`, {
    reason: 'jobs whose matrix varies in more than system and Node would share a leg and mix their results',
    fix: 'name in SVC_LEG what varies, as in:',
    paste: ['SVC_LEG=postgres-17'],
  })
