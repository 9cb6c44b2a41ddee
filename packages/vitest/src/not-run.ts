import type { AttemptDetail } from '@svc/protocol'
import type { TestCase, TestModule, TestSuite } from 'vitest/node'
import { taskOf } from './internals.ts'
import { titlesOf } from './titles.ts'

/** The reasons why this run left tests out. */
export interface Narrowing {
  /** True if enough tests failed for `bail` to end the run. */
  hasBailed: boolean
  testNamePattern: RegExp | undefined
  /** True if tags or lines select the tests; Vitest does not report which tests they left out. */
  isPicked: boolean
}

/**
 * Why a test without any attempt did not run, determined after its module has ended; undefined if
 * the source explains it.
 */
export const whyNotRun = (test: TestCase, narrowing: Narrowing): AttemptDetail['skip'] => {
  const cutOff: AttemptDetail['skip'] = narrowing.hasBailed
    ? { kind: 'filtered', reason: 'bail ended the run' }
    : { kind: 'interrupted' }
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

// The note on a test that was running when the run was cancelled.
const ABORTED = 'The test run was aborted by the user.'

const failedHook = (test: TestCase): AttemptDetail['skip'] => {
  const [error] = parentsOf(test).flatMap((parent) => parent.errors())
  return error && { kind: 'hook', reason: error.message ?? 'a hook failed' }
}

// A plain skip looks like a test left out because of another one's `only`; from 5 on, the file
// reports whether it has one.
const isLeftOut = (test: TestCase, { testNamePattern, isPicked }: Narrowing): boolean =>
  isPicked ||
  taskOf(test.module).containsOnly === true ||
  (testNamePattern !== undefined && isOtherName(test, testNamePattern))

// Versions of Vitest separate the titles differently.
const isOtherName = (test: TestCase, pattern: RegExp): boolean => {
  const titles = titlesOf(test)
  return [' ', ' > '].every((separator) => titles.join(separator).search(pattern) < 0)
}

/** The describe blocks around a test from the inside out, and its module. */
const parentsOf = (test: TestCase): (TestSuite | TestModule)[] => {
  const parents: (TestSuite | TestModule)[] = []
  for (let parent = test.parent; ; parent = parent.parent) {
    parents.push(parent)
    if (parent.type === 'module') return parents
  }
}
