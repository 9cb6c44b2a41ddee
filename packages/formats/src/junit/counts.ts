import type { ReportedAttempt } from '../format.ts'
import type { Counts, JUnitCase, JUnitSuite } from './elements.ts'

export const countTest = (suite: JUnitSuite, { outcomes }: JUnitCase, attempts: ReportedAttempt[]): void => {
  const { counts } = suite
  const status = attempts.at(-1)?.status
  suite.ownTests += 1
  counts.tests += 1
  counts.runs += attempts.length
  if (isFailure(status)) counts.failed += 1
  counts.failedRuns += attempts.filter((each) => isFailure(each.status)).length
  counts.failures += outcomes.filter(({ kind }) => kind === 'failure' || kind === 'error').length
  counts.errors += countErrors(outcomes)
  if (status === 'skipped' || outcomes.some(({ kind }) => kind === 'skipped')) counts.skipped += 1
}

/** Counts entries among the tests that are not tests. */
export const countOutside = (suite: JUnitSuite, { outcomes }: JUnitCase): void => {
  const { counts } = suite
  suite.ownTests += 1
  counts.tests += 1
  counts.runs += 1
  counts.failed += 1
  counts.failedRuns += 1
  counts.failures += outcomes.length
  counts.errors += countErrors(outcomes)
}

/** Takes elements of a suite that are further attempts of a test from its count of tests. */
export const uncount = (suite: JUnitSuite | undefined, elements: number): void => {
  if (!suite) return
  suite.ownTests -= elements
  suite.counts.tests -= elements
}

export const addCounts = (sum: Counts, counts: Counts): void => {
  for (const field of ['tests', 'runs', 'failed', 'failedRuns', 'failures', 'errors', 'skipped'] as const)
    sum[field] += counts[field]
}

const countErrors = (outcomes: JUnitCase['outcomes']) =>
  outcomes.filter(({ kind }) => kind === 'error').length

const isFailure = (status: ReportedAttempt['status'] | undefined) =>
  status === 'failed' || status === 'timedOut'
