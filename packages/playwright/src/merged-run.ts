import type { FullConfig, FullResult, Suite, TestError } from '@playwright/test/reporter'
import type { Recorder, ReporterOptions } from '@svc/client'
import { toFailure } from './failure.ts'
import { relocator } from './relocate.ts'
import { isReported } from './reported.ts'
import { start } from './start.ts'
import { countTitles, Names } from './tests.ts'
import { toAttempt, toEnd, toSkipped } from './to-result.ts'
import { whyNotBegun } from './why-skipped.ts'

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
