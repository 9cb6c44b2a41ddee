import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { type Recorder, type ReporterOptions, startRecorder } from '@svc/client'
import type { AttemptDetail, End, TestName } from '@svc/protocol'
import { toFailure } from './failure.ts'
import { countTitles, projectOf, titlesOf } from './tests.ts'
import { END, toAttempt, toSkipped } from './to-result.ts'

/** Playwright adds facts of its own to the options; `_mode` tells a run from `--list` and `--ui`. */
type GivenOptions = ReporterOptions & { _mode?: string }

/** Sends the results of a Playwright run to svc; does nothing for `--list` and in UI mode. */
export default class SvcReporter implements Reporter {
  readonly #options: GivenOptions
  readonly #startedAt = Date.now()
  #suite: Suite | undefined
  #recorder: Recorder | undefined
  #occurrences = new Map<TestCase, number>()
  #status: End['status'] = 'interrupted'
  #hasBailed = false
  #hasFailed = false

  constructor(options: GivenOptions = {}) {
    this.#options = options
  }

  // Where we are the only reporter, Playwright then still adds one that people can read.
  printsToStdio(): boolean {
    return false
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (this.#options._mode === 'list' || this.#options._mode === 'ui') return
    this.#safely(() => {
      this.#suite = suite
      this.#occurrences = countTitles(suite)
      this.#recorder = start(config, this.#options, this.#startedAt)
    })
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#record((recorder) => recorder.attempt(this.#nameOf(test, recorder), toAttempt(test, result)))
  }

  onError(error: TestError): void {
    this.#record((recorder) => {
      const failure = toFailure(error)
      this.#hasBailed ||= failure.message.startsWith('Testing stopped early')
      recorder.error(failure, error.location && recorder.file(error.location.file))
    })
  }

  onEnd(result: FullResult): void {
    this.#status = END[result.status]
    this.#record((recorder) => {
      const now = Date.now()
      for (const test of this.#suite?.allTests() ?? []) {
        if (test.results.length > 0) continue
        recorder.attempt(this.#nameOf(test, recorder), toSkipped(test, this.#whyNotBegun(), now))
      }
    })
  }

  // The last hook: the other reporters have written theirs by now.
  async onExit(): Promise<void> {
    await this.#recorder?.finish({ status: this.#status })
    this.#recorder = undefined
  }

  // Without a bail or an interruption only a failed project it depends on keeps a test from beginning.
  #whyNotBegun(): AttemptDetail['skip'] {
    if (this.#hasBailed) return { kind: 'filtered' }
    if (this.#status === 'interrupted') return { kind: 'interrupted' }
    return { kind: 'hook', reason: 'a project it depends on failed, or the run ended before it' }
  }

  #nameOf(test: TestCase, recorder: Recorder): TestName {
    return {
      file: recorder.file(test.location.file),
      titles: titlesOf(test),
      variant: projectOf(test),
      occurrence: this.#occurrences.get(test) ?? 0,
    }
  }

  #record(work: (recorder: Recorder) => void): void {
    const recorder = this.#recorder
    if (recorder) this.#safely(() => work(recorder))
  }

  // Playwright swallows what a reporter throws: without a word, results would be missing in silence.
  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!this.#hasFailed)
        process.stderr.write(`svc: results may be missing, @svc/playwright failed: ${error}\n`)
      this.#hasFailed = true
    }
  }
}

const start = (config: FullConfig, options: ReporterOptions, startedAt: number): Recorder => {
  const { configFile, rootDir, shard, version } = config
  return startRecorder({
    options,
    client: { name: '@svc/playwright', version: ownVersion() },
    runner: { name: 'playwright', version },
    // `rootDir` is the folder that the projects' tests share, often one below the package.
    runnerRoot: configFile ? dirname(configFile) : rootDir,
    startedAt,
    ...(configFile ? { configFile } : {}),
    ...(shard ? { shard: { index: shard.current, total: shard.total } } : {}),
  })
}

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
