import { type Dialect, fileOf, isPath, partTitles } from '../dialect.ts'
import { vitestFailure } from './vitest-failure.ts'

const UNHANDLED = 'vitest unhandled errors'

/** Vitest. Its files do not contain the project. By default the suite and the class are the test's file. */
export const vitest: Dialect = {
  name: 'vitest',
  tool: 'vitest',
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
  failureOf: vitestFailure,
  // Vitest reports a file that does not load as a test with the file's name.
  isOutside: ({ name, className, outcomes }, suites) =>
    className === UNHANDLED || (outcomes.length > 0 && name === suites.at(-1)?.name),
}
