import { asWritten, below, firstLine } from './text.ts'
import type { Side, Told } from './told.ts'

/** The report that Vitest writes after Jest's example; Jest alone counts invocations. */
export interface JestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      duration?: number | null
      failureMessages: string[] | null
      invocations?: number
    }[]
  }[]
}

type Assertion = JestReport['testResults'][number]['assertionResults'][number]

/** Reads `--json` of Jest or `--reporter=json` of Vitest. */
export const readVitestOrJest = (report: JestReport, root: string): Side => {
  const files = report.testResults
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => toTold(test, below(root, name), root)),
  )
  const flaky = tests.filter(({ status }) => status === 'flaky').length
  const failed = files.filter(({ status }) => status === 'failed')
  return {
    tests,
    totals: {
      passed: report.numPassedTests - flaky,
      failed: report.numFailedTests,
      flaky,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    failedFiles: [...new Set(failed.map(({ name }) => below(root, name)))],
  }
}

const toTold = (test: Assertion, file: string, root: string): Told => {
  const { title, duration, failureMessages, invocations = 0 } = test
  // Vitest puts the file before the titles of a type check.
  const [first] = test.ancestorTitles
  const ancestorTitles =
    first && `/${file}`.endsWith(`/${first}`) ? test.ancestorTitles.slice(1) : test.ancestorTitles
  const status = STATUS[test.status] ?? 'skipped'
  const errors = (failureMessages ?? []).map((text) => firstLine(text, root))
  return {
    file,
    titles: [...ancestorTitles, title].map(asWritten),
    status: status === 'passed' && invocations > 1 ? 'flaky' : status,
    errors: status === 'failed' ? errors : [],
    ...(typeof duration === 'number' ? { durationMs: duration } : {}),
    ...(invocations > 1 ? { attempts: attemptsOf(invocations, status, duration ?? 0, errors) } : {}),
    ...(test.status === 'todo' ? { isTodo: true } : {}),
  }
}

const STATUS: Record<string, Told['status']> = { passed: 'passed', failed: 'failed' }

// Of the tries before the last the report says only that there were some.
const attemptsOf = (count: number, status: string, durationMs: number, errors: string[]) =>
  Array.from({ length: count }, (_, index) =>
    index === count - 1
      ? { status, durationMs, errors }
      : { status: 'failed', durationMs: Number.NaN, errors: [] },
  )
