import type { ReportedAttempt } from '../../format.ts'
import { type Dialect, plainName } from '../dialect.ts'

/**
 * Flank and Firebase Test Lab. Of a retried test, only the attempt that failed is written: with `flaky="true"` if another
 * one passed. The suite's totals do not count it as a failure.
 */
export const flank: Dialect = {
  name: 'flank',
  marksRetries: 'Flank',
  countsLastTries: true,
  detect: ({ text }) => /\sflakes="\d{1,9}"/.test(text),
  nameOf: plainName,
  adjust: (attempts, { attributes }) => {
    if (attributes.get('flaky') !== 'true' || !hasFailed(attempts.at(-1))) return attempts
    return [...attempts, { status: 'passed', durationMs: 0 }]
  },
}

const hasFailed = (attempt: ReportedAttempt | undefined): boolean =>
  attempt?.status === 'failed' || attempt?.status === 'timedOut'
