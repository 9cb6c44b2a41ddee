import { neededRuns } from '@svc/prove/needed-runs'
import { expect, test } from 'vitest'
import { beginOf, type Ran } from './begin-of-failure.ts'

/** Runs in short, newest first: `f` failed, `p` passed, `o` failed with another error. Each has the sha of its place. */
const begin = (letters: string) => {
  const [newest, ...older] = [...letters].map(
    (letter, at): Ran => ({
      status: letter === 'p' ? 'passed' : 'failed',
      execution: { id: `run ${at}`, testedSha: `sha ${at}`, headSha: null },
      error: letter === 'p' ? null : { fingerprint: letter === 'f' ? 'own' : 'other' },
    }),
  )
  if (!newest) throw new Error('no runs')
  const { first, good, seen } = beginOf([newest, ...older], 'own')
  return { first: first.execution.id, good, seen }
}

test('a failure of every run began after the newest run that passed', () => {
  expect(begin(`fff${'p'.repeat(20)}`)).toEqual({ first: 'run 2', good: 'sha 3', seen: { hits: 3, runs: 3 } })
  expect(begin('fp')).toEqual({ first: 'run 0', good: 'sha 1', seen: { hits: 1, runs: 1 } })
})

test('a flaky failure began before the passes in between, after as many clean runs as its rate demands', () => {
  expect(begin(`fpfpfp${'p'.repeat(40)}`)).toEqual({
    first: 'run 4',
    good: `sha ${4 + neededRuns({ hits: 3, runs: 5 })}`,
    seen: { hits: 3, runs: 5 },
  })
})

test('another error is neither a failure nor a pass, and no pass is no good end', () => {
  expect(begin('foof')).toEqual({ first: 'run 3', good: undefined, seen: { hits: 2, runs: 2 } })
})
