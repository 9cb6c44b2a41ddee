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

test('trials after other files are told with those of the file alone', () => {
  const alone = { ...proof({ failed: 0, passed: 15 }, { failed: 0, passed: 14 }), trials: [] }
  const after = (
    finding: 'proved' | 'passes-alone' | 'void' | 'undecided',
    failed: number,
    passed: number,
    files = ['b.test.ts'],
  ) => ({
    ...alone,
    finding: finding === 'proved' ? ('proved' as const) : ('passes-alone' as const),
    neighbours: {
      finding,
      files,
      of: 9,
      trials: [],
      evidence: {
        ...alone.evidence,
        here: { failed, passed },
        base: { failed: 0, passed: finding === 'proved' ? 3 : 0 },
      },
      ...(finding === 'void' && { reason: 'no' }),
    },
  })
  expect(sentenceOf(after('proved', 3, 0), 'main', true)).toBe(
    'this change breaks it: after b.test.ts, it fails in 3 of 3 runs here, in 0 of 3 on main now; its file passes alone (it fails in 0 of 15 runs here, in 0 of 14 on main now)',
  )
  expect(sentenceOf(after('passes-alone', 0, 2, ['b', 'c']), 'main', true)).toMatch(
    /^it fails only in the whole run: its file passes alone \(.*\), and after the 2 files before it, too \(in 2 of 2 runs here\)/,
  )
  expect(sentenceOf(after('undecided', 1, 1), 'main', true)).toMatch(
    /after b\.test\.ts, it fails in 1 of 2 runs here.*It is not cleared$/,
  )
  expect(sentenceOf(after('void', 1, 0), 'main', true)).toMatch(
    /no run after b\.test\.ts says more \(no\)\. It is not cleared$/,
  )
})
