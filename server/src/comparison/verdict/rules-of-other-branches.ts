import { isOfMachine } from '../../results/error-sign.ts'
import { nameOf } from '../base/base-branch.ts'
import { DAYS_LOOKED_AT } from '../evidence/earlier-failures.ts'
import { episodes, type FailureEvidence, failedBefore, isLike } from '../evidence/failure-evidence.ts'
import { capital, count, evidenceFrom, lacks, type Rule, soFar } from './draft-verdict.ts'
import { isMended } from './rules-of-base.ts'

/** The test failed with this error on other branches. */
export const onOtherBranches: Rule = (suspect) => {
  const { sightings, base, upTo, since, tries, head } = suspect
  // Other branches inherit failures from the base branch, and a merge brings the failures of a
  // branch to it.
  const isExplained = isMended(episodes([...since.toReversed(), ...upTo], isLike(suspect)), tries)
  if (isExplained || head.run.branch === base.branch) return null
  const others = sightings.filter((one) => one.run.branch !== base.branch && isLike(suspect)(one))
  if (others.length === 0) return null
  const branches = new Set(others.map(({ run }) => run.branch))
  return {
    kind: 'unknown',
    rule: 'failed-on-other-branches',
    because: `${capital(soFar(suspect))}, but it failed with this error on ${count(branches.size, 'other branch', 'other branches')} in the last ${DAYS_LOOKED_AT} days.`,
    ...lacks('other-branches', 'a look at the runs of those branches, or another run of this code'),
    evidence: evidenceFrom('failed-elsewhere', others),
  }
}

/** The cause may be something that several tests share: a lock, a fixture, a helper. */
export const othersFlakeSo: Rule = (suspect) => {
  const { flakedElsewhere } = suspect
  if (flakedElsewhere.length === 0) return othersFailedSo(suspect)
  return {
    kind: 'unknown',
    rule: 'others-flake-so',
    because: `${capital(soFar(suspect))}, but other tests flaked with this error in ${count(flakedElsewhere.length, 'run')} of other branches in the last ${DAYS_LOOKED_AT} days.`,
    ...lacks('another-run', 'another run, to see whether it fails again', 1, 2),
    evidence: evidenceFrom(
      'flaked',
      flakedElsewhere.map((run) => ({ run })),
    ),
  }
}

/**
 * An error that appeared and disappeared this often on the base branch belongs to something that
 * several tests share.
 */
const SEVERAL = 2

function othersFailedSo(suspect: FailureEvidence): ReturnType<Rule> {
  const { errorElsewhere, errorEpisodes, base, shared } = suspect
  if (errorEpisodes < SEVERAL || shared === null || isOfMachine(shared.sign)) return null
  if (failedBefore(suspect).length > 0) return null
  return {
    kind: 'unknown',
    rule: 'others-flake-so',
    because: `${capital(soFar(suspect))}, but other tests failed with this error ${errorEpisodes} times on ${nameOf(base.branch)} in the last ${DAYS_LOOKED_AT} days, with runs without it in between.`,
    ...lacks('another-run', 'another run, to see whether it fails again', 1, 2),
    evidence: evidenceFrom(
      'failed-elsewhere',
      errorElsewhere.map((run) => ({ run })),
    ),
  }
}
