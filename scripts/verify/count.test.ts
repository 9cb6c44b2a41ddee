import { expect, test } from 'vitest'
import { addCounts, countLine, countTests } from './count.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
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

test('the line has one form', () => {
  const some = { passed: 1, failed: 2, skipped: 3 }
  expect(countLine(addCounts(some, some))).toBe('2 passed, 4 failed, 6 skipped')
})
