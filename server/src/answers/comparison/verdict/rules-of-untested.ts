import { isOfMachine } from '../../../results/results/error-sign.ts'
import { type Evidence, failedBefore, hasFailed, hasPassed, isLike } from '../evidence/failure-evidence.ts'
import { count, evidenceFrom, lacks, rule } from './draft-verdict.ts'
import { LONG_MS } from './rules-of-infrastructure.ts'

const short = (sha: string) => sha.slice(0, 7)

const openState = ({ compared }: Evidence<'compared'>, sha: string) =>
  compared.failsOnBase
    ? `It failed with another error on the base, which does not show what commit ${short(sha)} did to it`
    : `It passed on the base, but this branch contains the later commit ${short(sha)}, which has no run that can be a base`

/** The outcomes in runs with the same untested commit of the base branch: failures like this of other changes, and passes. */
function withUntested(suspect: Evidence<'compared' | 'untested'>) {
  const { outcomes = [], own = [] } = suspect.untested ?? {}
  return {
    failed: outcomes.filter((one) => hasFailed(one) && isLike(suspect)(one)),
    passed: [...outcomes, ...own].filter(hasPassed),
  }
}

/**
 * All changes that contain the base branch's untested commit fail like this, so that commit broke
 * the test.
 */
export const failsWithUntested = rule(['compared', 'here', 'shared', 'untested'], (suspect) => {
  const { untested, shared, here } = suspect
  const { failed, passed } = withUntested(suspect)
  if (!untested || failed.length === 0 || passed.length > 0) return null
  // An outage strikes all of these runs as well, unless it would be longer than outages are, or spared one without the commit.
  const since = Math.min(...failed.map(({ run }) => run.started_at))
  const mayBeOutage =
    shared !== null &&
    isOfMachine(shared.sign) &&
    here.run.started_at - since <= LONG_MS &&
    !shared.calm.some((run) => run.started_at > since && !untested.isWith(run))
  if (mayBeOutage) return null
  return {
    kind: 'base-is-broken',
    rule: 'fails-with-untested-base',
    because: `${openState(suspect, untested.sha)}; with that commit it failed the same way in ${count(failed.length, 'run')} of other branches and passed in none.`,
    evidence: evidenceFrom('failed-elsewhere', failed),
  }
})

/**
 * The base branch's commits after the base may have broken the test, and no other run shows whether
 * they did.
 */
export const mayBeUntested = rule(['compared', 'here', 'own', 'untested'], (suspect) => {
  const { untested, here } = suspect
  // A pass of another change upon a newer commit does not count: that commit may have mended this one.
  if (!untested || withUntested(suspect).passed.some(({ run }) => !untested.isNewer(run))) return null
  // It failed like this on the branch before the branch had the commit.
  if (failedBefore(suspect).some(({ run }) => untested.isWithout(run))) return null
  return {
    kind: 'unknown',
    rule: 'untested-base',
    because: `${openState(suspect, untested.sha)}: that commit may have broken it.`,
    ...lacks('base-run', `a run of commit ${short(untested.sha)}`, 0, 1),
    evidence: [{ what: 'failed-here', run: here.run }],
  }
})
