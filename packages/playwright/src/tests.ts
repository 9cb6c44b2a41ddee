import type { Suite, TestCase } from '@playwright/test/reporter'
import type { TestName } from '@svc/protocol'

interface Above {
  titles: string[]
  variant: string
}

/**
 * The names of tests. Playwright rejects equal titles in one file, so each name and repeat has one
 * test; only a merged report may contain several.
 */
export class Names {
  readonly #fileOf: (path: string) => string
  // All tests of a block have the same surrounding blocks.
  readonly #above = new WeakMap<Suite, Above>()

  constructor(fileOf: (path: string) => string) {
    this.#fileOf = fileOf
  }

  of(test: TestCase, occurrence = 0): TestName {
    const { titles, variant } = this.#aboveOf(test.parent)
    return { file: this.#fileOf(test.location.file), titles: [...titles, test.title], variant, occurrence }
  }

  #aboveOf(parent: Suite): Above {
    const known = this.#above.get(parent)
    if (known) return known
    const above = { titles: titlesAbove(parent), variant: parent.project()?.name ?? '' }
    this.#above.set(parent, above)
    return above
  }
}

/** Describe blocks from the outside in; omits blocks without a title. */
const titlesAbove = (parent: Suite): string[] => {
  const titles: string[] = []
  for (let suite: Suite | undefined = parent; suite?.type === 'describe'; suite = suite.parent)
    if (suite.title) titles.unshift(suite.title)
  return titles
}

/**
 * Numbers the tests of a merged report that share file, project and titles, such as those of a
 * set-up project that ran in each shard, in the order of the reports. Repeats of a test are
 * numbered separately.
 */
export const countTitles = (tests: TestCase[], names: Names): Map<TestCase, number> => {
  const seen = new Map<string, number>()
  const later = new Map<TestCase, number>()
  for (const test of tests) {
    const { file, titles, variant } = names.of(test)
    const key = JSON.stringify([file, variant, test.repeatEachIndex, ...titles])
    const before = seen.get(key) ?? 0
    if (before > 0) later.set(test, before)
    seen.set(key, before + 1)
  }
  return later
}
