import { isOfMachine } from '../../../results/results/error-sign.ts'
import { type Evidence, failedBefore, hasFailed, hasPassed, isLike } from '../evidence/failure-evidence.ts'
import { count, evidenceFrom, lacks, rule } from './draft-verdict.ts'
import { LONG_MS } from './rules-of-infrastructure.ts'

const short = (sha: string) => sha.slice(0, 7)

const openState = ({ compared }: Evidence<'compared'>, sha: string) =>
  compared.failsOnBase
    ? `It failed with another error on the base, which does not show what commit ${short(sha)} did to it`
    : `It passed on the base, but this branch contains the later commit ${short(sha)}, which has no run that can be a base`

/**
 * All changes that contain an untested commit of the base branch fail like this, so that commit, or one before it, broke
 * the test.
 */
export const failsWithUntested = rule(['compared', 'here', 'shared', 'untested'], (suspect) => {
  const { untested, shared, here } = suspect
  if (!untested) return null
  const { outcomes, own, depth } = untested
  const failed = outcomes.filter((one) => hasFailed(one) && isLike(suspect)(one))
  // What lacks the commit that broke the test passes.
  const least = Math.min(...failed.map(({ run }) => depth(run)))
  if (failed.length === 0 || [...outcomes, ...own].some((one) => hasPassed(one) && depth(one.run) >= least))
    return null
  // An outage strikes all of these runs as well, unless it would be longer than outages are, or spared one without the commit.
  const since = Math.min(...failed.map(({ run }) => run.started_at))
  const mayBeOutage =
    shared !== null &&
    isOfMachine(shared.sign) &&
    here.run.started_at - since <= LONG_MS &&
    !shared.calm.some((run) => run.started_at > since && depth(run) < least)
  if (mayBeOutage) return null
  const which = failed.every(({ run }) => untested.isWith(run))
    ? 'that commit it failed the same way in'
    : 'that commit, or an untested one before it, it failed the same way in'
  return {
    kind: 'base-is-broken',
    rule: 'fails-with-untested-base',
    because: `${openState(suspect, untested.sha)}; with ${which} ${count(failed.length, 'run')} of other branches, and passed in none that has as many of these commits.`,
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
  if (!untested) return null
  const { outcomes, own, isWith, isNewer } = untested
  if ([...outcomes, ...own].some((one) => hasPassed(one) && isWith(one.run) && !isNewer(one.run))) return null
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
