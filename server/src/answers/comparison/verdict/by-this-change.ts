import { isOfMachine } from '../../../results/results/error-sign.ts'
import { nameOf } from '../base/base-branch.ts'
import {
  cleanPasses,
  type Evidence,
  failedBefore,
  failedOnLegs,
  hasFlaked,
  hasPassed,
} from '../evidence/failure-evidence.ts'
import {
  andFlaked,
  capital,
  count,
  type DraftVerdict,
  evidenceFrom,
  lacks,
  rule,
  shareOf,
  soFar,
} from './draft-verdict.ts'
import { CHANCE, haveOneCause, oftenByChance } from './rules-of-flakes.ts'
import { isAgain, isOnSeveralMachines } from './rules-of-infrastructure.ts'
import { noExcuse } from './rules-of-other-branches.ts'

/**
 * The number of clean passes required, by the number of failed attempts: one failure may be chance,
 * but many tests at once are not.
 */
const NEEDED = { oneAttempt: 15, several: 5, broad: 3 }
/** If this many tests in this many files, or classes, share one error, no flake explains it. */
const BROAD = { tests: 5, homes: 2 }
/** If this many tests of one file passed in all base runs, they do not fail together by chance. */
const FRESH = 2

const OF_CHANGES = [
  'compared',
  'here',
  'otherLegs',
  'own',
  'history',
  'elsewhere',
  'shared',
  'flakes',
  'soleBranch',
  'oneOffs',
] as const
type Suspect = Evidence<(typeof OF_CHANGES)[number]>

/** Blames the change for failures that no other rule explains, if enough clean base runs support that. */
export const byThisChange = rule(OF_CHANGES, (suspect) => {
  const { upTo, fresh, freshErrors, baseBranch } = suspect.history
  const { here, oneOffs } = suspect
  const again = failedBefore(suspect)
  const legs = failedOnLegs(suspect)
  const attempts = here.tries + again.length + legs.length
  const isBroad = isByOneBreak(suspect)
  const needed = isBroad ? NEEDED.broad : attempts > 1 ? NEEDED.several : NEEDED.oneAttempt
  const clean = cleanPasses(suspect)
  const flaked = upTo.filter(hasFlaked)
  const evidence: DraftVerdict['evidence'] = [
    { what: 'failed-here' as const, run: here.run },
    ...evidenceFrom('failed-before', again),
    ...evidenceFrom('passed-on-base', clean),
    ...evidenceFrom('flaked', flaked),
  ]
  if (clean.length < needed) {
    const left = needed - clean.length
    return {
      kind: 'unknown',
      rule: 'too-few-clean-runs',
      because: `${capital(soFar(suspect))}; ${needed} clean passes are needed to tell a regression from a flake${attempts > 1 || isBroad ? '' : ', or a second failure here'}.`,
      ...lacks(
        'clean-base-runs',
        `${left} more clean ${left === 1 ? 'run' : 'runs'} of ${nameOf(baseBranch)} (${clean.length} of ${needed})`,
        clean.length,
        needed,
      ),
      evidence,
    }
  }
  const isOnce = attempts === 1 && !isBroad && fresh < FRESH
  const passes = suspect.otherLegs.filter(hasPassed).length
  // A slow or faulty machine may fail all attempts of one leg.
  const isByMachine = again.length === 0 && !isBroad && mayBeOfMachine(suspect)
  if ((isOnce || isByMachine) && passes > 0)
    return {
      kind: 'unknown',
      rule: 'passed-on-other-leg',
      because: `${capital(soFar(suspect))}, but ${isOnce ? 'failed at one attempt only' : 'its error may come from the machine'}, and it passed on ${count(passes, 'other leg')} of this run.`,
      ...lacks('another-run', 'a second failure here: run it again', 1, 2),
      evidence,
    }
  const isOneOfSeveral =
    upTo.every(hasPassed) && !isMachineError(suspect) && haveOneCause(freshErrors, oneOffs)
  if (isOnce && oneOffs >= CHANCE && !isOneOfSeveral)
    return {
      kind: 'unknown',
      rule: 'single-failure',
      because: `${capital(soFar(suspect))}, but failed in one run only, and ${oftenByChance(oneOffs)}.`,
      ...lacks('another-run', 'a second failure here: run it again', 1, 2),
      evidence,
    }
  const group = suspect.shared
  const together = isBroad && group ? `, like ${count(group.tests - 1, 'other test')} with this error` : ''
  return {
    kind: 'mine',
    rule: isBroad ? 'many-broke-alike' : 'regression',
    because: `It passed in ${shareOf(clean.length, upTo.length)}${andFlaked(upTo)}, failed at every attempt here${legs.length > 0 ? ` and on ${count(legs.length, 'other leg')}` : ''}${again.length > 0 ? ` and in ${count(again.length, 'run')} of this branch before` : ''}${together}, ${noExcuse(suspect)}.`,
    evidence,
  }
})

const isMachineError = ({ shared }: Suspect) => shared !== null && isOfMachine(shared.sign)

const mayBeOfMachine = ({ shared }: Suspect) =>
  shared !== null && (shared.sign.isGivenUp || shared.sign.isIll)

/**
 * Many tests of several files share one error that never occurred before: a module, a helper or the
 * set-up is broken.
 */
function isByOneBreak(suspect: Suspect): boolean {
  const { shared } = suspect
  if (!shared || shared.tests < BROAD.tests || shared.homes < BROAD.homes) return false
  if (suspect.elsewhere.errorElsewhere.length > 0) return false
  return !isOfMachine(shared.sign) || isAgain(suspect, shared) || isOnSeveralMachines(suspect, shared)
}
