import type { AttemptDetail } from '@svc/protocol'
import type { TestCase } from 'vitest/node'
import { parentsOf, titlesOf } from './titles.ts'

/** The settings that leave tests out. */
interface Filters {
  bail?: number
  testNamePattern?: RegExp
}

/**
 * Why a test without any attempt did not run, asked after its module has ended; undefined where
 * the source says so itself. A test left out by another one's `only` looks like a plain skip here.
 */
export const whyNotRun = (test: TestCase, config: Filters): AttemptDetail['skip'] => {
  if (test.result().state !== 'skipped') return { kind: config.bail ? 'filtered' : 'interrupted' }
  switch (test.options.mode) {
    case 'run':
    case 'only':
      return failedHook(test)
    case 'skip':
      return isLeftOut(test, config.testNamePattern) ? { kind: 'filtered' } : undefined
    case 'todo':
      return undefined
  }
}

const failedHook = (test: TestCase): AttemptDetail['skip'] => {
  const [error] = parentsOf(test).flatMap((parent) => parent.errors())
  return error && { kind: 'hook', reason: error.message ?? 'a hook failed' }
}

// Which separator stands between the titles has changed over Vitest's versions.
const isLeftOut = (test: TestCase, pattern: RegExp | undefined): boolean => {
  if (!pattern) return false
  const titles = titlesOf(test)
  return [' ', ' > '].every((separator) => titles.join(separator).search(pattern) < 0)
}
