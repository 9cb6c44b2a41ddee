import { type Dialect, fileOf, partTitles } from '../dialect.ts'

/** cargo-nextest: a suite is a binary, and a name is a module path. */
export const nextest: Dialect = {
  name: 'nextest',
  tool: 'cargo-nextest',
  marksRetries: 'cargo-nextest',
  detect: ({ text }) =>
    /<testsuites\s+name="nextest-run"|<testsuites\s[^>]{0,1000}\buuid="[^"]{0,1000}"[^>]{0,1000}>\s*<testsuite\s[^>]{0,1000}disabled=/.test(
      text,
    ),
  nameOf: (test, suites) => {
    const binary = suites.at(-1)?.name || test.className
    const titles = partTitles(test.name, '::')
    return { file: fileOf(test, suites), titles: binary ? [binary, ...titles] : titles }
  },
}
