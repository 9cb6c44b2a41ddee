import { type Dialect, fileOf, partTitles } from '../dialect.ts'

/**
 * gotestsum and go-junit-report. A subtest's name is `Test/sub`. Names are unique in a package. `-count` repeats all
 * tests of it, `--rerun-fails` those that failed.
 */
export const go: Dialect = {
  name: 'go',
  tool: 'go test',
  detect: ({ text }) =>
    text.includes('name="go.version"') ||
    (/<testsuite\s[^>]{0,1000}name="[\w.-]{1,200}\.[a-z]{1,20}\//.test(text) &&
      /<testcase\s[^>]{0,1000}name="(?:Test|Fuzz|Example|Benchmark)/.test(text)),
  nameOf: (test, suites) => {
    const file = fileOf(test, suites)
    const above = test.className || suites.at(-1)?.name || ''
    const titles = partTitles(test.name, '/')
    return { file, titles: file || !above ? titles : [above, ...titles] }
  },
  // `-count` leaves out examples.
  equalNames: {
    areOneTest: true,
    rootOf: ({ name }) => (name.startsWith('Example') ? undefined : name.split('/', 1)[0]),
  },
  countsOutside: true,
  isOutside: ({ name, outcomes }) =>
    outcomes.length > 0 && /^(?:\[(?:build|setup) failed\]|Failure|Error)$|^$/.test(name),
}
