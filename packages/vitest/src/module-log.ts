import type { Recorder } from '@svc/client'
import type { TestName } from '@svc/protocol'
import type { TestCase, TestModule } from 'vitest/node'
import { inPlace, type Relocate } from './failure.ts'
import { relocationOf } from './merge.ts'
import { countTitles, type TitleCount, titlesOf, variantOf } from './titles.ts'

/** The state of a module while it runs. */
export class ModuleLog {
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

// A worker sets the duration when nothing can change the outcome any more: hooks, retries and
// repeats have ended.
const isOver = (test: TestCase): boolean => (test.diagnostic()?.duration ?? 0) > 0
