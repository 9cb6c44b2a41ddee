import type { Comparison } from '@svc/schema'
import type { z } from 'zod'

/** Measured, rounded up: bytes of an entry, and of one with a verdict, which holds its evidence. */
const ENTRY = 1_000
const JUDGED = 7_000
const FRAME = 20_000

/** The memory that a comparison takes, bytes. */
export function sizeOfComparison(compared: z.input<typeof Comparison>): number {
  const { regressions, stillFailing, newTests, renameCandidates, renamed, slowerFiles, errors } = compared
  const { improvements, newlyFlaky, removed, stoppedRunning, slower, faster, failuresNotCompared } = compared
  const judged = regressions.length + stillFailing.length
  const others = [
    newTests,
    renameCandidates,
    renamed,
    slowerFiles,
    ...Object.values(errors),
    improvements,
    newlyFlaky,
    compared.flakyInBurnIn,
    removed,
    stoppedRunning,
    slower,
    faster,
    failuresNotCompared,
  ]
  return FRAME + judged * JUDGED + others.reduce((sum, some) => sum + some.length, 0) * ENTRY
}
