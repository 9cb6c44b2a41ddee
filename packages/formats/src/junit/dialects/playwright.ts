import type { Annotation, Failure } from '@svc/protocol'
import { type Dialect, partTitles } from '../dialect.ts'

/** What Playwright notes itself: told as skip or expected failure. */
const BUILT_IN = new Set(['skip', 'fixme', 'fail', 'serial'])

/** Playwright. Files are relative to its `testDir`, which `--root` can be set to. */
export const playwright: Dialect = {
  name: 'playwright',
  tool: 'playwright',
  detect: ({ text }) =>
    /<testsuites id="[^"]{0,1000}" name="[^"]{0,1000}" tests="\d+" failures="\d+" skipped="\d+" errors="\d+" time="[\d.e-]+">\s*(?:<testsuite name="[^"]{0,1000}" timestamp="[^"]{0,1000}" hostname="|<\/testsuites)/.test(
      text,
    ),
  nameOf: (test, suites) => {
    const suite = suites.at(-1)
    const variant = suite?.attributes.get('hostname') ?? ''
    const prefix = `[${variant}] `
    const name = variant && test.name.startsWith(prefix) ? test.name.slice(prefix.length) : test.name
    return {
      file: suite?.name || test.className,
      titles: partTitles(name, ' › '),
      ...(variant && { variant }),
    }
  },
  adjust: (attempts, { properties }) => {
    const noted = (type: string) => properties.find(({ name }) => name === type)
    return attempts.map((attempt) => {
      const { annotations = [], ...rest } = attempt
      const own = annotations.filter(({ type }: Annotation) => !BUILT_IN.has(type))
      const reason = (noted('skip') ?? noted('fixme'))?.value
      return {
        ...rest,
        ...(rest.errors && { errors: rest.errors.map(withMessage) }),
        ...(own.length > 0 && { annotations: own }),
        ...(rest.status === 'skipped' && { skip: { kind: 'skip' as const, ...(reason && { reason }) } }),
        ...(rest.status === 'passed' && noted('fail') && { expectedFailure: true }),
      }
    })
  },
}

/** Older versions name the test as message; what was thrown stands below the header of the text. */
const withMessage = (failure: Failure): Failure => {
  if (!/^[^\n]{1,500}:\d+:\d+ /.test(failure.message)) return failure
  const lines = failure.stack?.slice(0, 20_000).split('\n') ?? []
  const thrown = lines
    .map((line) => line.trim())
    .find((line, index) => index > 0 && line !== '' && !/^[─[]|^Retry #/.test(line))
  return thrown ? { ...failure, message: thrown } : failure
}
