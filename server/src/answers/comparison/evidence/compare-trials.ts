import { errorLine } from '@svc/protocol'
import type { StoredTrial } from '../../../results/experiments/stored-trial.ts'
import type { Reason } from '../changes/read-reasons.ts'

/** A trial beside the failure that it looks into; void, too, if it failed with another error. */
export interface ComparedTrial extends StoredTrial {
  /** True if its error begins as the failure's, but may be another one: it neither proves nor excuses. */
  isDoubtful: boolean
}

/** Compares the errors of trials with that of the failure; without one, each counts. */
export function compareTrials(trials: StoredTrial[], failure: Reason | undefined): ComparedTrial[] {
  if (failure?.kind !== 'error') return trials.map((trial) => ({ ...trial, isDoubtful: false }))
  const line = comparable(failure.message)
  const beginsAlike = ({ message }: StoredTrial) => message === undefined || comparable(message) === line
  // The head's trials ran the code of the failure, so the line tells enough: a stack in the top folder of a tree has
  // another fingerprint in each tree. The base's must have the fingerprint of one of them.
  const own = trials.filter(
    (trial) => trial.side === 'head' && trial.result === 'failed' && beginsAlike(trial),
  )
  const known = new Set([failure.fingerprint, ...own.map(({ fingerprint }) => fingerprint)])
  return trials.map((trial) => {
    const isKnown = trial.fingerprint === undefined || known.has(trial.fingerprint)
    if (trial.result !== 'failed' || isKnown) return { ...trial, isDoubtful: false }
    return beginsAlike(trial)
      ? { ...trial, isDoubtful: true }
      : { ...trial, result: 'void', isDoubtful: false }
  })
}

/** Stored messages of trials are no longer. */
const COMPARED = 300

const comparable = (message: string): string =>
  errorLine(message)
    .slice(0, COMPARED)
    .toWellFormed()
    .replace(/0x[\da-f]+|\d+/gi, '0')
