import { type Dialect, plainName } from '../dialect.ts'

/** Gradle. Its retry plugin writes an element for each attempt, in one suite and under one name. */
export const gradle: Dialect = {
  name: 'gradle',
  detect: ({ text }) =>
    /<testsuite name="[^"]{0,1000}" tests="\d+" skipped="\d+" failures="\d+" errors="\d+" timestamp="[^"]{0,1000}" hostname="[^"]{0,1000}" time="[^"]{0,1000}">\s*<properties\s*\/>/.test(
      text,
    ),
  nameOf: plainName,
  repeatsAreRetries: 'afterFailure',
}
