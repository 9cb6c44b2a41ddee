import { expect, test } from 'vitest'
import { makeComparison } from './comparison.ts'
import type { Ran } from './runners/run-file.ts'

type Outcome = Extract<Ran, { kind: 'ran' }>['outcomes']['tests'][number]

const failure = { file: 'a.test.js', titles: ['adds'], variant: '', message: 'expected 2 to be 3' }
const { file, titles, variant } = failure
/** What a start of the runner gave, with one result of the test. */
const ran = (result: 'passed' | 'failed' | 'flaky', message: string) => ({
  kind: 'ran' as const,
  outcomes: { tests: [{ file, titles, variant, leg: 'linux', result, message }], errors: [], files: [] },
})

test('a pass on a retry in the code is a pass, as for CI', () => {
  const compare = makeComparison()
  for (const side of ['here', 'base'] as const)
    expect(compare(failure, side, ran('flaky', failure.message))).toEqual({ kind: 'passed' })
  expect(compare(failure, 'here', ran('failed', failure.message))).toEqual({ kind: 'failed' })
})

test('of two tests of one name, the one with the number of the failure counts', () => {
  const second = { ...failure, occurrence: 1 }
  const compare = makeComparison()
  const both = (first: 'passed' | 'failed', other: 'passed' | 'failed') => {
    const [one] = ran(first, failure.message).outcomes.tests
    const [two] = ran(other, failure.message).outcomes.tests
    return {
      kind: 'ran' as const,
      outcomes: {
        tests: [one, { ...two, occurrence: 1 }].flatMap((each) => (each?.file ? [each as Outcome] : [])),
        errors: [],
        files: [],
      },
    }
  }
  expect(compare(second, 'here', both('passed', 'failed'))).toEqual({ kind: 'failed' })
  expect(compare(second, 'here', both('failed', 'passed'))).toEqual({ kind: 'passed' })
  expect(compare(second, 'base', both('failed', 'passed'))).toEqual({ kind: 'passed' })
  expect(compare(failure, 'here', both('failed', 'passed'))).toEqual({ kind: 'failed' })
  // The base has one of the name: nobody knows which of the two it was.
  expect(compare(second, 'base', ran('failed', failure.message))).toEqual({ kind: 'failed' })
})
