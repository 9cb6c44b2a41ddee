import type { RecordedAttempt, Recorder } from '@svc/client'
import type { End, TestName } from '@svc/protocol'
import type { TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { tellsAttempts } from './attempts.ts'
import { inPlace, type Relocate, toFailure } from './failure.ts'
import { graphOf } from './imports.ts'
import { metaOf } from './internals.ts'
import { markReported, relocationOf } from './merge.ts'
import { type Narrowing, whyNotRun } from './not-run.ts'
import type { OutputLog } from './output.ts'
import { countTitles, type TitleCount, titlesOf, variantOf } from './titles.ts'
import { toAttempts, toSkipped } from './to-result.ts'
import { modulesOfDeaths, type UnhandledErrors } from './worker-deaths.ts'

/** The state of a module while it runs. */
class ModuleLog {
  readonly file: string
  readonly relocate: Relocate
  /** Tests whose attempts were recorded. */
  readonly recorded = new Set<TestCase>()
  readonly #variant: string
  readonly #titles: TitleCount
  /** This many tests, counted from the first, need no further check. */
  #seen = 0

  constructor(module: TestModule, recorder: Recorder, isMerge: boolean) {
    this.relocate = isMerge ? relocationOf(module) : inPlace
    this.file = recorder.file(this.relocate(module.moduleId))
    this.#variant = variantOf(module, isMerge)
    this.#titles = countTitles(module)
  }

  /** How many tests the module has. */
  get size(): number {
    return this.#titles.tests.length
  }

  /**
   * The tests from the first unrecorded one on whose outcome Vitest already knows, up to the first
   * that has not ended. When a worker reports several outcomes together, Vitest knows all of them
   * before it calls a hook for the first.
   */
  *over(): Generator<TestCase> {
    const { tests } = this.#titles
    for (; this.#seen < tests.length; this.#seen += 1) {
      const test = tests[this.#seen] as TestCase
      if (this.recorded.has(test)) continue
      if (isOver(test)) yield test
      else if (test.result().state !== 'skipped') return
    }
  }

  nameOf(test: TestCase): TestName {
    return {
      file: this.file,
      titles: titlesOf(test),
      variant: this.#variant,
      occurrence: this.#titles.repeated.get(test) ?? 0,
    }
  }
}

/** One run of Vitest and its recorder. */
interface RunSetup {
  vitest: Vitest
  recorder: Recorder
  output: OutputLog
  /** The number of files to run. */
  planned: number
  /** Modules of which only selected tests run, as `moduleId`. */
  picked: ReadonlySet<string>
  /** Set if reports of earlier runs are merged: the end of the last test in milliseconds since the epoch. */
  merged?: { endedAt: number }
}

/** The outcome of the run, in the terms of the protocol. */
const END: Record<TestRunEndReason, End['status']> = {
  passed: 'passed',
  failed: 'failed',
  interrupted: 'interrupted',
}

/** Records one run of Vitest. */
export class Run {
  readonly #setup: RunSetup
  readonly #recorder: Recorder
  readonly #open = new Map<TestModule, ModuleLog>()
  readonly #closed = new WeakSet<TestModule>()
  #hasFailure = false
  #hasMergedAttempts = false

  constructor(setup: RunSetup) {
    this.#setup = setup
    this.#recorder = setup.recorder
  }

  /**
   * Records a test that has ended. A test without attempts waits for the end of its module, because
   * the reason is unknown before.
   */
  result(test: TestCase): void {
    // Reported late, because of another reporter or many messages: the end of the module has
    // already recorded it.
    if (this.#closed.has(test.module)) return
    if (!this.#recorder.isRecording) return
    const log = this.#logOf(test.module)
    if (log.recorded.has(test)) return
    this.#recorder.together(() => {
      this.#record(log, test)
      for (const next of log.over()) this.#record(log, next)
    })
  }

  #record(log: ModuleLog, test: TestCase): void {
    if (log.recorded.has(test)) return
    const attempts = toAttempts(test, () => this.#setup.output.of(test), log.relocate)
    if (attempts.length === 0) return
    log.recorded.add(test)
    const name = log.nameOf(test)
    for (const attempt of attempts) this.#attempt(name, attempt)
    this.#setup.output.forget(test)
    if (!test.ok()) this.#hasFailure = true
    if (!this.#hasMergedAttempts && !tellsAttempts(test)) this.#lookForMergedAttempts(test)
  }

  /** Records the facts of a module other than its results: its errors, and the tests that did not run. */
  close(module: TestModule, isLast = false): void {
    if (this.#closed.has(module) || !this.#recorder.isRecording) return
    // On a busy machine, the end of a module may arrive before the ends of its tests.
    if (!isLast && module.children.size === 0 && module.errors().length === 0) return
    const log = this.#logOf(module)
    this.#closed.add(module)
    this.#open.delete(module)
    if (!module.ok()) this.#hasFailure = true
    for (const suite of [module, ...module.children.allSuites()])
      for (const error of suite.errors()) this.#recorder.error(toFailure(error, log.relocate), log.file)
    if (log.recorded.size < log.size)
      for (const test of module.children.allTests()) if (!log.recorded.has(test)) this.#notRun(log, test)
    markReported(module)
  }

  async end(
    modules: readonly TestModule[],
    errors: UnhandledErrors,
    reason: TestRunEndReason,
  ): Promise<void> {
    const cutOff = new Set(
      modules.filter((module) => !this.#closed.has(module) && isUnfinished(module, reason)),
    )
    for (const module of modules) this.close(module, true)
    this.#unhandled(modules, errors, cutOff)
    const isStuck = modules.length === 0 && this.#setup.planned > 0 && errors.length === 0
    if (isStuck && reason !== 'interrupted') this.#recorder.error({ message: NOT_BEGUN })
    this.#listImports(modules)
    const unfinished = reason === 'interrupted' ? this.#countUnstarted(modules) : 0
    const status = isStuck && reason === 'passed' ? 'failed' : this.#statusOf(modules, errors, reason)
    await this.#recorder.finish({
      status,
      ...this.#setup.merged,
      ...(this.#hasBailed && unfinished > 0 && { unfinished }),
    })
  }

  // Merged reports come from other processes, whose modules nobody knows any more.
  #listImports(modules: readonly TestModule[]): void {
    if (this.#setup.merged || !this.#recorder.isRecording) return
    const failed = modules.filter((module) => !module.ok() && !metaOf(module).typecheck)
    if (failed.length === 0) return
    this.#recorder.imports(
      failed.map(({ moduleId }) => moduleId),
      () => graphOf(this.#setup.vitest, failed),
    )
  }

  #notRun(log: ModuleLog, test: TestCase): void {
    this.#record(log, test)
    if (log.recorded.has(test)) return
    this.#attempt(log.nameOf(test), toSkipped(test, whyNotRun(test, this.#narrowing(test)), log.relocate))
  }

  // Entries of a merged report without a time must not seem to happen now.
  #attempt(name: TestName, attempt: RecordedAttempt): void {
    const { endedAt = Number.POSITIVE_INFINITY } = this.#setup.merged ?? {}
    if (attempt.startedAt > endedAt) this.#recorder.attempt(name, { ...attempt, startedAt: endedAt })
    else this.#recorder.attempt(name, attempt)
  }

  #logOf(module: TestModule): ModuleLog {
    const known = this.#open.get(module)
    if (known && known.size > 0) return known
    const log = new ModuleLog(module, this.#recorder, this.#setup.merged !== undefined)
    if (!this.#closed.has(module)) this.#open.set(module, log)
    return log
  }

  #narrowing({ module }: TestCase): Narrowing {
    const { vitest, picked } = this.#setup
    return {
      hasBailed: this.#hasBailed,
      testNamePattern: vitest.getGlobalTestNamePattern?.() ?? vitest.config.testNamePattern,
      isPicked: Boolean(vitest.config.tagsFilter?.length) || picked.has(module.moduleId),
    }
  }

  // A bail also ends the run as 'interrupted'.
  get #hasBailed(): boolean {
    return Boolean(this.#setup.vitest.config.bail) && this.#hasFailure
  }

  // Vitest itself reports 'passed' if all tests passed but something else failed, and exits with 1.
  #statusOf(
    modules: readonly TestModule[],
    errors: UnhandledErrors,
    reason: TestRunEndReason,
  ): End['status'] {
    const { dangerouslyIgnoreUnhandledErrors, passWithNoTests, watch } = this.#setup.vitest.config
    if (reason === 'interrupted') return this.#hasBailed ? 'failed' : 'interrupted'
    if (errors.length > 0 && !dangerouslyIgnoreUnhandledErrors) return 'failed'
    if (modules.length === 0 && !passWithNoTests) return 'failed'
    // Before 3.2, a watch mode that failed once reports 'failed' permanently.
    if (watch && modules.length > 0 && modules.every((module) => module.ok())) return 'passed'
    return END[reason]
  }

  /** `cutOff` are the modules that no worker finished. */
  #unhandled(modules: readonly TestModule[], errors: UnhandledErrors, cutOff: ReadonlySet<TestModule>): void {
    const isIgnored = this.#setup.vitest.config.dangerouslyIgnoreUnhandledErrors
    const died = modulesOfDeaths(errors, modules, (module) => cutOff.has(module))
    for (const error of errors) {
      const failure = toFailure(error)
      if (isIgnored) this.#recorder.warning(`An unhandled error, ignored as configured: ${failure.message}`)
      else {
        // An unhandled error has the path of its test file; the death of a worker has none.
        const { VITEST_TEST_PATH: path } = error
        const module = modules.find(({ moduleId }) => moduleId === path) ?? died.get(error)
        // Vitest 3 gives a path relative to its root.
        const named = typeof path === 'string' ? this.#recorder.file(path) : undefined
        this.#recorder.error(failure, module ? this.#logOf(module).file : named)
      }
    }
  }

  #countUnstarted(modules: readonly TestModule[]): number {
    const unstarted = modules.filter(
      (module) => module.children.size === 0 && module.errors().length === 0,
    ).length
    const why = this.#hasBailed ? 'bail ended the run' : 'the run was interrupted'
    if (unstarted > 0)
      this.#recorder.warning(`${unstarted} of ${modules.length} files did not start, because ${why}.`)
    return unstarted
  }

  #lookForMergedAttempts(test: TestCase): void {
    const diagnostic = test.diagnostic()
    const isOne = !diagnostic || diagnostic.retryCount + diagnostic.repeatCount === 0
    if (isOne || test.options.fails) return
    this.#hasMergedAttempts = true
    this.#recorder.warning(
      `Vitest ${this.#setup.vitest.version} does not distinguish the attempts of a retried or repeated test (5.1.1 ` +
        'does). Only their total duration is known, the first attempt has all output, and repeats count as one.',
    )
  }
}

/** True if the module did not end. Vitest calls a module queued if no worker began it, and also if a bail left it out. */
const isUnfinished = (module: TestModule, reason: TestRunEndReason): boolean =>
  module.state() === 'pending' || (module.state() === 'queued' && reason !== 'interrupted')

const NOT_BEGUN =
  'The run ended before any test file started, for example because a global setup failed. Only the output of Vitest has the reason.'

// A worker sets the duration when nothing can change the outcome any more: hooks, retries and
// repeats have ended.
const isOver = (test: TestCase): boolean => (test.diagnostic()?.duration ?? 0) > 0
