/** A trial as a row of `experiment` has it. */
export interface StoredTrial {
  side: 'head' | 'base'
  result: 'failed' | 'passed' | 'void'
  durationMs: number
  reason?: string
  /** The first line of its error. */
  message?: string
  fingerprint?: string
  /** Seed of the order in which the file's tests ran; absent for its own order. */
  order?: number
}

/** The trials that a row has. */
export const trialsIn = (trials: string): StoredTrial[] => JSON.parse(trials)
