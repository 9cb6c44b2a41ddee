import { readFileSync } from 'node:fs'
import { noteFailedTeardown, type Recorder, type ReporterOptions, startRecorder } from '@svc/client'
import type { Attempt, End, TestName } from '@svc/protocol'
import { toFailures } from './failure.ts'
import { findConfigFile } from './find-config-file.ts'
import { graphOf } from './imports.ts'
import type {
  AggregatedResult,
  FileEntry,
  GlobalConfig,
  Test,
  TestCaseResult,
  TestCaseStart,
  TestContext,
  TestResult,
  Titled,
} from './jest.ts'
import { Occurrences, type Untold } from './occurrences.ts'
import { jestVersion, whatIsLost } from './runner-facts.ts'
import { type RunningFile, RunningFiles } from './running-files.ts'
import { asCaseResult, didRun, toAttempt, toEarlier, toSkipped, toVictim } from './to-result.ts'

/** Sends the results of a Jest run to svc; in watch mode those of each run, if the option `watch` is set. */
export default class SvcReporter {
  readonly #config: GlobalConfig
  readonly #options: ReporterOptions
  readonly #startedAt = Date.now()
  readonly #files = new RunningFiles()
  readonly #pattern: RegExp | undefined
  #recorder: Recorder | undefined
  #version: string | undefined
  #begunFiles = 0
  #endedFiles = 0
  #hasFailed = false
  #hasRerun = false
  #hasShuffledTwins = false
  #ran: Test[] = []
  #failed: Test[] = []

  constructor(config: GlobalConfig, options: ReporterOptions = {}) {
    this.#config = config
    this.#options = options
    this.#pattern = config.testNamePattern ? new RegExp(config.testNamePattern, 'i') : undefined
  }

  onRunStart({ numTotalTestSuites }: Pick<AggregatedResult, 'numTotalTestSuites'>): void {
    // `--watch` starts with such a run if no file has changed.
    if (isWatch(this.#config) && numTotalTestSuites === 0) return
    this.#begunFiles = 0
    this.#endedFiles = 0
    this.#ran = []
    this.#failed = []
    this.#safely(() => {
      this.#version = jestVersion(this.#config.rootDir, process.argv[1])
      this.#recorder = start(this.#config, this.#options, this.#version, this.#startedAt)
    })
  }

  onTestFileStart(test: Test): void {
    this.#begunFiles += 1
    this.#record(() => this.#files.begin(test))
  }

  onTestCaseStart({ path }: Test, start: TestCaseStart): void {
    this.#record(() => this.#files.running(path)?.occurrences.begin(start))
  }

