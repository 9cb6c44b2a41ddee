import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  FullConfig,
  FullProject,
  FullResult,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import {
  type Recorder,
  type RecorderStart,
  type ReporterOptions,
  startRecorder,
  withSnippet,
} from '@svc/client'
import type { TestName } from '@svc/protocol'
import { toFailure } from './failure.ts'
import { relocator } from './relocate.ts'
import { toAttempt, toCutOff, toEnd, toSkipped, whyNotBegun } from './to-result.ts'

interface Above {
  titles: string[]
  variant: string
}

/**
 * The names of tests. Playwright rejects equal titles in one file, so each name and repeat has one
 * test; only a merged report may contain several.
 */
class Names {
  readonly #fileOf: (path: string) => string
  // All tests of a block have the same surrounding blocks.
  readonly #above = new WeakMap<Suite, Above>()

  constructor(fileOf: (path: string) => string) {
    this.#fileOf = fileOf
  }

  of(test: TestCase, occurrence = 0): TestName {
    const { titles, variant } = this.#aboveOf(test.parent)
    return { file: this.#fileOf(test.location.file), titles: [...titles, test.title], variant, occurrence }
  }

  #aboveOf(parent: Suite): Above {
    const known = this.#above.get(parent)
    if (known) return known
    const above = { titles: titlesAbove(parent), variant: parent.project()?.name ?? '' }
    this.#above.set(parent, above)
    return above
  }
}

const KEY = 'svc'
const REPORTED = 'reported by each run itself'

/** Records a run while it continues. */
export class Run {
  readonly #recorder: Recorder
  readonly #suite: Suite
  readonly #names: Names
  /** Tests that have started and not ended, by their result. */
  readonly #inFlight = new Map<TestResult, TestCase>()
  #hasBailed = false
  #result: FullResult | undefined

