import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { type GivenOptions, isWatching } from './mode.ts'
import { MergedRun, Run } from './run.ts'

/** Sends the results of a Playwright run to svc; does nothing for `--list`, and in UI mode only on request. */
export default class SvcReporter implements Reporter {
  readonly #options: GivenOptions
  readonly #startedAt = Date.now()
  #run: Run | MergedRun | undefined
  #hasFailed = false

  constructor(options: GivenOptions = {}) {
    this.#options = options
  }

  // If this is the only reporter, Playwright still adds one for people.
  printsToStdio(): boolean {
    return false
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const { _mode: mode } = this.#options
    if (mode === 'list') return
    this.#safely(() => {
      if (mode === 'merge') this.#run = new MergedRun(config, suite, this.#options)
      else this.#run = new Run(config, suite, this.#options, this.#startedAt, isWatching(this.#options))
    })
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#safely(() => this.#run?.testBegin(test, result))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#safely(() => this.#run?.testEnd(test, result))
  }

  onError(error: TestError): void {
    this.#safely(() => this.#run?.error(error))
  }

  onEnd(result: FullResult): void {
    this.#safely(() => this.#run?.end(result))
  }

  // The last hook: the other reporters have written their files by now.
  async onExit(): Promise<void> {
    const run = this.#run
    this.#run = undefined
    let finished: Promise<void> | undefined
    this.#safely(() => {
      finished = run?.exit()
    })
    await finished
  }

  // Playwright ignores errors that a reporter throws: without a message, results would be missing
  // silently.
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
