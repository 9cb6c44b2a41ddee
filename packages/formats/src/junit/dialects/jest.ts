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
    return OUTSIDE.test(text) ? jestFileFailure(text) : jestFailure(text.trim())
  },
  isOutside: ({ outcomes, name, className }) =>
    className === 'Test suite failed to run' ||
    outcomes.some(({ text, message }) => OUTSIDE.test(message) || OUTSIDE.test(text.slice(0, 500))) ||
    (outcomes.length > 0 && / Test suite failed to run$/.test(name)),
}

/** At the start only: a test may print it. */
const OUTSIDE = /^\s*(?:●\s*)?Test suite failed to run/

const titlesOf = ({ className, name }: JUnitCase, suite: string, file: string): string[] => {
  // By default both are the complete name, whose outermost block is the name of the suite.
  if (className === name || className === '' || className === file) {
    const isBelow = suite !== '' && name.startsWith(`${suite} `) && suite !== file
    // The name of a test outside any block starts with the space that would follow a block.
    return isBelow ? [suite, name.slice(suite.length + 1)] : partTitles(name.replace(/^ (?=\S)/, ''), ' › ')
  }
  return [...partTitles(className, ' › '), name]
}
