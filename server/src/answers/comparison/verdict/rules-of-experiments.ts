import { type ErrorSign, isOfMachine, isOfWay } from '../../../results/results/error-sign.ts'
import type { SomeTrials } from '../evidence/experiments.ts'
import { type Evidence, hasFailed, hasPassed, isLike } from '../evidence/failure-evidence.ts'
import { count, lacks, rule, type Said } from './draft-verdict.ts'
import { type ExperimentFinding, findingOfExperiments } from './experiment-finding.ts'

export const OF_TRIALS = ['experiments', 'compared', 'history', 'shared'] as const
type Suspect = Evidence<(typeof OF_TRIALS)[number]>

/** Judges by trials that decide by themselves: the test was repeated here and on the base. */
export const byTrials = rule(OF_TRIALS, (suspect) => {
  const found = findingOfExperiments(suspect)
  const base = suspect.experiments?.base
  if (!found || !base) return null
  if (found.finding === 'proved') return proved(found, base)
  // Of a base that is not compared, only what speaks against this change counts.
  if (!base.isCompared) return null
  if (found.finding === 'flake') return flakesOnBase(suspect, found, base)
  return found.finding === 'fails-on-base-now' ? failsOnBaseNow(suspect, found, base) : null
})

type Base = NonNullable<SomeTrials['base']>

/** A base with further commits may have mended the test, so that only an update of this branch tells. */
export function proved(found: ExperimentFinding, base: Base, first = 'It failed'): Said {
  const because = `${first} ${timesOf(found, base)}`
  return base.isOlder
    ? { kind: 'mine', rule: 'proved', because: `${because}${old(base)}.` }
    : {
        kind: 'unknown',
        rule: 'proved',
        because: `${because}, which has commits that this branch lacks: this change breaks it, or one of them mended it.`,
        ...lacks('newer-base', 'a newer base: update this branch'),
      }
}

function flakesOnBase(suspect: Suspect, found: ExperimentFinding, base: Base): Said {
  const because = `It fails and passes on the same code, of ${nameOf(base)} too: it failed ${timesOf(found, base)}`
  const said: Said = { kind: 'known-flake', rule: 'flakes-on-base-now', because: `${because}.` }
  const { shared } = suspect
  // An application of this change that both sides use, and that crashes now and then, looks like a flake.
  const mayBeOfApplication =
    shared && !isOfWay(shared.sign) && (shared.sign.code !== null || shared.sign.isIll)
  return mayBeOfApplication ? { ...said, unlessMine: perhapsByThisChange(because) } : said
}

/**
 * Both sides fail now. If the base passed before, something outside of the code has changed; but this change may have
 * altered it: a test of it a database that both sides use, or its own application, which crashed. Only an error of the
 * way to another machine is of neither, and not even that if the history blames the change.
 */
function failsOnBaseNow(suspect: Suspect, found: ExperimentFinding, base: Base): Said {
  const times = `It failed ${timesOf(found, base)}, with the same error`
  const { compared, history, shared } = suspect
  const hasPassedBefore = (compared.onBase === 'ran' && !compared.failsOnBase) || history.upTo.some(hasPassed)
  const isOwnMachine = shared !== null && isOfOwnMachine(shared.sign)
  if (!hasPassedBefore)
    return isOwnMachine && compared.sameErrorOnBase !== true
      ? perhapsByThisChange(times)
      : { kind: 'base-is-broken', rule: 'fails-on-base-now', because: `${times}.` }
  const because = `${times}, and passed there before: something outside of the code has changed`
  const perhaps = perhapsByThisChange(because)
  return shared && isOfWay(shared.sign)
    ? { kind: 'infrastructure', rule: 'environment', because: `${because}.`, unlessMine: perhaps }
    : perhaps
}

/** A crashed application on this machine refuses, hangs or answers 503, too. */
const isOfOwnMachine = (sign: ErrorSign): boolean => isOfMachine(sign) && !isOfWay(sign)

const perhapsByThisChange = (because: string): Said => ({
  kind: 'unknown',
  rule: 'environment',
  because: `${because}, perhaps by this change, as in a database or an application that both sides use.`,
  ...lacks('base-run', 'a run of the base elsewhere, as in CI', 0, 1),
})

/** Failed and passed on this very code: never a known flake, because nothing shows that the base has it. */
export const newFlake = rule(OF_TRIALS, (suspect) => {
  const found = findingOfExperiments(suspect)
  const { experiments, history } = suspect
  if (!experiments || !found || found.here.failed === 0 || found.here.passed === 0) return null
  // The first rule has excused it, unless the history blames the change.
  if (found.finding === 'flake' && experiments.base?.isCompared) return null
  const before = history.upTo.filter((outcome) => hasFailed(outcome) && isLike(suspect)(outcome)).length
  const runs = history.upTo.length
  const because = `New flake: it failed ${timesOf(found, experiments.base)}${runs > 0 ? `, and in ${before} of ${count(runs, 'base run')} before` : ''}`
  return found.finding === 'new-flake'
    ? { kind: 'mine', rule: 'new-flake', because: `${because}.` }
    : {
        kind: 'unknown',
        rule: 'new-flake',
        because: `${because}. Too few trials tell a flake of this change from a rare one that the base has too.`,
        ...lacks('same-code-run', 'more trials: repeat the experiment'),
      }
})

const nameOf = ({ branch, sha }: Pick<Base, 'branch' | 'sha'>) => branch ?? sha.slice(0, 7)

/** `in 3 of 3 trials here and in 0 of 3 on main now`. */
export function timesOf({ here, base }: ExperimentFinding, of: Base | null): string {
  const share = ({ failed, passed }: ExperimentFinding['here']) => `${failed} of ${failed + passed}`
  return `in ${share(here)} trials here${of ? ` and in ${share(base)} on ${nameOf(of)} now` : ''}`
}

const old = ({ isCompared, sha }: Base) =>
  isCompared ? '' : `, at ${sha.slice(0, 7)}, which is not the base of this comparison`
