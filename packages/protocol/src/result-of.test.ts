import { expect, test } from 'vitest'
import type { AttemptStatus } from './result.ts'
import { resultOf } from './result-of.ts'

const came = (...statuses: AttemptStatus[]) => resultOf(statuses.map((status) => ({ status })))

test('the last attempt that ran decides', () => {
  expect(came('failed', 'passed')).toBe('flaky')
  expect(came('passed', 'failed')).toBe('failed')
  expect(came('passed', 'failed', 'passed')).toBe('flaky')
  expect(came('failed', 'passed', 'timedOut')).toBe('failed')
})

test('an attempt that did not run changes nothing', () => {
  expect(came()).toBe('skipped')
  expect(came('skipped', 'interrupted')).toBe('skipped')
  expect(came('failed', 'skipped')).toBe('failed')
  expect(came('failed', 'interrupted')).toBe('failed')
  expect(came('passed', 'skipped')).toBe('passed')
  expect(came('failed', 'passed', 'interrupted')).toBe('flaky')
})

test('attempts that came earlier count', () => {
  expect(resultOf([{ status: 'passed' }], 'failed')).toBe('flaky')
  expect(resultOf([{ status: 'failed' }], 'passed')).toBe('failed')
  expect(resultOf([{ status: 'skipped' }], 'flaky')).toBe('flaky')
})

test('the worst repeat decides, and none is a retry of another', () => {
  expect(resultOf([{ status: 'failed' }, { status: 'passed', repeat: 1 }])).toBe('failed')
  expect(resultOf([{ status: 'passed' }, { status: 'skipped', repeat: 1 }])).toBe('passed')
})
