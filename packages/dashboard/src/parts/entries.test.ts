import { expect, test } from 'vitest'
import type { Comparison } from '../data/queries.ts'
import type { Group } from '../data/runs.ts'
import { entriesOf } from './entries.ts'

const ref = (title: string) => ({
  testId: title,
  file: `${title}.test.ts`,
  titles: ['shop', title],
  variant: 'chrome',
  occurrence: 0,
  leg: 'linux',
})
const change = (title: string, more: object = {}) => ({
  ...ref(title),
  base: null,
  head: { status: 'failed', durationMs: 1 },
  error: { message: 'wrong', fingerprint: 'f' },
  owners: ['@acme'],
  ...more,
})
const of = (group: Group, more: object) =>
  entriesOf({ historyRuns: [], ...more } as unknown as Comparison, group)

test('an entry names its test with file, variant and leg, and says why', () => {
  const verdict = {
    kind: 'unknown',
    because: 'it failed once',
    missing: 'a second failure',
    evidence: [],
    history: { recent: [] },
  }
  for (const group of ['regressions', 'stillFailing', 'newTests'] as const)
    expect(of(group, { [group]: [change('pays', { verdict })] })).toMatchObject([
      {
        key: 'pays~linux',
        test: { testId: 'pays', leg: 'linux' },
        title: 'shop › pays',
        under: 'pays.test.ts · chrome · linux',
        status: 'failed',
        owners: ['@acme'],
        words: 'It failed once. A second failure.',
        error: 'wrong',
        timing: null,
      },
    ])
  expect(of('newTests', { newTests: [change('new', { verdict: null })] })).toMatchObject([
    { verdict: null, words: null },
  ])
})

test('what did not run has its reason, and no status of a run', () => {
  const stopped = change('stops', { head: null, error: null, reason: 'its file did not load' })
  expect(of('stoppedRunning', { stoppedRunning: [stopped] })).toMatchObject([
    { status: null, error: null, words: 'its file did not load' },
  ])
  expect(
    of('failuresNotCompared', { failuresNotCompared: [change('a', { reason: 'no run' })] }),
  ).toMatchObject([{ words: 'no run', owners: ['@acme'] }])
})

test('a duration stands beside its usual range, which never goes below zero', () => {
  const slower = { usualMs: 100, headMs: 400, deviations: 30, runs: 8 }
  expect(of('slower', { slower: [change('a', slower)] })[0]?.timing).toEqual({
    usualMs: 100,
    headMs: 400,
    spreadMs: 20,
    runs: 8,
  })
  const wide = { usualMs: 100, headMs: 500, deviations: 1, runs: 8 }
  expect(of('slower', { slower: [change('a', wide)] })[0]?.timing?.spreadMs).toBe(100)
  const faster = { usualMs: 400, headMs: 100, deviations: -30, runs: 8 }
  expect(of('faster', { faster: [change('a', faster)] })[0]?.timing?.spreadMs).toBe(20)
  expect(of('slower', { slower: [change('a', { ...slower, deviations: 0 })] })[0]?.timing?.spreadMs).toBe(0)
})

test('a rename names both; an error outside tests has no test, and two of one file have their own keys', () => {
  const pair = { from: ref('old'), to: ref('new'), similarity: 0.996, why: ['same body'] }
  expect(of('renameCandidates', { renameCandidates: [pair] })).toMatchObject([
    { title: 'shop › new', words: 'Was shop › old in old.test.ts. 99.6 % alike: same body.' },
  ])
  expect(of('renamed', { renamed: [pair] })).toMatchObject([{ words: 'Was shop › old in old.test.ts.' }])
  const errors = {
    introduced: [
      { file: 'a.ts', message: 'x', fingerprint: '1' },
      { file: 'a.ts', message: 'y', fingerprint: '2' },
      { file: null, message: 'z', fingerprint: '1' },
    ],
    persisting: [],
    fixed: [],
  }
  const entries = of('errorsIntroduced', { errors })
  expect(entries.map(({ test: own, title }) => [own, title])).toEqual([
    [null, 'a.ts'],
    [null, 'a.ts'],
    [null, 'Outside any test'],
  ])
  expect(new Set(entries.map(({ key }) => key)).size).toBe(3)
})
