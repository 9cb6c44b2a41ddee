import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type {
  AggregatedResult,
  Config,
  Reporter,
  Test,
  TestCaseResult,
  TestContext,
  TestResult,
} from '@jest/reporters'
import { type Recorder, type ReporterOptions, startRecorder } from '@svc/client'
import type { End, TestName } from '@svc/protocol'
import { toFailures } from './failure.ts'
import { configArgument, jestVersion } from './runner-facts.ts'
import { RunningFiles } from './running-files.ts'
import { didRun, toAttempt, toAttempts, toSkipped } from './to-result.ts'

/** Sends the results of a Jest run to svc; does nothing in watch mode. */
export default class SvcReporter implements Reporter {
  readonly #config: Config.GlobalConfig
  readonly #options: ReporterOptions
  readonly #startedAt = Date.now()
  readonly #files = new RunningFiles()
  readonly #pattern: RegExp | undefined
  #recorder: Recorder | undefined
  #hasFailed = false

  constructor(config: Config.GlobalConfig, options: ReporterOptions = {}) {
    this.#config = config
    this.#options = options
    this.#pattern = config.testNamePattern ? new RegExp(config.testNamePattern, 'i') : undefined
  }

  onRunStart(): void {
    if (this.#config.watch || this.#config.watchAll) return
    this.#safely(() => {
      this.#recorder = start(this.#config, this.#options, this.#startedAt)
    })
  }

  onTestFileStart(test: Test): void {
    this.#record(() => this.#files.begin(test))
  }

  onTestCaseResult({ path }: Test, result: TestCaseResult): void {
    this.#record((recorder) => {
      const file = this.#files.running(path)
      if (!file || !didRun(result)) return
      const occurrence = file.occurrences.ofAttempt(result)
      recorder.attempt(nameOf(file.test, result, occurrence, recorder), toAttempt(result, Date.now()))
    })
  }

  onTestFileResult(test: Test, result: TestResult): void {
    this.#record((recorder) => {
      const now = Date.now()
      const { occurrences, hasGaps } = this.#files.end(test)
      for (const { entry, occurrence, told } of occurrences.rest(result.testResults, hasGaps)) {
        const name = nameOf(test, entry, occurrence, recorder)
        const attempts = didRun(entry) ? toAttempts(entry, told, now) : [toSkipped(entry, this.#pattern, now)]
        for (const attempt of attempts) recorder.attempt(name, attempt)
      }
      for (const failure of toFailures(result.testExecError))
        recorder.error(failure, recorder.file(test.path))
    })
  }

  async onRunComplete(_contexts: Set<TestContext>, results: AggregatedResult): Promise<void> {
    this.#record((recorder) => {
      for (const failure of toFailures(results.runExecError)) recorder.error(failure)
    })
    await this.#recorder?.finish({ status: statusOf(results) })
    this.#recorder = undefined
  }

  #record(work: (recorder: Recorder) => void): void {
    const recorder = this.#recorder
    if (recorder) this.#safely(() => work(recorder))
  }

  // Jest ends a run in which a reporter throws.
  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!this.#hasFailed) process.stderr.write(`svc: results may be missing, @svc/jest failed: ${error}\n`)
      this.#hasFailed = true
    }
  }
}

const nameOf = (
  { path, context }: Test,
  { ancestorTitles, title }: Pick<TestCaseResult, 'ancestorTitles' | 'title'>,
  occurrence: number,
  recorder: Recorder,
): TestName => ({
  file: recorder.file(path),
  titles: [...ancestorTitles, title],
  variant: context.config.displayName?.name ?? '',
  occurrence,
})

// `success` is set only after the reporters were told.
const statusOf = (results: AggregatedResult): End['status'] => {
  if (results.wasInterrupted) return 'interrupted'
  const hasFailed = results.numFailedTests > 0 || results.numFailedTestSuites > 0 || results.snapshot.failure
  return hasFailed || results.runExecError ? 'failed' : 'passed'
}

const start = (config: Config.GlobalConfig, options: ReporterOptions, startedAt: number): Recorder => {
  const { rootDir, shard } = config
  const version = jestVersion(rootDir, process.argv[1])
  const configFile = configArgument(process.argv)
  return startRecorder({
    options,
    client: { name: '@svc/jest', version: ownVersion() },
    runner: { name: 'jest', ...(version ? { version } : {}) },
    runnerRoot: rootDir,
    startedAt,
    ...(configFile ? { configFile: resolve(configFile) } : {}),
    ...(shard ? { shard: { index: shard.shardIndex, total: shard.shardCount } } : {}),
  })
}

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
