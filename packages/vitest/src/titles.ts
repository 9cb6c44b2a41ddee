import type { AttemptDetail } from '@svc/protocol'
import type { TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { inPlace, type Relocate } from './to-result.ts'

/** Internal fields of a Vitest module; each of them is missing in some version. */
interface FileTask {
  /** The path relative to the project's root, which newer versions also call `relativeModuleId`. */
  name?: string
  meta?: FileMeta
  /** True if a test of this file is marked `only` (from 5). */
  containsOnly?: boolean
}

interface FileMeta {
  typecheck?: boolean
  /** The label of the blob that this module was read from (from 5). */
  __vitest_label__?: string
  /** The mark of svc: this module was reported where it ran. */
  svc?: { isReported: true }
}

/** The describe blocks around a test from the inside out, and its module. */
const parentsOf = (test: TestCase): (TestSuite | TestModule)[] => {
  const parents: (TestSuite | TestModule)[] = []
  for (let parent = test.parent; ; parent = parent.parent) {
    parents.push(parent)
    if (parent.type === 'module') return parents
  }
}

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

/** The runner's own record of a module, empty if a version hides it. */
const taskOf = (module: TestModule): FileTask => (module as TestModule & { task?: FileTask }).task ?? {}

/** Metadata of a module, which blob reports include; `TestModule.meta` exists only from 3.1 on. */
const metaOf = (module: TestModule): FileMeta => taskOf(module).meta ?? module.meta?.() ?? {}

/** True if Vitest reads blob reports of earlier runs instead of running tests. */
export const isMergeOf = (vitest: Vitest): boolean =>
  Boolean(vitest.config.mergeReports || vitest.state.blobs)

/** Marks a module as reported: the mark is part of a blob, so that merging does not report it again. */
export const markReported = (module: TestModule): void => {
  metaOf(module).svc = { isReported: true }
}

/** True if the run that the blob comes from also had the svc reporter. */
export const isReported = (module: TestModule): boolean => metaOf(module).svc?.isReported === true

/** From the start of the first test to the end of the last, in milliseconds since the epoch. */
export const spanOf = (modules: readonly TestModule[]): { startedAt: number; endedAt: number } => {
  let startedAt = Number.POSITIVE_INFINITY
  let endedAt = 0
  for (const module of modules)
    for (const test of module.children.allTests()) {
      const times = test.diagnostic()
      if (!times) continue
      startedAt = Math.min(startedAt, times.startTime)
      endedAt = Math.max(endedAt, times.startTime + times.duration)
    }
  const now = Date.now()
  return endedAt > 0 ? { startedAt, endedAt } : { startedAt: now, endedAt: now }
}

/** Converts paths of the checkout in which a merged module ran to those of the local one. */
export const relocationOf = (module: TestModule): Relocate => {
  const name = taskOf(module).name ?? module.relativeModuleId
  const { moduleId, project } = module
  const here = `${project.config.root}/`
  if (!name || moduleId.startsWith(here) || !moduleId.endsWith(`/${name}`)) return inPlace
  const there = moduleId.slice(0, -name.length)
  return (text) => text.replaceAll(there, here)
}

/** The reasons why this run left tests out. */
export interface Narrowing {
  /** True if enough tests failed for `bail` to end the run. */
  hasBailed: boolean
  testNamePattern: RegExp | undefined
  /** True if tags or lines select the tests; Vitest does not report which tests they left out. */
  isPicked: boolean
}

/**
 * Why a test without any attempt did not run, determined after its module has ended; undefined if
 * the source explains it.
 */
export const whyNotRun = (test: TestCase, narrowing: Narrowing): AttemptDetail['skip'] => {
  const cutOff: AttemptDetail['skip'] = narrowing.hasBailed
    ? { kind: 'filtered', reason: 'bail ended the run' }
    : { kind: 'interrupted' }
  const result = test.result()
  if (result.state !== 'skipped') return cutOff
  switch (test.options.mode) {
    case 'run':
    case 'only':
      return failedHook(test) ?? (result.note === ABORTED ? cutOff : undefined)
    case 'skip':
      return isLeftOut(test, narrowing) ? { kind: 'filtered' } : undefined
    case 'todo':
      return undefined
  }
}

// The note on a test that was running when the run was cancelled.
const ABORTED = 'The test run was aborted by the user.'

const failedHook = (test: TestCase): AttemptDetail['skip'] => {
  const [error] = parentsOf(test).flatMap((parent) => parent.errors())
  return error && { kind: 'hook', reason: error.message ?? 'a hook failed' }
}

// A plain skip looks like a test left out because of another one's `only`; from 5 on, the file
// reports whether it has one.
const isLeftOut = (test: TestCase, { testNamePattern, isPicked }: Narrowing): boolean =>
  isPicked ||
  taskOf(test.module).containsOnly === true ||
  (testNamePattern !== undefined && isOtherName(test, testNamePattern))

// Versions of Vitest separate the titles differently.
const isOtherName = (test: TestCase, pattern: RegExp): boolean => {
  const titles = titlesOf(test)
  return [' ', ' > '].every((separator) => titles.join(separator).search(pattern) < 0)
}
