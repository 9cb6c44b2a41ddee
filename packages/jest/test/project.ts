import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storable } from '@svc/protocol'
import { type CollectedTest, resultOf } from '@svc/test-kit/collect'
import { type Observed, observe } from '@svc/test-kit/observe'
import type { RunOptions } from '@svc/test-kit/project'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { newestOf, type RunnerVersion, versionsOf } from '@svc/test-kit/versions'
import { afterAll, beforeAll, describe, expect } from 'vitest'

/** What Jest's JSON report says, as far as the tests ask. */
interface JsonReport {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  success: boolean
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

/** A run of Jest with our reporter in it. */
export interface JestRun extends Observed {
  project: RunnerProject
  /** Major and minor version of the Jest that ran. */
  version: number
  /** Jest's own report of this run; throws where it wrote none. */
  readonly report: JsonReport
  /** The sentences that are not told in every run of this version. */
  readonly warnings: string[]
}

interface Setup extends RunOptions {
  config?: object
  options?: object
  args?: string[]
}

const LOST = /^Jest \S+ does not (?:report which tests were expected to fail|pass on the causes of errors)/

/** A project of the newest Jest; `config` is the rest of its config. */
export const jestProject = (files: Record<string, string>, config: object = {}): RunnerProject =>
  runnerProject(newestOf('jest'), files, config)

/** Runs Jest once in a project that is there already. */
export const runJest = async (
  project: RunnerProject,
  runner: RunnerVersion,
  setup: Setup = {},
): Promise<JestRun> => {
  const { args = [], config: _, options: __, ...options } = setup
  const run = await observe(project, project.command(...args), options)
  return Object.create(run, {
    project: { value: project },
    version: { value: Number.parseFloat(runner.version) },
    report: { get: () => readReport(project) },
    warnings: { get: () => run.part.warnings.filter((warning: string) => !LOST.test(warning)) },
  })
}

/** Runs Jest once in a project of its own, which is removed before this returns. */
export const runOnce = async (
  files: Record<string, string>,
  setup: Setup = {},
  runner: RunnerVersion = newestOf('jest'),
): Promise<JestRun> => {
  const project = runnerProject(runner, files, setup.config, setup.options)
  try {
    const run = await runJest(project, runner, setup)
    const report = hasReport(project) ? readReport(project) : undefined
    return Object.create(run, { report: { get: () => report ?? readReport(project) } })
  } finally {
    project.remove()
  }
}

/** Declares the tests of a theme once for each version of Jest. */
export const onEachVersion = (theme: string, declare: (runner: RunnerVersion) => void): void => {
  for (const runner of versionsOf('jest'))
    describe(`${theme}, Jest ${runner.version}`, { tags: runner.tags }, () => declare(runner))
}

/** Runs Jest once in every tried version, before the tests that `body` declares. */
export const eachVersion = (
  name: string,
  files: Record<string, string>,
  setup: Setup,
  body: (jest: { readonly run: JestRun; readonly runner: RunnerVersion }) => void,
): void => {
  onEachVersion(name, (runner) => {
    let run: JestRun | undefined
    beforeAll(async () => {
      run = await runJest(runnerProject(runner, files, setup.config, setup.options), runner, setup)
    })
    afterAll(() => run?.project.remove())
    body({
      runner,
      get run() {
        if (!run) throw new Error('Jest has not run')
        return run
      },
    })
  })
}

/** Fails unless we say of every test what Jest's JSON report says, but for those a failed hook kept from running. */
export const expectWhatJestSays = (run: JestRun): void => {
  const { report } = run
  const { tests } = run.part
  const count = (...kinds: string[]) => tests.filter((test) => kinds.includes(kindOf(test))).length
  expect({
    total: tests.length,
    passed: count('passed'),
    failed: count('failed', 'kept by a hook'),
    skipped: count('skipped'),
  }).toEqual({
    total: report.numTotalTests,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  })
  const ours = tests.map((test) =>
    JSON.stringify([test.file, test.titles, kindOf(test).replace('kept by a hook', 'failed')]),
  )
  const theirs = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) =>
      JSON.stringify([
        relativeTo(run.project.folder, name),
        // The client makes the escape character of colours visible, and sends what can be stored.
        [...ancestorTitles, title].map((each) => storable(each.replaceAll('\u001b', '\u241b'))),
        WORDS[status],
      ]),
    ),
  )
  expect(ours.sort()).toEqual(theirs.sort())
}

const WORDS: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
}

const kindOf = (test: CollectedTest): string => {
  if (test.attempts.at(-1)?.skip?.kind === 'hook') return 'kept by a hook'
  return resultOf(test).replace('flaky', 'passed')
}

const relativeTo = (folder: string, path: string) => path.slice(path.indexOf(folder) + folder.length + 1)

const hasReport = ({ folder }: RunnerProject) => existsSync(join(folder, 'report.json'))

const readReport = ({ folder }: RunnerProject): JsonReport =>
  JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))

/** The tests of these titles, by their numbers. */
export const twinsOf = (run: JestRun, ...titles: string[]): CollectedTest[] =>
  run.part.tests
    .filter((test) => test.titles.join('\0') === titles.join('\0'))
    .sort((one, other) => one.occurrence - other.occurrence)

/** What became of each try: its status, and the message of its first error. */
export const triesOf = (test: CollectedTest | undefined): string[] =>
  (test?.attempts ?? []).map(({ status, errors = [] }) =>
    [status, ...errors.slice(0, 1).map(({ message }) => message)].join(': '),
  )
