import type { AttemptDetail } from '@svc/protocol'
import type { TestCase } from 'vitest/node'
import { taskOf } from './internals.ts'
import { parentsOf, titlesOf } from './titles.ts'

/** What left tests out of this run. */
export interface Narrowing {
  /** True where enough tests failed for `bail` to end the run. */
  hasBailed: boolean
  testNamePattern: RegExp | undefined
  /** True where tags or lines choose the tests, of which Vitest does not say whom they left out. */
  isPicked: boolean
}

/** Why a test without any attempt did not run, asked after its module has ended; undefined if the source says so. */
export const whyNotRun = (test: TestCase, narrowing: Narrowing): AttemptDetail['skip'] => {
  const cutOff = { kind: narrowing.hasBailed ? 'filtered' : 'interrupted' } as const
  const result = test.result()
  if (result.state !== 'skipped') return cutOff
  switch (test.options.mode) {
    case 'run':
    case 'only':
      return failedHook(test) ?? (result.note === ABORTED ? cutOff : undefined)
    case 'skip':
      return isLeftOut(test, narrowing) ? { kind: 'filtered' } : undefined
    case 'todo':
      return undefined
  }
}

// The note of a test that was running when the run was called off.
const ABORTED = 'The test run was aborted by the user.'

const failedHook = (test: TestCase): AttemptDetail['skip'] => {
  const [error] = parentsOf(test).flatMap((parent) => parent.errors())
  return error && { kind: 'hook', reason: error.message ?? 'a hook failed' }
}

// A plain skip looks the same as a test left out by another one's `only`: from 5 on the file says it has one.
const isLeftOut = (test: TestCase, { testNamePattern, isPicked }: Narrowing): boolean =>
  isPicked ||
  taskOf(test.module).containsOnly === true ||
  (testNamePattern !== undefined && isOtherName(test, testNamePattern))

// Vitest's versions separate the titles differently.
const isOtherName = (test: TestCase, pattern: RegExp): boolean => {
  const titles = titlesOf(test)
  return [' ', ' > '].every((separator) => titles.join(separator).search(pattern) < 0)
}
