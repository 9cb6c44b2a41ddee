import type { Recorder } from '@svc/client'
import type { TestName } from '@svc/protocol'
import type { TestCase, TestModule } from 'vitest/node'
import { inPlace, type Relocate } from './failure.ts'
import { relocationOf } from './merge.ts'
import { countTitles, type TitleCount, titlesOf, variantOf } from './titles.ts'

/** What has to be known of a module as long as it runs, and no longer. */
export class ModuleLog {
  readonly file: string
  readonly relocate: Relocate
  /** Tests whose attempts were recorded. */
  readonly recorded = new Set<TestCase>()
  readonly #variant: string
  readonly #titles: TitleCount

  constructor(module: TestModule, recorder: Recorder, isMerge: boolean) {
    this.relocate = isMerge ? relocationOf(module) : inPlace
    this.file = recorder.file(this.relocate(module.moduleId))
    this.#variant = variantOf(module, isMerge)
    this.#titles = countTitles(module)
  }

  /** How many tests the module has. */
  get size(): number {
    return this.#titles.tests
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
