import { type Dialect, fileOf } from '../dialect.ts'

/**
 * rspec_junit_formatter: the class is the file's path in another notation, and the name contains
 * all blocks.
 */
export const rspec: Dialect = {
  name: 'rspec',
  tool: 'rspec',
  marksRetries: 'RSpec',
  detect: ({ text }) => /<testsuite\s[^>]{0,1000}name="rspec\d*"/.test(text),
  nameOf: (test, suites) => {
    const file = fileOf(test, suites)
    return { file, titles: file || !test.className ? [test.name] : [test.className, test.name] }
  },
}
