import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storable } from '@svc/protocol'
import { type CollectedPart, countResults, resultOf } from '@svc/test-kit/collect'
import { type Observed, observe } from '@svc/test-kit/observe'
import type { Project, RunOptions } from '@svc/test-kit/project'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { newestOf, type RunnerVersion, versionsOf } from '@svc/test-kit/versions'
import { describe, expect } from 'vitest'

const newest = newestOf('vitest')

/** Declares the tests of a theme once for each version of Vitest from `oldest` on. */
export const eachVersion = (theme: string, declare: (version: RunnerVersion) => void, oldest = '0'): void => {
  for (const version of versionsOf('vitest').filter((each) => isAtLeast(each, oldest)))
    describe(`Vitest ${version.version}: ${theme}`, { tags: version.tags }, () => declare(version))
}

/** True where a version is at least `wanted`, for example `5.1.1`. */
export const isAtLeast = ({ version }: RunnerVersion, wanted: string): boolean =>
  version.localeCompare(wanted, undefined, { numeric: true }) >= 0

/** Arguments that run Vitest once in a project made by `vitestProject`. */
export const vitestRun = (...args: string[]): string[] => ['node_modules/vitest/vitest.mjs', 'run', ...args]

interface ProjectOptions {
  version?: RunnerVersion
  /** Options of the reporter. */
  svc?: object
}

/** A project of one Vitest; `test` is the rest of its config's `test`. */
export const vitestProject = (
  files: Record<string, string>,
  test: object = {},
  { version = newest, svc = {} }: ProjectOptions = {},
): RunnerProject => runnerProject(version, files, test, svc)

/** A run of Vitest and its own report of it. */
export interface Reported extends Observed {
  report: JsonReport
}

/** Makes a project, runs it once, and removes it. */
export const runOnce = async (
  files: Record<string, string>,
  test: object = {},
  options: ProjectOptions & { args?: string[]; run?: RunOptions } = {},
): Promise<Reported> => {
  const project = vitestProject(files, test, options)
  try {
    const run = await observe(project, vitestRun(...(options.args ?? [])), options.run)
    return Object.create(run, { report: { value: readReport(project) } })
  } finally {
    project.remove()
  }
}

/** What Vitest's JSON reporter says, as far as the tests ask. */
export interface JsonReport {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: keyof typeof WORDS
      duration?: number
    }[]
  }[]
}

export const readReport = (project: Project, file = 'report.json'): JsonReport =>
  JSON.parse(readFileSync(join(project.folder, file), 'utf8'))

/**
 * Proves that a part holds what Vitest's own report holds: the counts, and every test with its result. A test whose turn
 * never came, after a bail or a crash, is in that report's total and in none of its other counts.
 */
export const expectSame = (part: CollectedPart, report: JsonReport): void => {
  const { passed, flaky, failed, skipped } = countResults(part.tests)
  expect({ total: part.tests.length, passed: passed + flaky, failed, skipped }).toEqual({
    total: report.numTotalTests,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numTotalTests - report.numPassedTests - report.numFailedTests,
  })
  expect(part.tests.map((test) => lineOf(test, resultOf(test).replace('flaky', 'passed'))).sort()).toEqual(
    report.testResults
      .flatMap(({ name, assertionResults }) =>
        assertionResults.map((each) =>
          lineOf({ file: name, titles: [...blocksOf(name, each), each.title] }, WORDS[each.status]),
        ),
      )
      .sort(),
  )
}

// Before all blocks there stands nothing, or in a type check the file.
const blocksOf = (
  file: string,
  { ancestorTitles: [first, ...rest] }: { ancestorTitles: string[] },
): string[] => (first && !file.endsWith(`/${first}`) ? [first, ...rest] : rest)

// In titles, escape characters are made visible, and what cannot be stored is written out; nothing else changes them.
const lineOf = ({ file, titles }: { file: string; titles: string[] }, status: string): string =>
  JSON.stringify([file.split('/').at(-1), ...titles.map(storable), status]).replaceAll('\\u001b', '\u241b')

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped', todo: 'skipped', pending: 'skipped' }

/** Messages of the first attempt's errors. */
export const errorsOf = (run: Observed, ...titles: string[]) => run.test(...titles).attempts[0]?.errors
