import { isOfMachine } from '../../results/error-sign.ts'
import {
  cleanPasses,
  type FailureEvidence,
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
  lacks,
  type Rule,
  shareOf,
  soFar,
  told,
} from './draft-verdict.ts'
import { isAgain, isOnSeveralMachines } from './rules-of-machine.ts'

/** Clean passes that it takes by how many attempts failed: one failure is easily chance, and many tests at once never. */
const NEEDED = { oneAttempt: 15, several: 5, broad: 3 }
/** Tests that share one error, and their files, from which on no flake explains them. */
const BROAD = { tests: 5, files: 2 }
/** Tests that fail by chance in a base run, from which on one failed run proves nothing. */
const CHANCE = 0.08
/** As many of one file that passed in all base runs do not fail in one run by chance. */
const FRESH = 2

/** What nothing else explains: the change's own, if enough clean base runs speak for it. */
export function byThisChange(suspect: FailureEvidence): ReturnType<Rule> & object {
  const { upTo, tries, head, oneOffs, fresh } = suspect
  const again = failedBefore(suspect)
  const legs = failedOnLegs(suspect)
  const attempts = tries + again.length + legs.length
  const isBroad = isByOneBreak(suspect)
  const needed = isBroad ? NEEDED.broad : attempts > 1 ? NEEDED.several : NEEDED.oneAttempt
  const clean = cleanPasses(suspect)
  const flaked = upTo.filter(hasFlaked)
  const evidence: DraftVerdict['evidence'] = [
    { what: 'failed-here' as const, run: head.run },
    ...told('failed-before', again),
    ...told('passed-on-base', clean),
    ...told('flaked', flaked),
  ]
  if (clean.length < needed) {
    const left = needed - clean.length
    return {
      kind: 'unknown',
      rule: 'too-few-clean-runs',
      because: `${capital(soFar(suspect))}; ${needed} clean passes are needed to tell a regression from a flake${attempts > 1 || isBroad ? '' : ', or a second failure here'}.`,
      ...lacks(
        'clean-base-runs',
        `${left} more clean ${left === 1 ? 'run' : 'runs'} of ${suspect.base.branch ?? 'the base branch'} (${clean.length} of ${needed})`,
        clean.length,
        needed,
      ),
      evidence,
    }
  }
  const isOnce = attempts === 1 && !isBroad && fresh < FRESH
  const passes = suspect.otherLegs.filter(hasPassed).length
  // A slow or ill machine may strike all attempts of one leg.
  const isByMachine = again.length === 0 && !isBroad && mayBeOfMachine(suspect)
  if ((isOnce || isByMachine) && passes > 0)
    return {
      kind: 'unknown',
      rule: 'passed-on-other-leg',
      because: `${capital(soFar(suspect))}, but ${isOnce ? 'failed at one attempt only' : 'its error may come from the machine'}, and it passed on ${count(passes, 'other leg')} of this run.`,
      ...lacks('another-run', 'a second failure here: run it again', 1, 2),
      evidence,
    }
  if (isOnce && oneOffs >= CHANCE)
    return {
      kind: 'unknown',
      rule: 'single-failure',
      because: `${capital(soFar(suspect))}, but failed in one run only, and ${oneOffs.toFixed(1)} tests of a base run fail in that run alone, by chance.`,
      ...lacks('another-run', 'a second failure here: run it again', 1, 2),
      evidence,
    }
  const group = suspect.shared
  const together = isBroad && group ? `, like ${count(group.tests - 1, 'other test')} with this error` : ''
  return {
    kind: 'mine',
    rule: isBroad ? 'many-broke-alike' : 'regression',
    because: `It passed in ${shareOf(clean.length, upTo.length)}${andFlaked(upTo)}, failed at every attempt here${legs.length > 0 ? ` and on ${count(legs.length, 'other leg')}` : ''}${again.length > 0 ? ` and in ${count(again.length, 'run')} of this branch before` : ''}${together}, and this error is on no other branch.`,
    evidence,
  }
}

const mayBeOfMachine = ({ shared }: FailureEvidence) =>
  shared !== null && (shared.sign.isGivenUp || shared.sign.isIll)

/** Many tests of several files, with one error that nobody had before: a module, a helper or the start is broken. */
function isByOneBreak(suspect: FailureEvidence): boolean {
  const { shared, errorElsewhere } = suspect
  if (!shared || shared.tests < BROAD.tests || shared.files < BROAD.files) return false
  if (errorElsewhere.length > 0) return false
  return !isOfMachine(shared.sign) || isAgain(suspect, shared) || isOnSeveralMachines(suspect, shared)
}
