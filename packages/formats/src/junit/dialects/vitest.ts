import { type Dialect, fileOf, isPath, partTitles } from '../dialect.ts'
import type { JUnitSuite } from '../elements.ts'
import { vitestFailure } from './vitest-failure.ts'

const UNHANDLED = 'vitest unhandled errors'

/** Vitest. Its files do not contain the project. By default the suite and the class are the test's file. */
export const vitest: Dialect = {
  name: 'vitest',
  tool: 'vitest',
  marksRetries: 'Vitest',
  detect: ({ text }) => /<testsuites\s+name="vitest tests"/.test(text),
  nameOf: (test, suites) => {
    const suite = suites.at(-1)?.name ?? ''
    const { className } = test
    const named = fileOf(test, suites)
    const file = named || [suite, className].find((each) => isPath(each)) || ''
    // Templates of the reporter can make the suite and the class blocks of the file.
    const above = [className, suite].find((each) => each !== '' && each !== file && !isPath(each)) ?? ''
    const titles = partTitles(test.name, ' > ')
    return { file, titles: above === '' || titles[0] === above ? titles : [above, ...titles] }
  },
  listsUnstarted: true,
  failureOf: vitestFailure,
  // Vitest reports a file that does not load as a test with the file's name, and a failed hook as one with the name of
  // its block, after the tests of the block.
  isOutside: ({ name, className, outcomes }, suites) => {
    const suite = suites.at(-1)
    const blocks = suite && blocksOf(suite)
    for (let at = name.lastIndexOf(' > '); at > 0; at = name.lastIndexOf(' > ', at - 1))
      blocks?.add(name.slice(0, at))
    return (
      className === UNHANDLED || (outcomes.length > 0 && (name === suite?.name || blocks?.has(name) === true))
    )
  },
}

/** The blocks around the tests of a suite so far. */
const blocksOf = (suite: JUnitSuite): Set<string> => {
  const blocks = known.get(suite) ?? new Set()
  known.set(suite, blocks)
  return blocks
}

const known = new WeakMap<JUnitSuite, Set<string>>()
