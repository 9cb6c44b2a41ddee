import type {
  FullConfig,
  FullResult,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { type Recorder, type ReporterOptions, withSnippet } from '@svc/client'
import { toFailure } from './failure.ts'
import { markReported } from './reported.ts'
import { start } from './start.ts'
import { Names } from './tests.ts'
import { toAttempt, toCutOff, toEnd, toSkipped } from './to-result.ts'
import { whyNotBegun } from './why-skipped.ts'

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
