import { expect, test } from 'vitest'
import { ordinal, pushText } from './push-text.ts'

const push = (failing: number, change: [fixed: number, broke: number, notRun: number] | null) =>
  pushText({
    failing,
    errors: 0,
    state: failing > 0 ? 'failed' : 'passed',
    change: change && { fixed: change[0], broke: change[1], notRun: change[2] },
  })

test('a push tells what it fixed, what it broke and what is left', () => {
  expect(push(3, null)).toBe('3 failed')
  expect(push(0, null)).toBe('nothing failed')
  expect(push(1, [2, 0, 0])).toBe('fixed 2, 1 left')
  expect(push(2, [1, 1, 0])).toBe('fixed 1, broke 1, 2 left')
  expect(push(0, [2, 0, 0])).toBe('fixed 2, none left')
  expect(push(1, [0, 0, 0])).toBe('1 left')
  expect(push(0, [0, 0, 0])).toBe('nothing failed')
})

test('what did not run again is not called fixed, and a run that is not over says so', () => {
  expect(push(0, [1, 0, 2])).toBe('fixed 1, 0 left, 2 failures not run again')
  expect(pushText({ failing: 0, errors: 0, state: 'running', change: null })).toBe('no failure, so far')
  expect(pushText({ failing: 0, errors: 0, state: 'incomplete', change: null })).toBe('incomplete')
  expect(pushText({ failing: 0, errors: 0, state: 'failed', change: null })).toBe('fails as its base does')
})

test('failures outside tests are told, so that a red push never reads as calm', () => {
  const change = { fixed: 0, broke: 0, notRun: 0 }
  expect(pushText({ failing: 0, errors: 1, state: 'failed', change: null })).toBe('1 failure outside tests')
  expect(pushText({ failing: 0, errors: 2, state: 'failed', change: { ...change, fixed: 1 } })).toBe(
    'fixed 1, none left, 2 failures outside tests',
  )
  expect(pushText({ failing: 0, errors: 0, state: 'failed', change })).toBe('fails as its base does')
  expect(pushText({ failing: 3, errors: 1, state: 'running', change: null })).toBe(
    '3 failed, 1 failure outside tests, so far',
  )
})

test('ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
  ])
})
