import { type Dialect, fileOf } from '../dialect.ts'
import type { JUnitCase } from '../elements.ts'

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
  isOutside: (test) => warningOf(test) !== '' && !isEmptyClass(test),
  adjust: (attempts, test) =>
    isEmptyClass(test)
      ? attempts.map((each) => ({ ...each, status: 'skipped', skip: { kind: 'skip' } }))
      : attempts,
}

/**
 * Before 9.5, PHPUnit writes a test that it cannot run, for example because of its data provider, as a test named Warning.
 * Some versions exit with 0 nevertheless.
 */
const warningOf = ({ name, outcomes }: JUnitCase): string => {
  const warning = name === 'Warning' ? outcomes.find(({ kind }) => kind === 'warning') : undefined
  return warning?.text.trim() || warning?.message.trim() || ''
}

const isEmptyClass = (test: JUnitCase): boolean => warningOf(test).includes('No tests found in class')
