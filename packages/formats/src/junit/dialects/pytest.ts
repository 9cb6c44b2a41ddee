import type { ReportedName } from '../../format.ts'
import { type Dialect, fileOf } from '../dialect.ts'
import type { JUnitCase, JUnitSuite } from '../elements.ts'

/**
 * pytest. `xunit1` contains the file. For `xunit2` only `--map` can supply it, because a class and
 * a module look alike.
 */
export const pytest: Dialect = {
  name: 'pytest',
  tool: 'pytest',
  detect: ({ text }) =>
    /<testsuite\s[^>]{0,1000}name="pytest"|<skipped type="pytest\.|<testsuites name="pytest tests"|<testcase\s[^>]{0,1000}\bfile="[^"]{1,500}\.py"/.test(
      text,
    ),
  nameOf: (test, suites) => namePytest(test, suites),
  howToNameFiles:
    'The report names no files, so no source is shown and owners are unknown: run pytest with -o junit_family=xunit1, or set junit_family = xunit1 in its config.',
  equalNames: { areOneTest: true },
  isOutside: ({ outcomes }) =>
    outcomes.some(({ message }) => /^collection (?:failure|skipped)$/.test(message)),
  adjust: (attempts, { outcomes }) =>
    attempts.map((attempt) => {
      const isExpected = attempt.status === 'skipped' && outcomes.some(({ type }) => type === 'pytest.xfail')
      if (!isExpected) return attempt
      const { skip, ...rest } = attempt
      return {
        ...rest,
        status: 'passed',
        expectedFailure: true,
        ...(skip?.reason && {
          annotations: [...(rest.annotations ?? []), { type: 'xfail', description: skip.reason }],
        }),
      }
    }),
}

/** If the file is known, the class is what follows the module's name. */
const namePytest = (test: JUnitCase, suites: readonly JUnitSuite[]): ReportedName => {
  const file = fileOf(test, suites)
  const { className, name } = test
  if (!file) return { file, titles: className ? [className, name] : [name] }
  const module = file.replace(/\.py$/, '').replaceAll(/[\\/]/g, '.')
  const isBelow = className === module || className.startsWith(`${module}.`)
  const rest = isBelow ? className.slice(module.length + 1) : classOf(className, file)
  return { file, titles: [...rest.split('.').filter(Boolean), name] }
}

/** The class within its module if the file has more folders than the module's name, as with another root. */
const classOf = (className: string, file: string): string => {
  const stem = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.py$/, '')
  const parts = className.split('.')
  const position = parts.indexOf(stem)
  return position < 0 ? className : parts.slice(position + 1).join('.')
}
