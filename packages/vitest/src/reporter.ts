import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { noteFailedTeardown, type Recorder, type ReporterOptions, startRecorder } from '@svc/client'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { isMergeOf, isReported, spanOf } from './merge.ts'
import { OutputLog } from './output.ts'
import { Run } from './run.ts'
import type { UnhandledErrors } from './worker-deaths.ts'

/** Sends the results of a Vitest run to svc; in watch mode only with the option `watch`. */
export default class SvcReporter implements Reporter {
  readonly #options: ReporterOptions
  readonly #createdAt = Date.now()
  #vitest: Vitest | undefined
  #output = new OutputLog()
  #run: Run | undefined
  #next: readonly TestSpecification[] | undefined
  #hasRun = false
  #hasFailed = false

  constructor(options: ReporterOptions = {}) {
    this.#options = options
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    this.#safely(() => watchTeardown(vitest))
    if (process.env.SVC_IN_ORDER === '1') this.#safely(() => keepOrder(vitest, process.argv))
  }

  // Not in onInit, which `vitest list` also calls. Merged reports arrive as a whole, at the end.
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const vitest = this.#vitest
    if (!vitest || !isTesting(vitest) || isMergeOf(vitest)) return
    // In watch mode, the next run may be announced before the previous one has ended.
    if (this.#run) this.#next = specifications
    else this.#begin(vitest, specifications)
  }

  // From version 5 on, tests contain their own output.
  onUserConsoleLog(log: Parameters<NonNullable<Reporter['onUserConsoleLog']>>[0]): void {
    if (this.#vitest && Number.parseInt(this.#vitest.version, 10) < 5) this.#output.add(log)
  }

  onTestCaseResult(test: TestCase): void {
    const run = this.#run
    if (run) this.#safely(() => run.result(test))
  }

  onTestModuleEnd(module: TestModule): void {
    const run = this.#run
    if (run) this.#safely(() => run.close(module))
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: UnhandledErrors,
    reason: TestRunEndReason,
  ): Promise<void> {
    const vitest = this.#vitest
    const run = this.#run
    this.#run = undefined
    if (vitest && this.#next) this.#begin(vitest, this.#next)
    try {
      if (run) await run.end(modules, errors, reason)
      else if (vitest && isMergeOf(vitest)) await this.#merge(vitest, errors, reason)
    } catch (error) {
      this.#sayFailed(error)
    }
  }

  #begin(vitest: Vitest, specifications: readonly TestSpecification[]): void {
    this.#next = undefined
    this.#safely(() => {
      const recorder = start(vitest, this.#options, this.#hasRun ? Date.now() : this.#createdAt)
      this.#hasRun = true
      this.#output = new OutputLog()
      this.#run = new Run({
        vitest,
        recorder,
        output: this.#output,
        planned: specifications.length,
        picked: pickedOf(specifications),
      })
    })
  }

  // Before 5, the hook does not receive the modules that ran in another folder; the state contains
  // all of them.
  async #merge(vitest: Vitest, errors: UnhandledErrors, reason: TestRunEndReason): Promise<void> {
    const modules = vitest.state.getTestModules()
    const unreported = modules.filter((module) => !isReported(module))
    const known = modules.length - unreported.length
    if (known > 0 && unreported.length === 0) {
      if (!this.#options.quiet) process.stderr.write(`svc: ${ALL_REPORTED}\n`)
      return
    }
    const { startedAt, endedAt } = spanOf(unreported)
    const recorder = start(vitest, this.#options, startedAt)
    if (known > 0) recorder.warning(`${known} of ${modules.length} merged files ${REPORTED}.`)
    const run = new Run({
      vitest,
      recorder,
      output: this.#output,
      planned: unreported.length,
      picked: new Set(),
      merged: { endedAt },
    })
    await run.end(unreported, errors, reason)
  }

  // Vitest fails a run in which a reporter throws.
  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#sayFailed(error)
    }
  }

  #sayFailed(error: unknown): void {
    if (!this.#hasFailed) process.stderr.write(`svc: results may be missing, @svc/vitest failed: ${error}\n`)
    this.#hasFailed = true
  }
}

const REPORTED = 'were already reported by their original runs'
const ALL_REPORTED = `the merged tests ${REPORTED}, so nothing is sent again`

// Up to version 4 `vitest bench` is a mode of its own, whose tasks have no result.
const isTesting = ({ mode }: { mode: string }): boolean => mode !== 'benchmark'

// A test that was selected by its line cannot be distinguished from the skipped ones around it.
const pickedOf = (specifications: readonly TestSpecification[]): Set<string> => {
  const picked = new Set<string>()
  for (const { testLines, testIds, moduleId } of specifications)
    if (testLines?.length || testIds?.length) picked.add(moduleId)
  return picked
}

const start = (vitest: Vitest, options: ReporterOptions, startedAt: number): Recorder => {
  const { root, shard, watch, attachmentsDir } = vitest.config
  const configFile = vitest.vite?.config.configFile
  return startRecorder({
    options,
    client: { name: '@svc/vitest', version: ownVersion() },
    runner: { name: 'vitest', version: vitest.version },
    runnerRoot: root,
    ...(attachmentsDir ? { artifactFolders: [resolve(root, attachmentsDir)] } : {}),
    startedAt,
    isWatch: watch,
    ...(configFile ? { configFile } : {}),
    ...(shard ? { shard: { index: shard.index, total: shard.count } } : {}),
  })
}

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/**
 * Vitest closes its projects after the reporters, and a global teardown that fails changes no exit code if a test
 * failed. Vitest only logs it, so the log tells `svc run`.
 */
const watchTeardown = ({ logger }: Vitest): void => {
  const receipts = process.env.SVC_RECEIPTS
  if (!receipts) return
  const { error } = logger
  logger.error = (...words: unknown[]) => {
    if (words[0] === 'error during close') noteFailedTeardown(receipts)
    error.apply(logger, words)
  }
}

/**
 * Lets files run in the order in which the command names them, as trials and their commands ask for with `SVC_IN_ORDER=1`:
 * Vitest has no option for it, and sorts files by their last run and their size.
 */
const keepOrder = (vitest: Vitest, words: string[]): void => {
  const { sequence } = vitest.config
  const placeOf = (path: string) => words.findIndex((word) => path.endsWith(`/${word.replace(/^\.\//, '')}`))
  sequence.sequencer = class extends sequence.sequencer {
    override sort = async (files: TestSpecification[]) =>
      [...files].sort((one, other) => placeOf(one.moduleId) - placeOf(other.moduleId))
  }
}
