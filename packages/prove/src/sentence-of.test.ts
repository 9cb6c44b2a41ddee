import { expect, test } from 'vitest'
import { sentenceOf } from './sentence-of.ts'

const test1 = { file: 'a.test.ts', variant: '', titles: ['a'], message: 'no' }
const proof = (here: { failed: number; passed: number }, base = { failed: 0, passed: 0 }) => ({
  test: test1,
  finding: 'void' as const,
  evidence: { here, base, history: { failed: 0, passed: 1 }, repeated: 0 },
  reason: 'the test did not run',
  trials: [],
  isSuspect: true,
})

test('a test that fails on the base with another error is there', () => {
  const reason = 'it fails with another error: expected 4 to be 5'
  expect(sentenceOf({ ...proof({ failed: 2, passed: 0 }), reason }, 'main', true)).toBe(
    `it fails in 2 of 2 runs here; main has no valid run (${reason})`,
  )
})

test('a test that the base lacks says so, with its runs here', () => {
  expect(sentenceOf(proof({ failed: 2, passed: 0 }), 'main', true)).toBe(
    'it fails in 2 of 2 runs here; main has no valid run (the test did not run). A test that this change adds, moves or renames is not on main',
  )
  expect(sentenceOf(proof({ failed: 0, passed: 0 }), 'main', true)).toBe('no valid run: the test did not run')
})
