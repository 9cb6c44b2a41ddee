import type { TestCase, TestModule, TestSuite } from 'vitest/node'
import { metaOf } from './internals.ts'

/** Describe blocks from the outside in, then the test's own title. */
export const titlesOf = (test: TestCase): string[] => {
  const titles = [test.name]
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) titles.push(parent.name)
  return titles.length > 1 ? titles.reverse() : titles
}

/**
 * The project's name, followed by the label of the blob it was merged from, and by `typecheck` if
 * types were checked, which happens in addition to running the same file.
 */
export const variantOf = (module: TestModule, isMerge: boolean): string => {
  const { typecheck, __vitest_label__: label } = metaOf(module)
  return [module.project.name, isMerge && label, typecheck && 'typecheck'].filter(Boolean).join(' ')
}

/** The tests of a module in declaration order. */
export interface TitleCount {
  tests: TestCase[]
  /** The tests with the same title as an earlier one, with their number among them. */
  repeated: Map<TestCase, number>
}

/**
 * Lists the tests of a module and numbers those of equal titles. Vitest's ids do not help: they
 * number all tests, so a new test changes those of all later ones.
 */
export const countTitles = (module: TestModule): TitleCount => {
  const count: TitleCount = { tests: [], repeated: new Map() }
  countBelow(module, { tests: new Map(), blocks: new Map() }, count)
  return count
}

/** The titles seen below one path of describe blocks; blocks with equal titles share one. */
interface Block {
  tests: Map<string, number>
  blocks: Map<string, Block>
}

const countBelow = (parent: TestModule | TestSuite, { tests, blocks }: Block, count: TitleCount): void => {
  for (const child of parent.children) {
    if (child.type === 'test') {
      const before = tests.get(child.name) ?? 0
      count.tests.push(child)
      if (before > 0) count.repeated.set(child, before)
      tests.set(child.name, before + 1)
    } else {
      const block = blocks.get(child.name) ?? { tests: new Map(), blocks: new Map() }
      blocks.set(child.name, block)
      countBelow(child, block, count)
    }
  }
}
