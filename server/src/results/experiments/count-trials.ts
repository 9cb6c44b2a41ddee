import type { StoredTrial } from './stored-trial.ts'

/** How many trials of a side ended in each way. */
export type TrialCounts = Record<StoredTrial['result'], number>

/** Counts the trials of one side. */
export function countTrials(trials: StoredTrial[], side: StoredTrial['side']): TrialCounts {
  const counts: TrialCounts = { failed: 0, passed: 0, void: 0 }
  for (const trial of trials) if (trial.side === side) counts[trial.result] += 1
  return counts
}
