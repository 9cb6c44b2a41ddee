import { type Dialect, fileOf } from '../dialect.ts'
import type { JUnitCase, JUnitSuite } from '../elements.ts'

/**
 * mocha-junit-reporter, as Mocha and Cypress use it, and Mocha's own `xunit`. The first has the file on the suite of each
 * file's root, which precedes those of its blocks.
 */
export const mocha: Dialect = {
  name: 'mocha',
  tool: 'mocha',
  marksRetries: 'Mocha',
  detect: ({ text }) =>
    /<testsuites\s+name="Mocha Tests"|<testsuite\s+name="(?:Root Suite|Mocha Tests)"/.test(text),
  nameOf: (test, suites) => ({ file: fileOf(test, suites), titles: titlesOf(test, suites) }),
  fileGoesOn: true,
  isOutside: ({ name, outcomes }) => outcomes.length > 0 && /"(?:before|after) all" hook/.test(name),
}

/** Mocha reports the whole name and, depending on its options, the block or the test's own title. */
const titlesOf = ({ className, name }: JUnitCase, suites: readonly JUnitSuite[]): string[] => {
  const suite = suites.at(-1)?.name ?? ''
  if (suite === 'Mocha Tests') return className ? [className, name] : [name]
  if (className === '' || className === name) return [...ownBlock(suite), name]
  const [whole, title] = name.length >= className.length ? [name, className] : [className, name]
  if (!whole.endsWith(` ${title}`)) return [...(className === suite ? ownBlock(suite) : [className]), name]
  const above = whole.slice(0, -title.length - 1)
  if (suite !== above && above.endsWith(` ${suite}`)) return [above.slice(0, -suite.length - 1), suite, title]
  return [above, title]
}

const ownBlock = (suite: string) => (suite === '' || suite === 'Root Suite' ? [] : [suite])