  onTestCaseResult({ path }: Test, told: TestCaseResult): void {
    this.#record((recorder) => {
      const file = this.#files.running(path)
      if (!file || !didRun(told)) return
      // Before Jest 30, only the start event of a test has its time.
      const result =
        told.startedAt === undefined ? { ...told, startedAt: file.occurrences.startOf(told) } : told
      const occurrence = file.occurrences.ofAttempt(result)
      if (occurrence === undefined) return
      recorder.attempt(nameOf(file, result, occurrence, recorder), attemptOf(file, result, recorder))
    })
  }

  onTestFileResult(test: Test, result: TestResult): void {
    this.#endedFiles += 1
    this.#ran.push(test)
    if (hasFailed(result)) this.#failed.push(test)
    this.#record((recorder) => {
      const file = this.#files.end(test)
      const { occurrences, hasGaps } = file
      this.#tell(file, occurrences.rest(result.testResults, hasGaps), recorder)
      if (result.testResults.length === 0) tellUnfinished(file, 'interrupted', recorder)
      else if (occurrences.hasTooMany) this.#hasRerun = true
      if (this.#config.randomize && Occurrences.hasEqual(result.testResults)) this.#hasShuffledTwins = true
      for (const failure of toFailures(result.testExecError))
        recorder.error(failure, recorder.file(test.path))
    })
  }

  async onRunComplete(contexts: Iterable<TestContext>, results: AggregatedResult): Promise<void> {
    this.#safely(() => watchTeardown(this.#config, contexts))
    this.#record((recorder) => {
      // They were cut off by a bail or by a person: Jest reports nothing more about them.
      for (const file of this.#files.takeUnfinished()) {
        this.#tell(file, file.occurrences.rest([], false), recorder)
        tellUnfinished(file, 'skipped', recorder, this.#isBailed(results) ? BAILED : { kind: 'interrupted' })
      }
      for (const failure of toFailures(results.runExecError)) recorder.error(failure)
      for (const warning of this.#warnings(results)) recorder.warning(warning)
    })
    if (this.#failed.length > 0)
      this.#record((recorder) =>
        recorder.imports(
          this.#failed.map(({ path }) => path),
          () => graphOf(this.#failed, this.#ran),
        ),
      )
    const unfinished = this.#isBailed(results) ? results.numTotalTestSuites - this.#endedFiles : 0
    const sent = this.#recorder?.finish({ status: statusOf(results), ...(unfinished > 0 && { unfinished }) })
    // Until this returns, Jest overlooks changed files; outside watch mode it does not end.
    if (!isWatch(this.#config)) await sent
    this.#recorder = undefined
  }

  /** Facts that only the end of a file contains. */
  #tell(file: RunningFile, untold: Untold[], recorder: Recorder): void {
    const now = Date.now()
    for (const { test, occurrence, held, entry, told } of untold) {
      const name = nameOf(file, test, occurrence, recorder)
      for (const result of held) recorder.attempt(name, attemptOf(file, result, recorder))
      if (entry)
        for (const attempt of this.#attemptsOf(file, entry, told, now, recorder))
          recorder.attempt(name, attempt)
    }
  }

  #attemptsOf(file: RunningFile, entry: FileEntry, told: number, now: number, recorder: Recorder): Attempt[] {
    if (!didRun(entry)) return [toSkipped(entry, file.test.path, this.#pattern, now)]
    const last = attemptOf(file, asCaseResult(entry), recorder)
    return [...toEarlier(entry, last.startedAt), last].slice(told)
  }

  #warnings(results: AggregatedResult): string[] {
    return [
      ...whatIsLost(this.#version, results.numFailedTests > 0),
      ...this.#unstarted(results),
      ...(this.#files.hasNamesakes ? [NAMESAKES] : []),
      ...(this.#hasRerun ? [RERUN] : []),
      ...(this.#hasShuffledTwins ? [SHUFFLED] : []),
    ]
  }

  #unstarted(results: AggregatedResult): string[] {
    const unstarted = results.numTotalTestSuites - this.#begunFiles
    if (unstarted <= 0 || !(results.wasInterrupted || this.#isBailed(results))) return []
    const why = results.wasInterrupted ? 'the run was interrupted' : 'bail ended the run'
    return [`${unstarted} of ${results.numTotalTestSuites} files did not start, because ${why}.`]
  }

  #isBailed({ wasInterrupted }: AggregatedResult): boolean {
    return !wasInterrupted && (this.#config.bail ?? 0) > 0
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

const NAMESAKES =
  'Several Jest projects without a displayName ran the same file. Only the order of their results distinguishes them: give each project a displayName.'
const SHUFFLED =
  'Tests with equal titles ran in random order, and Jest does not distinguish them: their results may be swapped between runs.'
const RERUN = 'A Jest worker died and Jest ran a file again: tests that had ended before may count twice.'

const attemptOf = (file: RunningFile, result: TestCaseResult, recorder: Recorder): Attempt => {
  const attempt = toAttempt(result, file.test.path, Date.now())
  if (!attempt.errors) return attempt
  const hook = file.hooks.of(result, attempt.errors)
  if (!hook) return attempt
  for (const failure of hook.untold) recorder.error(failure, recorder.file(file.test.path))
  return toVictim(attempt, hook)
}

const BAILED: NonNullable<Attempt['skip']> = { kind: 'filtered', reason: 'bail ended the run' }

const tellUnfinished = (
  file: RunningFile,
  status: 'interrupted' | 'skipped',
  recorder: Recorder,
  skip?: NonNullable<Attempt['skip']>,
): void => {
  const now = Date.now()
  for (const { test, occurrence, startedAt } of file.occurrences.unfinished())
    recorder.attempt(nameOf(file, test, occurrence, recorder), {
      status,
      startedAt,
      durationMs: Math.max(0, now - startedAt),
      ...(skip && { skip }),
    })
}

const nameOf = (
  { test, variant }: RunningFile,
  { ancestorTitles, title }: Titled,
  occurrence: number,
  recorder: Recorder,
): TestName => ({
  file: recorder.file(test.path),
  titles: [...ancestorTitles, title],
  variant,
  occurrence,
})

const hasFailed = ({ testResults, testExecError }: TestResult): boolean =>
  testExecError !== undefined || testResults.some(({ status }) => status === 'failed')

const isWatch = ({ watch, watchAll }: GlobalConfig): boolean => watch || watchAll

// `success` is set only after the reporters were called.
const statusOf = (results: AggregatedResult): End['status'] => {
  if (results.wasInterrupted) return 'interrupted'
  const hasFailed = results.numFailedTests > 0 || results.numFailedTestSuites > 0 || results.snapshot.failure
  return hasFailed || results.runExecError ? 'failed' : 'passed'
}

const start = (
  config: GlobalConfig,
  options: ReporterOptions,
  version: string | undefined,
  startedAt: number,
): Recorder => {
  const { rootDir, shard } = config
  const configFile = findConfigFile(process.argv.slice(2), process.cwd())
  return startRecorder({
    options,
    client: { name: '@svc/jest', version: ownVersion() },
    runner: { name: 'jest', ...(version ? { version } : {}) },
    runnerRoot: rootDir,
    startedAt,
    isWatch: isWatch(config),
    ...(configFile ? { configFile } : {}),
    ...(shard ? { shard: { index: shard.shardIndex, total: shard.shardCount } } : {}),
  })
}

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/**
 * Jest runs global teardowns after the reporters, and one that fails changes no exit code if a test failed. Tells
 * `svc run` at the exit, unless Jest has marked the end of all of them.
 */
const watchTeardown = (config: GlobalConfig, contexts: Iterable<TestContext>): void => {
  const receipts = process.env.SVC_RECEIPTS
  const hasTeardown = [config, ...[...contexts].map((context) => context.config)].some(
    ({ globalTeardown }) => globalTeardown,
  )
  if (!receipts || !hasTeardown) return
  process.once('exit', () => {
    if (performance.getEntriesByName('jest/globalTeardown:end').length === 0) noteFailedTeardown(receipts)
  })
}
