import { posix } from 'node:path'
import { asWritten, below, firstLine } from './text.ts'
import type { Side, Told, ToldAttempt } from './told.ts'

interface TestError {
  message?: string
  value?: string
}

interface Spec {
  title: string
  file: string
  tests: {
    projectName: string
    expectedStatus: string
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    results: { status: string; duration: number; errors: TestError[] }[]
  }[]
}

interface Suite {
  title: string
  specs: Spec[]
  suites?: Suite[]
}

/** The report of Playwright's own JSON reporter. */
export interface PlaywrightReport {
  config: { rootDir: string }
  suites: Suite[]
  errors: TestError[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const

/** Reads the report of `--reporter=json`. */
export const readPlaywright = (report: PlaywrightReport, root: string): Side => {
  const { stats, errors } = report
  const folder = report.config.rootDir
  // The outermost suite is the file.
  const tests = report.suites.flatMap((file) => testsOf(file, [], { folder, root }))
  return {
    tests,
    totals: {
      passed: stats.expected,
      failed: stats.unexpected,
      flaky: stats.flaky,
      skipped: stats.skipped,
    },
    failedFiles: [...new Set(tests.filter(({ status }) => status === 'failed').map(({ file }) => file))],
    outsideErrors: errors.map((error) => firstLine(error.message ?? error.value ?? '', root)),
  }
}

interface Place {
  folder: string
  root: string
}

const testsOf = (suite: Suite, titles: string[], place: Place): Told[] => [
  ...suite.specs.flatMap((spec) => toTold(spec, titles, place)),
  ...(suite.suites ?? []).flatMap((inner) =>
    testsOf(inner, inner.title ? [...titles, inner.title] : titles, place),
  ),
]

const toTold = (spec: Spec, titles: string[], { folder, root }: Place): Told[] =>
  spec.tests.map(({ projectName, status, results, expectedStatus }) => {
    const isReversed = expectedStatus === 'failed'
    const attempts = results.map(
      (result): ToldAttempt => ({
        status: (isReversed && REVERSED[result.status]) || result.status,
        durationMs: result.duration,
        errors: result.errors.map(({ message, value }) => firstLine(message ?? value ?? '', root)),
      }),
    )
    const last = attempts.at(-1)
    return {
      file: below(root, posix.join(folder, spec.file)),
      titles: [...titles, spec.title].map(asWritten),
      variant: projectName,
      status: STATUS[status],
      errors: last?.errors ?? [],
      attempts,
      ...(last ? { durationMs: last.durationMs } : {}),
    }
  })

// `test.fail()` turns the meaning round; svc says what the author meant.
const REVERSED: Record<string, string> = { failed: 'passed', passed: 'failed' }
