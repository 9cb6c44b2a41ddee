import { expect, test } from 'vitest'
import { conclude } from './post-checks.ts'

const of = (verdict: string, state = 'passed', waitingFor: string[] = []) => ({
  verdict,
  waitingFor,
  execution: { state },
})

test.each([
  ['passed', 'success'],
  ['mine', 'failure'],
  ['not-mine', 'neutral'],
  ['unknown', 'neutral'],
  ['no-base-failed', 'neutral'],
  ['incomplete', 'cancelled'],
  ['of a newer server', 'neutral'],
])('%s is concluded as %s', (verdict, conclusion) => {
  expect(conclude([of(verdict)], false)).toBe(conclusion)
  // Nothing that is over is in progress, whatever other jobs do.
  expect(conclude([of(verdict)], true)).toBe(conclusion)
})

test('the worst of several suites counts', () => {
  expect(conclude([of('passed'), of('mine'), of('incomplete')], false)).toBe('failure')
  expect(conclude([of('passed'), of('unknown'), of('incomplete')], false)).toBe('cancelled')
  expect(conclude([of('passed'), of('not-mine')], false)).toBe('neutral')
})

test('what runs is in progress only while somebody is known to come', () => {
  const running = [of('passed', 'running'), of('mine')]
  expect(conclude(running, true)).toBeUndefined()
  expect(conclude(running, false)).toBe('failure')
  expect(conclude([of('passed', 'running')], false)).toBe('neutral')
  expect(conclude([of('incomplete', 'running', ['shard 2'])], false)).toBe('neutral')
})
