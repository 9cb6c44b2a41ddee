import { jestFailure, jestFileFailure } from '../../common/stack.ts'
import { type Dialect, fileOf, isPath, partTitles } from '../dialect.ts'
import type { JUnitCase } from '../elements.ts'

/**
 * jest-junit. Its templates decide what is fileOfTest: with `classNameTemplate: "{classname}"`, `titleTemplate: "{title}"`,
 * `ancestorSeparator: " › "` and `addFileAttribute: "true"`, names are those of the reporter.
 */
export const jest: Dialect = {
  name: 'jest',
  tool: 'jest',
  marksRetries: 'jest-junit',
  detect: ({ text }) => /<testsuites\s+name="jest tests"/.test(text),
  nameOf: (test, suites) => {
    const fileOfTest = fileOf(test, suites)
    const suite = suites.at(-1)?.name ?? ''
    const file = fileOfTest || [suite, test.className].find((each) => isPath(each)) || ''
    return { file, titles: titlesOf(test, suite, file) }
  },
  // Jest passes this text to reporters unchanged, unless stacks are turned off.
  failureOf: ({ text, message, type }) => {
    if (text.trim() === '' || message !== '' || type !== '') return undefined
    const thrown = thrownOf(text)
    if (thrown) return jestFailure(thrown)
    return OUTSIDE.test(text) ? jestFileFailure(text) : jestFailure(text.trim())
  },
  // A file that does not load is an error with Jest's text, and again one with the fields of the thrown value.
  repeatsOutside: ({ className, name, outcomes }, before) =>
    className === before.className &&
    name === before.name &&
    outcomes.some(({ text }) => /^\s*\{/.test(text)) &&
    before.outcomes.some(({ text }) => OUTSIDE.test(text)),
  isOutside: ({ outcomes, name, className }) =>
    className === 'Test suite failed to run' ||
    HOOK.test(name) ||
    outcomes.some(({ text, message }) => OUTSIDE.test(message) || OUTSIDE.test(text.slice(0, 500))) ||
    (outcomes.length > 0 && / Test suite failed to run$/.test(name)),
}

/** At the start only: a test may print it. */
const OUTSIDE = /^\s*(?:●\s*)?Test suite failed to run/

/** A failure of a file outside its tests, such as in `afterAll`. */
const HOOK = /(?:^| )Test execution failure: could be caused by test hooks like 'afterAll'\.$/

/** jest-junit writes such a failure as JSON: the fields of what was thrown. */
const thrownOf = (text: string): string | undefined => {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    const { stack, message, _originalMessage } = JSON.parse(text)
    return [stack, message, _originalMessage].find((each) => typeof each === 'string' && each !== '')
  } catch {
    return undefined
  }
}

const titlesOf = ({ className, name }: JUnitCase, suite: string, file: string): string[] => {
  // By default both are the complete name, whose outermost block is the name of the suite.
  if (className === name || className === '' || className === file) {
    const isBelow = suite !== '' && name.startsWith(`${suite} `) && suite !== file
    // The name of a test outside any block starts with the space that would follow a block.
    return isBelow ? [suite, name.slice(suite.length + 1)] : partTitles(name.replace(/^ (?=\S)/, ''), ' › ')
  }
  return [...partTitles(className, ' › '), name]
}
