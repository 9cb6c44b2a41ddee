import { type Dialect, plainName } from '../dialect.ts'

/**
 * Gradle. Its retry plugin writes an element for each attempt, in one suite and under one name. Rows of parameterized
 * tests have no method in their name, so two methods with equal rows look the same.
 */
export const gradle: Dialect = {
  name: 'gradle',
  detect: ({ text }) =>
    /<testsuite name="[^"]{0,1000}" tests="\d+" skipped="\d+" failures="\d+" errors="\d+" timestamp="[^"]{0,1000}" hostname="[^"]{0,1000}" time="[^"]{0,1000}">\s*<properties\s*\/>/.test(
      text,
    ),
  nameOf: plainName,
  mergesEqualNames: true,
  equalNames: { howToMark: 'With reports.junitXml.mergeReruns = true, Gradle marks retries.' },
}
