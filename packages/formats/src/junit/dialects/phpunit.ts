import { type Dialect, fileOf } from '../dialect.ts'

/** PHPUnit and Pest. Data sets are tests of their own, whose name says the set. */
export const phpunit: Dialect = {
  name: 'phpunit',
  detect: ({ text }) => text.includes(' assertions="') && /<testcase\s[^>]{0,1000}\sclass="/.test(text),
  nameOf: (test, suites) => {
    // Pest puts the test's name behind the file.
    const file = fileOf(test, suites).replace(/::.*$/s, '')
    const above = test.attributes.get('class') || test.className
    return { file, titles: above ? [above, test.name] : [test.name] }
  },
}
