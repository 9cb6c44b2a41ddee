import { isOfMachine, LEAST_TESTS } from '../../../results/results/error-sign.ts'
import { nameOf } from '../base/base-branch.ts'
import { DAYS_LOOKED_AT } from '../evidence/earlier-failures.ts'
import { type Evidence, episodes, failedBefore, hasPassed, isLike } from '../evidence/failure-evidence.ts'
import type { Outcome } from '../evidence/outcomes.ts'
import { capital, count, evidenceFrom, lacks, rule, type Said, soFar } from './draft-verdict.ts'
import { isMended } from './rules-of-base.ts'

const OF_BRANCHES = ['compared', 'here', 'history', 'flakes', 'shared', 'soleBranch'] as const

/** The test failed with this error on other branches, and no branch's own break explains that. */
export const onOtherBranches = rule(OF_BRANCHES, (suspect) => {
  const { baseBranch, upTo, since } = suspect.history
  const { tries, run } = suspect.here
  // Other branches inherit failures from the base branch, and a merge brings the failures of a
  // branch to it.
  const isExplained = isMended(episodes([...since.toReversed(), ...upTo], isLike(suspect)), tries)
  if (isExplained || run.branch === baseBranch) return null
  const others = seenOnOthers(suspect)
  if (others.length === 0 || isOwnBreak(suspect) || isMostlyFresh(suspect)) return null
  const branches = new Set(others.map(({ run }) => run.branch))
  return {
    kind: 'unknown',
    rule: 'failed-on-other-branches',
    because: `${capital(soFar(suspect))}, but it failed with this error on ${count(branches.size, 'other branch', 'other branches')} in the last ${DAYS_LOOKED_AT} days.`,
    ...lacks('other-branches', 'a look at the runs of those branches, or another run of this code'),
    evidence: evidenceFrom('failed-elsewhere', others),
  }
})

/** The failures of the test with this error on other branches. */
const seenOnOthers = (suspect: Evidence<'compared' | 'here' | 'history' | 'flakes'>) =>
  suspect.flakes.sightings.filter((one) => !suspect.history.isOfBase(one.run) && isLike(suspect)(one))

/** Why other branches do not excuse the failure, as the end of a sentence about this run. */
export function noExcuse(suspect: Evidence<(typeof OF_BRANCHES)[number]>): string {
  if (isOwnBreak(suspect)) return 'and the only other branch with this error broke it by itself'
  const others = new Set(seenOnOthers(suspect).map(({ run }) => run.branch)).size
  if (others === 0) return 'and with this error on no other branch'
  return isMostlyFresh(suspect)
    ? 'and most tests that fail so here never did on another branch'
    : `and a merge may carry this break between here and ${count(others, 'other branch', 'other branches')} with the error`
}

/**
 * Most of the tests that fail for this cause here never had their error elsewhere: what struck this one there does not
 * explain them.
 */
const isMostlyFresh = ({ flakes, shared }: Evidence<'flakes' | 'shared'>): boolean =>
  flakes.freshAlike >= LEAST_TESTS && shared !== null && flakes.freshAlike * 2 > shared.tests

/**
 * The only other branch that failed like this broke the test itself: it failed there without a pass in between, until
 * another commit of it passed, or while the base branch passed.
 */
function isOwnBreak(suspect: Evidence<(typeof OF_BRANCHES)[number]>): boolean {
  const { history, here, soleBranch, flakes } = suspect
  const isSame = isLike(suspect)
  const breaks = episodes(soleBranch, isSame)
  const [broken = []] = breaks
  // A failure that passed on the same code, or a single one, may be a flake.
  if (!isMended(breaks, here.tries) || flakes.sightings.some((one) => one.isEvidence && isSame(one)))
    return false
  const [newest] = soleBranch
  const isMendedThere =
    newest !== undefined &&
    hasPassed(newest) &&
    newest.run.tested_sha !== null &&
    broken.every(({ run }) => run.tested_sha !== newest.run.tested_sha)
  const [last, first] = [broken[0], broken.at(-1)] as [Outcome, Outcome]
  return (
    isMendedThere ||
    [...history.since, ...history.upTo].some(
      (one) =>
        hasPassed(one) &&
        one.run.started_at > first.run.started_at &&
        one.run.started_at < last.run.started_at,
    )
  )
}

/** The cause may be something that several tests share: a lock, a fixture, a helper. */
export const othersFlakeSo = rule(['compared', 'own', 'history', 'elsewhere', 'shared'], (suspect) => {
  const { flakedElsewhere } = suspect.elsewhere
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
})

/**
 * An error that appeared and disappeared this often on the base branch belongs to something that
 * several tests share.
 */
const SEVERAL = 2

function othersFailedSo(
  suspect: Evidence<'compared' | 'own' | 'history' | 'elsewhere' | 'shared'>,
): Said | null {
  const { shared } = suspect
  const { errorElsewhere, errorEpisodes } = suspect.elsewhere
  if (errorEpisodes < SEVERAL || shared === null || isOfMachine(shared.sign)) return null
  if (failedBefore(suspect).length > 0) return null
  return {
    kind: 'unknown',
    rule: 'others-flake-so',
    because: `${capital(soFar(suspect))}, but other tests failed with this error ${errorEpisodes} times on ${nameOf(suspect.history.baseBranch)} in the last ${DAYS_LOOKED_AT} days, with runs without it in between.`,
    ...lacks('another-run', 'another run, to see whether it fails again', 1, 2),
    evidence: evidenceFrom(
      'failed-elsewhere',
      errorElsewhere.map((run) => ({ run })),
    ),
  }
}
