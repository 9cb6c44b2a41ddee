import type { TestCase, TestModule, TestSuite } from 'vitest/node'

/** The describe blocks around a test from the inside out, and the module around them. */
export const parentsOf = (test: TestCase): (TestSuite | TestModule)[] => {
  const parents: (TestSuite | TestModule)[] = []
  for (let parent = test.parent; ; parent = parent.parent) {
    parents.push(parent)
    if (parent.type === 'module') return parents
  }
}

/** Describe blocks from the outside in, then the test's own title. */
export const titlesOf = (test: TestCase): string[] => {
  const titles = [test.name]
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) titles.unshift(parent.name)
  return titles
}

/** The project's name; with `typecheck` behind it where types were checked, which is done beside running the same file. */
export const variantOf = (test: TestCase): string => {
  const { name } = test.project
  if (!test.module.meta?.().typecheck) return name
  return name ? `${name} typecheck` : 'typecheck'
}

/**
 * Tells apart tests of equal titles by their order in the file. Vitest's ids are no help:
 * they are counted over all tests, so that a new test gives every later one another id.
 */
export class Occurrences {
  readonly #later = new WeakMap<TestCase, number>()

  /** Counts the tests of a module as soon as they are collected, before a shuffle or a filter. */
  count(module: TestModule): void {
    const seen = new Map<string, number>()
    for (const test of module.children.allTests()) {
      const key = JSON.stringify(titlesOf(test))
      const before = seen.get(key) ?? 0
      if (before > 0) this.#later.set(test, before)
      seen.set(key, before + 1)
    }
  }

  /** 0 for the first test of its titles in the module. */
  of(test: TestCase): number {
    return this.#later.get(test) ?? 0
  }
}
