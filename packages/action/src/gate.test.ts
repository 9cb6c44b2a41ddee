import { expect, test } from 'vitest'
import { type Judged, judge } from './gate.ts'

const NOTHING = {
  regressions: 0,
  mine: 0,
  unknown: 0,
  newFailures: 0,
  stillFailing: 0,
  failuresNotCompared: 0,
  failingDifferently: 0,
  newlyFlaky: 0,
  flakyInBurnIn: 0,
  improvements: 0,
  slower: 0,
  errors: 0,
}
const COUNTS = { total: 10, passed: 10, failed: 0, flaky: 0, skipped: 0, errors: 0 }

const reportOf = (more: {
  totals?: object
  counts?: object
  hasBase?: boolean
  state?: string
  cutOff?: string[]
  failures?: Judged['failures']
}) => ({
  hasBase: more.hasBase ?? true,
  cutOff: more.cutOff ?? [],
  failures: more.failures ?? [],
  totals: { ...NOTHING, ...more.totals },
  execution: {
    project: 'shop',
    suite: 'e2e',
    state: more.state ?? 'passed',
    counts: { ...COUNTS, ...more.counts },
  },
})

test('regressions: what this change broke, or may have, and nothing that is explained otherwise', () => {
  const explained = reportOf({
    totals: { regressions: 3, stillFailing: 2 },
    counts: { failed: 5 },
  })
  expect(judge([explained], 'regressions', {})).toEqual([])
  expect(judge([reportOf({ totals: { regressions: 3, mine: 1, unknown: 1 } })], 'regressions', {})).toEqual([
    'shop / e2e: 2 failures caused, or possibly caused, by this change',
  ])
  expect(judge([reportOf({ totals: { errors: 1 } })], 'regressions', {})).toHaveLength(1)
})

test('regressions: what the base cannot explain is not excused, and the reason says which and why', () => {
  const because = 'the base ran on linux only, not on this leg; a base run on this leg would decide'
  const failures = [
    { kind: 'still-failing', titles: ['old'], leg: 'mac', because: null },
    { kind: 'not-compared', titles: ['cart', 'adds'], leg: 'mac', because },
  ]
  const notCompared = reportOf({ totals: { failuresNotCompared: 1, stillFailing: 1 }, failures })
  expect(judge([notCompared], 'regressions', {})).toEqual([
    `shop / e2e: 1 failure that the base has no result for ("cart › adds" on mac: ${because})`,
  ])
  const differently = reportOf({ totals: { stillFailing: 2, failingDifferently: 1 } })
  expect(judge([differently], 'regressions', {})).toEqual([
    'shop / e2e: 1 failure that the base has too, possibly with another error',
  ])
})

test('regressions: without a base nothing is excused, because another suite name would open the gate', () => {
  const first = { totals: { failuresNotCompared: 1 }, hasBase: false }
  expect(judge([reportOf({ ...first, counts: { failed: 1, errors: 1 } })], 'regressions', {})).toEqual([
    'shop / e2e: 2 failures and no run to compare with; run the tests on the default branch once, in the same suite',
  ])
  expect(judge([reportOf({ hasBase: false })], 'regressions', {})).toEqual([])
})

test('tests that a bail or a crash kept from running fail every gate', () => {
  const cutOff = ['12 tests did not run: bail ended the run']
  for (const hasBase of [true, false])
    for (const failOn of ['regressions', 'new-failures', 'failures'] as const)
      expect(judge([reportOf({ cutOff, hasBase })], failOn, {})).toEqual([
        'shop / e2e: not all tests ran (12 tests did not run: bail ended the run): run them all, for example without a bail',
      ])
  expect(judge([reportOf({ cutOff })], 'never', {})).toEqual([])
})

test('new failures: all that did not fail on the base; without a base, all that fails', () => {
  expect(
    judge([reportOf({ totals: { stillFailing: 4 }, counts: { failed: 4 } })], 'new-failures', {}),
  ).toEqual([])
  expect(
    judge(
      [reportOf({ totals: { regressions: 1, newFailures: 1, failuresNotCompared: 1 } })],
      'new-failures',
      {},
    ),
  ).toEqual(['shop / e2e: 3 new failures'])
  expect(judge([reportOf({ hasBase: false, counts: { failed: 1 } })], 'new-failures', {})).toEqual([
    'shop / e2e: 1 new failure',
  ])
})

test('failures: any, and a run that failed although no test failed', () => {
  expect(judge([reportOf({ counts: { failed: 1, errors: 1 } })], 'failures', {})).toEqual([
    'shop / e2e: 2 failures',
  ])
  expect(judge([reportOf({ state: 'failed' })], 'failures', {})).toEqual([
    'shop / e2e: the run failed although no test failed',
  ])
  expect(judge([reportOf({ counts: { flaky: 3 } })], 'failures', {})).toEqual([])
})

test('never is never', () => {
  const worst = reportOf({ totals: { mine: 9, errors: 9 }, counts: { failed: 9 }, state: 'failed' })
  expect(judge([worst], 'never', {})).toEqual([])
})

test('thresholds are limits that may be reached', () => {
  const report = reportOf({ counts: { failed: 2, total: 10 }, totals: { newlyFlaky: 1, slower: 3 } })
  const reached = { maxFailures: 2, maxNewFlaky: 1, maxSlower: 3, minTests: 10 }
  expect(judge([report], 'regressions', reached)).toEqual([])
  const beyond = { maxFailures: 1, maxNewFlaky: 0, maxSlower: 2, minTests: 11 }
  expect(judge([report], 'regressions', beyond)).toHaveLength(4)
})

test('each of several executions is judged', () => {
  const bad = reportOf({ totals: { mine: 1 } })
  expect(judge([reportOf({}), bad, bad], 'regressions', {})).toHaveLength(2)
})
