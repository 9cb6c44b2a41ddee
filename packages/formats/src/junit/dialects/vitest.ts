import { type Dialect, fileOf, partTitles } from '../dialect.ts'
import { vitestFailure } from './vitest-failure.ts'

const UNHANDLED = 'vitest unhandled errors'

/** Vitest. Its files do not contain the project. */
export const vitest: Dialect = {
  name: 'vitest',
  tool: 'vitest',
  detect: ({ text }) => /<testsuites\s+name="vitest tests"/.test(text),
  nameOf: (test, suites) => {
    const suite = suites.at(-1)?.name ?? ''
    const file = fileOf(test, suites) || suite || test.className
    return { file, titles: partTitles(test.name, ' > ') }
  },
  failureOf: vitestFailure,
  // Vitest reports a file that does not load as a test with the file's name.
  isOutside: ({ name, className, outcomes }, suites) =>
    className === UNHANDLED || (outcomes.length > 0 && name === suites.at(-1)?.name),
}
