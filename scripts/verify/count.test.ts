import { expect, test } from 'vitest'
import { addCounts, countLine, countTests, failuresIn } from './count.ts'

const file = (status: string, ...tests: string[]) => ({
  name: '/shop/a.test.ts',
  status,
  message: 'Cannot find module\n    at a.test.ts:1',
  assertionResults: tests.map((each, index) => ({
    status: each,
    fullName: ` block test ${index}`,
    failureMessages: each === 'failed' ? ['expected 1 to be 2\n    at a.test.ts:3'] : [],
  })),
})
const report = (...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests: 2,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults,
})

test('todo tests are skipped tests', () => {
  expect(countTests(report(file('passed', 'passed', 'passed', 'skipped', 'todo')), 0)).toEqual({
    passed: 2,
    failed: 0,
    skipped: 2,
  })
})

test('a file that does not load is one failure, beside the failed tests of others', () => {
  expect(countTests(report(file('failed'), file('failed', 'failed', 'failed', 'passed')), 1).failed).toBe(3)
})

test('a run that fails outside of all files has not zero failures', () => {
  expect(countTests(report(file('passed', 'passed')), 1).failed).toBe(1)
})

test('what failed is told by file, test and the first line of why', () => {
  expect(
    failuresIn(report(file('failed', 'passed', 'failed'), file('failed'), file('passed')), '/shop'),
  ).toEqual(['a.test.ts > block test 1: expected 1 to be 2', 'a.test.ts: Cannot find module'])
})

test('the line has one form', () => {
  const some = { passed: 1, failed: 2, skipped: 3 }
  expect(countLine(addCounts(some, some))).toBe('2 passed, 4 failed, 6 skipped')
})
