import { expect, test } from 'vitest'
import { addCounts, countLine, countTests, failuresIn } from './count.ts'

const file = (status: string, ...tests: string[]) => ({
  name: '/shop/a.test.ts',
  status,
  message: 'Cannot find module\n    at a.test.ts:1',
  assertionResults: tests.map((each, index) => ({
    status: each === 'left out' ? 'skipped' : each,
    fullName: ` block test ${index}`,
    failureMessages: each === 'failed' ? ['expected 1 to be 2\n    at a.test.ts:3'] : [],
    tags: each === 'left out' ? ['thorough'] : [],
  })),
})
const report = (...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests: 2,
  testResults,
})

test('todo tests are skipped tests', () => {
  expect(countTests(report(file('passed', 'passed', 'passed', 'skipped', 'todo')), 0, 'quick')).toEqual({
    passed: 2,
    failed: 0,
    skipped: 2,
  })
})

test('tests that are left to the other command are not skipped ones', () => {
  const some = report(file('passed', 'passed', 'passed', 'skipped', 'left out', 'left out'))
  expect(countTests(some, 0, 'quick').skipped).toBe(1)
  expect(countTests(some, 0, 'thorough').skipped).toBe(2)
})

test('a file that does not load is one failure, beside the failed tests of others', () => {
  expect(
    countTests(report(file('failed'), file('failed', 'failed', 'failed', 'passed')), 1, 'quick').failed,
  ).toBe(3)
})

test('a run that fails outside of all files has not zero failures', () => {
  expect(countTests(report(file('passed', 'passed')), 1, 'quick').failed).toBe(1)
})

test('a failure is listed with file, test and the first line of its reason', () => {
  expect(
    failuresIn(report(file('failed', 'passed', 'failed'), file('failed'), file('passed')), '/shop'),
  ).toEqual(['a.test.ts > block test 1: expected 1 to be 2', 'a.test.ts: Cannot find module'])
})

test('the line has one form', () => {
  const some = { passed: 1, failed: 2, skipped: 3 }
  expect(countLine(addCounts(some, some))).toBe('2 passed, 4 failed, 6 skipped')
})
