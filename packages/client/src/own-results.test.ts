import { expect, test } from 'vitest'
import { gate } from './gate.ts'
import { type GatedReport, resultsOfLeg } from './own-results.ts'

const failure = (leg: string, kind = 'regression') => ({
  kind,
  titles: kind === 'error' ? [] : ['opens'],
  variant: '',
  leg,
  testFile: 'a.ts',
  file: 'a.ts',
  verdict: kind === 'error' ? null : 'mine',
  because: null,
})

const reportOf = (failures: ReturnType<typeof failure>[], more = 0) => {
  const errors = failures.filter(({ kind }) => kind === 'error').length
  const regressions = failures.length - errors + more
  return {
    hasBase: true,
    cutOff: [],
    failures,
    totals: {
      ...{ regressions, mine: regressions, unknown: 0, newFailures: 0, stillFailing: 0, errors },
      ...{ failuresNotCompared: 0, failingDifferently: 0 },
    },
    execution: { state: 'failed', counts: { failed: regressions, errors } },
  } satisfies GatedReport & { totals: { stillFailing: number } }
}

test('a leg answers for its own failures, and for those whose leg is unknown', () => {
  const isRed = (report: ReturnType<typeof reportOf>, leg: string) =>
    gate(resultsOfLeg(report, leg), 'regressions').length > 0
  const windows = reportOf([failure('windows')])
  expect([isRed(windows, 'windows'), isRed(windows, 'linux')]).toEqual([true, false])
  expect(gate(resultsOfLeg(windows, 'linux'), 'failures')).toEqual([])
  expect(isRed(reportOf([failure('windows'), failure('', 'error')]), 'linux')).toBe(true)
  // A failure that the report does not list may be of any leg.
  expect(isRed(reportOf([failure('windows')], 1), 'linux')).toBe(true)
})