  constructor(
    config: FullConfig,
    suite: Suite,
    options: ReporterOptions,
    startedAt: number,
    isWatch: boolean,
  ) {
    this.#suite = suite
    // `rootDir` is the folder that the projects' tests share, often one below the package.
    this.#recorder = start(config, config.rootDir, { options, startedAt, isWatch })
    this.#names = new Names(this.#recorder.file)
    if (this.#recorder.isRecording) markReported(config, suite)
  }

  testBegin(test: TestCase, result: TestResult): void {
    if (this.#recorder.isRecording) this.#inFlight.set(result, test)
  }

  testEnd(test: TestCase, result: TestResult): void {
    if (!this.#recorder.isRecording) return
    this.#inFlight.delete(result)
    const attempt = toAttempt(test, result)
    // Playwright itself shows the source of one frame.
    if (attempt.errors) attempt.errors = attempt.errors.map((error) => withSnippet(error))
    this.#recorder.attempt(this.#names.of(test), attempt)
  }

  error(error: TestError): void {
    const failure = toFailure(error)
    this.#hasBailed ||= failure.message.startsWith('Testing stopped early')
    this.#recorder.error(failure, error.location && this.#recorder.file(error.location.file))
  }

  end(result: FullResult): void {
    this.#result = result
  }

  // Other reporters may change the outcome: Playwright writes it into the object that all of them
  // share. When the time for the whole run is up, running tests end only after `end`.
  exit(): Promise<void> {
    if (this.#recorder.isRecording) this.#recordRest()
    return this.#recorder.finish({ status: this.#result ? toEnd(this.#result) : 'interrupted' })
  }

  #recordRest(): void {
    const now = Date.now()
    for (const [result, test] of this.#inFlight)
      this.#recorder.attempt(this.#names.of(test), toCutOff(test, result, now))
    const why = whyNotBegun(this.#result?.status ?? 'interrupted', this.#hasBailed)
    for (const test of this.#suite.allTests())
      if (test.results.length === 0) this.#recorder.attempt(this.#names.of(test), toSkipped(test, why, now))
  }
}

/** Starts recording a run with this config; `folder` replaces the folder of a config file. */
const start = (
  { configFile, shard, version, projects }: FullConfig,
  folder: string,
  rest: Pick<RecorderStart, 'options' | 'startedAt' | 'isWatch'>,
): Recorder => {
  return startRecorder({
    ...rest,
    client: { name: '@svc/playwright', version: ownVersion() },
    runner: { name: 'playwright', version },
    runnerRoot: configFile ? dirname(configFile) : folder,
    artifactFolders: [...new Set(projects.map(({ outputDir }) => outputDir))],
    ...(configFile ? { configFile } : {}),
    ...(shard ? { shard: { index: shard.current, total: shard.total } } : {}),
  })
}

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/**
 * The result of `merge-reports` for the blobs of several runs: a separate part without a shard,
 * with their start and end. Omits runs that have reported themselves.
 */
export class MergedRun {
  readonly #config: FullConfig
  readonly #suite: Suite
  readonly #options: ReporterOptions
  readonly #errors: TestError[] = []
  #finish: (() => Promise<void>) | undefined

  constructor(config: FullConfig, suite: Suite, options: ReporterOptions) {
    this.#config = config
    this.#suite = suite
    this.#options = options
  }

  /** Does nothing: everything is read at the end, because only then is the start known. */
  testBegin(): void {}
  testEnd(): void {}

  error(error: TestError): void {
    this.#errors.push(error)
  }

  end(result: FullResult): void {
    const projects = this.#suite.suites.filter((each) => !isReported(each.project()))
    const isAnyReported = isReported(this.#config) || projects.length < this.#suite.suites.length
    if (isAnyReported && projects.length === 0) {
      process.stderr.write(
        'svc: the merged tests were already reported by their original runs, so nothing is sent again\n',
      )
      return
    }
    const startedAt = result.startTime.getTime()
    const recorder = start(this.#config, process.cwd(), { options: this.#options, startedAt })
    const endedAt = startedAt + result.duration
    this.#finish = () => recorder.finish({ status: toEnd(result), endedAt })
    if (recorder.isRecording) this.#record(recorder, projects, isAnyReported ? [] : this.#errors, result)
  }

  async exit(): Promise<void> {
    await this.#finish?.()
  }

  #record(recorder: Recorder, projects: Suite[], errors: TestError[], result: FullResult): void {
    const tests = projects.flatMap((project) => project.allTests())
    const relocate = relocator(this.#config.rootDir, recorder.root, tests[0]?.location.file)
    const names = new Names((path) => recorder.file(relocate.path(path)))
    const occurrences = countTitles(tests, names)
    for (const error of errors) {
      const failure = relocate.failure(toFailure(error))
      recorder.error(failure, failure.location && recorder.file(failure.location.file))
    }
    const hasBailed = this.#errors.some(({ message }) => message?.includes('Testing stopped early'))
    const why = whyNotBegun(result.status, hasBailed)
    const endedAt = result.startTime.getTime() + result.duration
    for (const test of tests) {
      const name = names.of(test, occurrences.get(test))
      for (const each of test.results) recorder.attempt(name, relocate.attempt(toAttempt(test, each)))
      if (test.results.length === 0) recorder.attempt(name, relocate.attempt(toSkipped(test, why, endedAt)))
    }
  }
}

/**
 * With the blob reporter, this run leaves a mark in the blob, so that a merged report does not send
 * its results again. Blobs include metadata, which is written during the run like the number of
 * workers.
 */
const markReported = (config: FullConfig, suite: Suite): void => {
  if (!config.reporter.some(([name]) => name === 'blob')) return
  if (config.metadata) config.metadata[KEY] = REPORTED
  for (const each of suite.suites) {
    const metadata = each.project()?.metadata
    if (metadata) metadata[KEY] = REPORTED
  }
}

/** Whether the content of a blob has been reported by the run that created it. */
const isReported = (from: Pick<FullConfig | FullProject, 'metadata'> | undefined): boolean =>
  from?.metadata?.[KEY] === REPORTED

/** Describe blocks from the outside in; omits blocks without a title. */
const titlesAbove = (parent: Suite): string[] => {
  const titles: string[] = []
  for (let suite: Suite | undefined = parent; suite?.type === 'describe'; suite = suite.parent)
    if (suite.title) titles.unshift(suite.title)
  return titles
}

/**
 * Numbers the tests of a merged report that share file, project and titles, such as those of a
 * set-up project that ran in each shard, in the order of the reports. Repeats of a test are
 * numbered separately.
 */
const countTitles = (tests: TestCase[], names: Names): Map<TestCase, number> => {
  const seen = new Map<string, number>()
  const later = new Map<TestCase, number>()
  for (const test of tests) {
    const { file, titles, variant } = names.of(test)
    const key = JSON.stringify([file, variant, test.repeatEachIndex, ...titles])
    const before = seen.get(key) ?? 0
    if (before > 0) later.set(test, before)
    seen.set(key, before + 1)
  }
  return later
}
