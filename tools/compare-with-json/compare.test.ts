import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import type { Side, Told } from './told.ts'

const told = (title: string, more: Partial<Told> = {}): Told => ({
  file: 'a.test.ts',
  titles: ['sums', title],
  status: 'passed',
  durationMs: 3.14,
  errors: [],
  ...more,
})

const sideOf = (...tests: Told[]): Side => ({
  tests,
  totals: { passed: tests.length, failed: 0, flaky: 0, skipped: 0 },
  failedFiles: [],
})

const differences = (report: Told[], svc: Told[]) =>
  compare(sideOf(...report), sideOf(...svc), 0.5).map(({ what }) => what)

test('the same tests, in another order and rounded, are no difference', () => {
  const report = [told('one'), told('one', { durationMs: 9 }), told('two')]
  const svc = [told('two', { durationMs: 3.1 }), told('one', { durationMs: 9.4 }), told('one')]
  expect(differences(report, svc)).toEqual([])
})

test('every deviation is reported', () => {
  expect(differences([told('one')], [])).toEqual(['only in the report', 'totals'])
  expect(differences([], [told('one')])).toEqual(['only in svc', 'totals'])
  expect(differences([told('one')], [told('one', { status: 'skipped' })])).toEqual(['status'])
  expect(differences([told('one')], [told('one', { durationMs: 3.7 })])).toEqual(['duration'])
  expect(differences([told('one')], [told('one', { isTodo: true })])).toEqual(['todo'])
  expect(differences([told('one')], [told('one', { errors: ['no'] })])).toEqual(['errors'])
  const variants = ['a', 'b'].map((variant) => [told('one', { variant })])
  expect(compare(sideOf(...(variants[0] ?? [])), sideOf(...(variants[1] ?? [])), 0)).toHaveLength(2)
})

test('attempts are compared one by one where the report tells them', () => {
  const attempt = { status: 'failed', durationMs: 5, errors: ['no'] }
  const last = { status: 'passed', durationMs: 3, errors: [] }
  const flaky = told('one', { status: 'flaky', attempts: [attempt, last] })
  expect(differences([flaky], [flaky])).toEqual([])
  expect(differences([flaky], [{ ...flaky, attempts: [{ ...attempt, errors: [] }, last] }])).toEqual([
    'attempts',
  ])
  expect(differences([flaky], [{ ...flaky, attempts: [last] }])).toEqual(['attempts'])
})

test('a report without attempts tells their errors together and calls a flaky test passed', () => {
  const attempts = ['first', 'second'].map((error) => ({ status: 'failed', durationMs: 1, errors: [error] }))
  const report = told('one', { status: 'failed', errors: ['first', 'second'] })
  const svc = told('one', { status: 'failed', durationMs: 1, attempts, errors: ['second'] })
  expect(differences([report], [svc])).toEqual([])
  expect(differences([{ ...report, durationMs: 1 }], [svc])).toEqual(['duration'])
  const passed = { status: 'passed', durationMs: 1, errors: [] }
  const flaky = told('two', { status: 'flaky', durationMs: 1, attempts: [...attempts, passed] })
  expect(differences([told('two')], [flaky])).toEqual([])
})
