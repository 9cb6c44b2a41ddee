import { type Dialect, fileOf } from '../dialect.ts'

/** PHPUnit and Pest. Data sets are separate tests whose names contain the set. */
export const phpunit: Dialect = {
  name: 'phpunit',
  detect: ({ text }) => text.includes(' assertions="') && /<testcase\s[^>]{0,1000}\sclass="/.test(text),
  nameOf: (test, suites) => {
    // Pest appends the test's name to the file.
    const file = fileOf(test, suites).replace(/::.*$/s, '')
    const above = test.attributes.get('class') || test.className
    return { file, titles: above ? [above, test.name] : [test.name] }
  },
}
