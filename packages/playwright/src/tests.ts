import type { Suite, TestCase } from '@playwright/test/reporter'

/** Describe blocks from the outside in, then the test's own title; a block without a title is left out. */
export const titlesOf = (test: TestCase): string[] => {
  const titles = [test.title]
  for (let suite: Suite | undefined = test.parent; suite?.type === 'describe'; suite = suite.parent) {
    if (suite.title) titles.unshift(suite.title)
  }
  return titles
}

/** Name of the Playwright project a test runs in; empty where it has none. */
export const projectOf = (test: TestCase): string => test.parent.project()?.name ?? ''

/**
 * Numbers the tests that share file, project and titles, in declaration order. Playwright refuses
 * most of them; blocks without titles leave some. Each repeat is counted on its own.
 */
export const countTitles = (suite: Suite): Map<TestCase, number> => {
  const seen = new Map<string, number>()
  const later = new Map<TestCase, number>()
  for (const test of suite.allTests()) {
    const key = JSON.stringify([test.location.file, projectOf(test), test.repeatEachIndex, ...titlesOf(test)])
    const before = seen.get(key) ?? 0
    if (before > 0) later.set(test, before)
    seen.set(key, before + 1)
  }
  return later
}
