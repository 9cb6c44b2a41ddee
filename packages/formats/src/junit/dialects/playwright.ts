import type { Annotation } from '@svc/protocol'
import { type Dialect, partTitles } from '../dialect.ts'
import { playwrightAttempts } from './playwright-attempts.ts'

/** Playwright's own annotations, reported as a skip or an expected failure. */
const BUILT_IN = new Set(['skip', 'fixme', 'fail', 'serial'])

/** Playwright. Files are relative to its `testDir`, to which `--root` can be set. */
export const playwright: Dialect = {
  name: 'playwright',
  tool: 'playwright',
  marksRetries: 'Playwright',
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
  adjust: (attempts, test) => {
    const { properties } = test
    const noted = (type: string) => properties.find(({ name }) => name === type)
    return playwrightAttempts(attempts, test).map((attempt) => {
      const { annotations = [], ...rest } = attempt
      const own = annotations.filter(({ type }: Annotation) => !BUILT_IN.has(type))
      const reason = (noted('skip') ?? noted('fixme'))?.value
      return {
        ...rest,
        ...(own.length > 0 && { annotations: own }),
        ...(rest.status === 'skipped' && { skip: { kind: 'skip' as const, ...(reason && { reason }) } }),
        ...(rest.status === 'passed' && noted('fail') && { expectedFailure: true }),
      }
    })
  },
}
