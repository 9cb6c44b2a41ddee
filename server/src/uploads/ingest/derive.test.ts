import { expect, test } from 'vitest'
import { ATTEMPT, VERDICT } from '../../ground/store/tables.ts'
import { derive } from './derive.ts'

type Status = keyof typeof ATTEMPT

/** The verdict of attempts of one repeat, each a second longer than the one before it. */
const decide = (...statuses: Status[]) => {
  const tried = statuses.map((status, index) => ({
    repeat: 0,
    status: ATTEMPT[status],
    startMs: index,
    durationUs: (index + 1) * 1e6,
    reason: `${status} ${index}`,
  }))
  const { verdict, durationUs, reason } = derive(tried)
  const name = Object.entries(VERDICT).find(([, value]) => value === verdict)?.[0]
  return [name, durationUs / 1e6, reason]
}

test('a test that passed after a failure is flaky, and one that failed at last has failed', () => {
  expect(decide('failed', 'passed')).toEqual(['flaky', 2, 'failed 0'])
  expect(decide('passed', 'failed')).toEqual(['failed', 2, 'failed 1'])
  expect(decide('passed', 'timedOut', 'skipped')).toEqual(['failed', 2, 'timedOut 1'])
  expect(decide('passed', 'failed', 'passed')).toEqual(['flaky', 3, 'failed 1'])
})

test('an attempt that did not run takes nothing back of the ones before it', () => {
  expect(decide('failed', 'skipped')).toEqual(['failed', 1, 'failed 0'])
  expect(decide('failed', 'interrupted')).toEqual(['failed', 1, 'failed 0'])
  expect(decide('passed', 'skipped')).toEqual(['passed', 1, 'passed 0'])
  expect(decide('passed', 'interrupted')).toEqual(['passed', 1, 'passed 0'])
})

test('the last failure speaks for a test that failed every time, the last skip for one that never ran', () => {
  expect(decide('failed', 'timedOut')).toEqual(['failed', 2, 'timedOut 1'])
  expect(decide('skipped', 'interrupted')).toEqual(['skipped', 2, 'interrupted 1'])
})

test('the worst repeat decides', () => {
  const tried = (repeat: number, status: number) => ({
    repeat,
    status,
    startMs: 0,
    durationUs: 1,
    reason: null,
  })
  expect(derive([tried(0, ATTEMPT.failed), tried(1, ATTEMPT.passed)]).verdict).toBe(VERDICT.failed)
  expect(derive([tried(0, ATTEMPT.passed), tried(1, ATTEMPT.skipped)]).verdict).toBe(VERDICT.passed)
})
