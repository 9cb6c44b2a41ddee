import { readFileSync } from 'node:fs'
import { type Recorder, type ReporterOptions, startRecorder } from '@svc/client'
import type { TestName } from '@svc/protocol'
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { toFailure } from './failure.ts'
import { whyNotRun } from './not-run.ts'
import { Occurrences, titlesOf, variantOf } from './titles.ts'
import { END, tellsAttempts, toAttempts, toSkipped } from './to-result.ts'

type UnhandledErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]

/** Sends the results of a Vitest run to svc; does nothing in watch mode. */
export default class SvcReporter implements Reporter {
  readonly #options: ReporterOptions
  readonly #startedAt = Date.now()
  readonly #occurrences = new Occurrences()
  readonly #done = new WeakSet<TestCase | TestModule>()
  #vitest: Vitest | undefined
  #recorder: Recorder | undefined
  #hasMergedAttempts = false
  #hasFailed = false

  constructor(options: ReporterOptions = {}) {
    this.#options = options
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  // Not in onInit, which `vitest list` calls as well.
  onTestRunStart(): void {
    const vitest = this.#vitest
    if (!vitest || vitest.config.watch || this.#recorder) return
    this.#safely(() => {
      this.#recorder = start(vitest, this.#options, this.#startedAt)
    })
  }

  onTestModuleCollected(module: TestModule): void {
    this.#safely(() => this.#occurrences.count(module))
  }

  // A test without attempts waits for the end of its module: why it did not run is not known before.
  onTestCaseResult(test: TestCase): void {
    this.#record((recorder) => {
      const attempts = toAttempts(test)
      if (attempts.length === 0) return
      this.#done.add(test)
      const name = this.#nameOf(test, recorder)
      for (const attempt of attempts) recorder.attempt(name, attempt)
      if (!tellsAttempts(test) && test.diagnostic()?.retryCount) this.#warnOfMergedAttempts(recorder)
    })
  }

  onTestModuleEnd(module: TestModule): void {
    this.#record((recorder) => this.#close(module, recorder))
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: UnhandledErrors,
    reason: TestRunEndReason,
  ): Promise<void> {
    this.#record((recorder) => {
      for (const module of modules) this.#close(module, recorder)
      for (const error of errors) recorder.error(toFailure(error))
    })
    await this.#recorder?.finish({ status: this.#hasBailed(modules) ? 'failed' : END[reason] })
    this.#recorder = undefined
  }

  /** Records what is known of a module beside the tests that ran: its errors, and the tests that did not. */
  #close(module: TestModule, recorder: Recorder): void {
    if (this.#done.has(module)) return
    this.#done.add(module)
    const file = recorder.file(module.moduleId)
    for (const suite of [module, ...module.children.allSuites()]) {
      for (const error of suite.errors()) recorder.error(toFailure(error), file)
    }
    for (const test of module.children.allTests()) {
      if (this.#done.has(test)) continue
      const skip = whyNotRun(test, this.#vitest?.config ?? {})
      recorder.attempt(this.#nameOf(test, recorder), toSkipped(test, skip))
    }
  }

  #nameOf(test: TestCase, recorder: Recorder): TestName {
    return {
      file: recorder.file(test.module.moduleId),
      titles: titlesOf(test),
      variant: variantOf(test),
      occurrence: this.#occurrences.of(test),
    }
  }

  // A bail ends the run as 'interrupted', though nobody interrupted it.
  #hasBailed(modules: readonly TestModule[]): boolean {
    return Boolean(this.#vitest?.config.bail) && modules.some((module) => !module.ok())
  }

  #warnOfMergedAttempts(recorder: Recorder): void {
    if (this.#hasMergedAttempts) return
    this.#hasMergedAttempts = true
    recorder.warning(
      `Vitest ${this.#vitest?.version} does not tell the attempts of a retried test apart (5.1.1 does): ` +
        'their errors stand together on one failed attempt, and only the whole duration is known.',
    )
  }

  #record(work: (recorder: Recorder) => void): void {
    const recorder = this.#recorder
    if (recorder) this.#safely(() => work(recorder))
  }

  // Vitest fails a run in which a reporter throws.
  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!this.#hasFailed)
        process.stderr.write(`svc: results may be missing, @svc/vitest failed: ${error}\n`)
      this.#hasFailed = true
    }
  }
}

const start = (vitest: Vitest, options: ReporterOptions, startedAt: number): Recorder => {
  const { root, shard } = vitest.config
  const configFile = vitest.vite?.config.configFile
  return startRecorder({
    options,
    client: { name: '@svc/vitest', version: ownVersion() },
    runner: { name: 'vitest', version: vitest.version },
    runnerRoot: root,
    startedAt,
    ...(configFile ? { configFile } : {}),
    ...(shard ? { shard: { index: shard.index, total: shard.count } } : {}),
  })
}

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
