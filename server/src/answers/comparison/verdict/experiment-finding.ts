import { type Counts, type Finding, findingOf } from '@svc/prove/rule'
import { countTrials, type TrialCounts } from '../../../results/experiments/count-trials.ts'
import type { SomeTrials } from '../evidence/experiments.ts'
import { type Evidence, hasPassed, isLike } from '../evidence/failure-evidence.ts'

/** What the trials of a failed test show, with their counts. */
export interface ExperimentFinding {
  /** `void`: no trial says anything about the test. */
  finding: Finding | 'void'
  here: TrialCounts
  base: TrialCounts
}

/** Returns what the experiments of a failure show, by the rule that `svc run --prove` stops by; null without any. */
export function findingOfExperiments({
  experiments,
  ...suspect
}: Evidence<'experiments' | 'compared' | 'history'>): ExperimentFinding | null {
  return experiments && findingIn(experiments.trials, runsBefore(suspect))
}

/**
 * Returns what trials after other files show of a test that passes alone, which counts as further runs before; null without
 * any, or if it does not.
 */
export function findingAfterOthers(
  suspect: Evidence<'experiments' | 'compared' | 'history'>,
): ExperimentFinding | null {
  const alone = findingOfExperiments(suspect)
  const { experiments } = suspect
  if (alone?.finding !== 'passes-alone' || !experiments?.neighbours) return null
  const { failed, passed } = runsBefore(suspect)
  return findingIn(experiments.neighbours.trials, {
    failed: failed + alone.here.failed + alone.base.failed,
    passed: passed + alone.here.passed + alone.base.passed,
  })
}

function findingIn(trials: SomeTrials['trials'], before: Counts): ExperimentFinding {
  const [withDoubtful, sure] = [trials, trials.filter(({ isDoubtful }) => !isDoubtful)].map((some) => {
    const valid = validOf(some)
    return valid.length === 0 ? 'void' : findingOf(valid, before).finding
  })
  return {
    finding: withDoubtful === sure ? (sure ?? 'void') : 'undecided',
    here: countTrials(trials, 'head'),
    base: countTrials(trials, 'base'),
  }
}

const validOf = (trials: SomeTrials['trials']) =>
  trials.flatMap(({ side, result }) =>
    result === 'void' ? [] : [{ side: side === 'head' ? ('here' as const) : side, outcome: result }],
  )

/** How the base's runs ended before; without a history, the run that is compared. */
function runsBefore(suspect: Evidence<'compared' | 'history'>) {
  const { upTo } = suspect.history
  const failed = upTo.filter((outcome) => !hasPassed(outcome) && isLike(suspect)(outcome)).length
  const passed = upTo.filter(hasPassed).length
  if (failed + passed > 0) return { failed, passed }
  return suspect.compared.failsOnBase ? { failed: 1, passed: 0 } : { failed: 0, passed: 1 }
}
