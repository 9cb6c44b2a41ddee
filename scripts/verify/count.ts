import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { THOROUGH } from '@svc/test-kit/thorough'

/** The number of tests by result. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** What Vitest's JSON reporter writes, as far as counting asks. */
export interface VitestReport {
  numPassedTests: number
  testResults: {
    /** The file. */
    name: string
    status: string
    /** Why the file failed outside of its tests. */
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags: string[] }[]
  }[]
}

/**
 * Counts a run of the quick or the thorough tests; a file that failed outside its tests, for example by not loading, is
 * one failure. Vitest reports the other tests of its files as skipped: those are left to the other command.
 */
export const countTests = (
  report: VitestReport,
  exitCode: number | null,
  tests: 'quick' | 'thorough',
): Counts => {
  const failed = report.testResults
    .map(({ status, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed').length
      return status === 'failed' ? Math.max(1, tests) : tests
    })
    .reduce((sum, count) => sum + count, 0)
  return {
    passed: report.numPassedTests,
    // An error outside of any file still makes Vitest exit with a failure.
    failed: exitCode === 0 ? failed : Math.max(1, failed),
    skipped: report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, tags }) => NOT_RUN.has(status) && tags.includes(THOROUGH) === (tests === 'thorough'))
      .length,
  }
}

const NOT_RUN = new Set(['skipped', 'pending', 'todo', 'disabled'])

/** The failures, one per line: the file, the test, and the first line of the reason. */
export const failuresIn = ({ testResults }: VitestReport, root: string): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`]
    return failed.map(
      ({ fullName, failureMessages: [why = ''] }) => `${file} > ${fullName.trim()}: ${firstLine(why)}`,
    )
  })

const firstLine = (text: string): string =>
  (stripVTControlCharacters(text).split('\n')[0] ?? '').slice(0, 300)

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The line that any CI can read. */
export const countLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`
