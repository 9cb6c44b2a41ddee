import { type CollectedPart, type CollectedTest, resultOf } from '@svc/test-kit/collect'
import { expect } from 'vitest'

interface JsonResult {
  status?: string
  duration: number
  errors: unknown[]
}

interface JsonTest {
  projectName: string
  status: string
  expectedStatus: string
  results: JsonResult[]
}

interface JsonSuite {
  title: string
  file: string
  suites?: JsonSuite[]
  specs: { title: string; tests: JsonTest[] }[]
}

/** What Playwright's JSON reporter says, as far as the tests ask. */
export interface JsonReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: JsonSuite[]
  errors: { message?: string }[]
}

const OUTCOMES = { passed: 'expected', failed: 'unexpected', flaky: 'flaky', skipped: 'skipped' }

/**
 * Fails unless both reports tell the same: counts, and for each test its name, what it came to, and every attempt
 * with status, duration and number of errors; and as many errors outside of tests.
 */
export const expectEqualReports = (part: CollectedPart, report: JsonReport): void => {
  expectEqualCounts(part, report)
  expect(linesOfPart(part)).toEqual(linesOfReport(report))
}

/** Fails unless both reports count the same. */
export const expectEqualCounts = (part: CollectedPart, report: JsonReport): void => {
  expect(countOf(part)).toEqual(statsOf(report))
  expect(part.errors).toHaveLength(report.errors.length)
}

/** Playwright counts each repeat of a test; we have them as attempts of one. */
const repeatsOf = (test: CollectedTest): CollectedTest[] =>
  [...Map.groupBy(test.attempts, ({ repeat = 0 }) => repeat).values()].map((attempts) => ({
    ...test,
    attempts,
  }))

/** In Playwright's words, which call a test flaky that passed once, whenever that was. */
const outcomeOf = (repeat: CollectedTest): string => {
  const result = resultOf(repeat)
  const hasPassed = repeat.attempts.some(({ status }) => status === 'passed')
  return OUTCOMES[result === 'failed' && hasPassed ? 'flaky' : result]
}

const countOf = (part: CollectedPart): JsonReport['stats'] => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  for (const test of part.tests)
    for (const repeat of repeatsOf(test)) stats[outcomeOf(repeat) as keyof typeof stats]++
  return stats
}

const statsOf = ({ stats: { expected, unexpected, flaky, skipped } }: JsonReport): JsonReport['stats'] => ({
  expected,
  unexpected,
  flaky,
  skipped,
})

const linesOfPart = ({ tests }: CollectedPart): string[] =>
  tests
    .flatMap((test) =>
      repeatsOf(test).map((repeat) =>
        lineOf(
          [test.file, ...test.titles, test.variant],
          outcomeOf(repeat),
          repeat.attempts.map(({ status, durationMs, errors = [], expectedFailure, annotations = [] }) => {
            const isSkippedRetry = status === 'passed' && annotations.some(({ type }) => type === 'skip')
            if (isSkippedRetry) return attemptOf('skipped', durationMs, errors.length)
            const isUnexpectedPass = errors.at(-1)?.message.match(/^Expected to .*, but passed\.$/)
            if (isUnexpectedPass) return attemptOf('passed', durationMs, errors.length - 1)
            return attemptOf(expectedFailure ? 'failed' : status, durationMs, errors.length)
          }),
        ),
      ),
    )
    .sort()

const linesOfReport = ({ suites }: JsonReport): string[] => {
  const walk = (suite: JsonSuite, titles: string[]): string[] => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status, results }) =>
        lineOf(
          [suite.file, ...titles, title, projectName],
          status,
          results.length === 0
            ? [attemptOf('skipped', 0, 0)]
            : results.map((each) => attemptOf(each.status ?? '', each.duration, each.errors.length)),
        ),
      ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, inner.title ? [...titles, inner.title] : titles)),
  ]
  return suites.flatMap((file) => walk(file, [])).sort()
}

// Long titles are compared by their length and their end, so that a difference can be read.
const lineOf = (name: string[], outcome: string, attempts: string[]): string =>
  JSON.stringify([
    ...name.map((each) => (each.length > 200 ? `${each.length}…${each.slice(-80)}` : each)),
    outcome,
    attempts,
  ])

const attemptOf = (status: string, durationMs: number, errors: number): string =>
  `${status} ${durationMs < 10 ? Math.round(Math.max(0, durationMs) * 100) / 100 : Math.round(durationMs)} ms ${errors}`
