interface Named {
  file: string
  titles: string[]
  variant: string
}

/** More names might not fit into a command line everywhere; above this number, only the files are listed. */
const LONGEST_PATTERN = 8_000

/** The command that runs only this test in its runner; null if the runner's command is unknown. */
export const commandFor = (framework: string, test: Named): string | null => commandForAll(framework, [test])

/**
 * The command that runs only these tests in their runner; null without tests, or if its command is
 * unknown.
 */
export function commandForAll(framework: string, tests: Named[]): string | null {
  if (tests.length === 0) return null
  const runner = framework.toLowerCase()
  const files = distinct(tests.map(({ file }) => quoted(file))).join(' ')
  const variants = distinct(tests.map(({ variant }) => variant))
  const only = variants.includes('') ? '' : variants.map((each) => ` --project=${quoted(each)}`).join('')
  const named = (flag: string) => {
    const pattern = distinct(tests.map(({ titles }) => escaped(titles.join(' ')))).join('|')
    return pattern.length > LONGEST_PATTERN ? '' : ` ${flag} ${quoted(pattern)}`
  }
  if (runner.includes('playwright')) return `npx playwright test ${files}${named('-g')}${only}`
  if (runner.includes('vitest')) return `npx vitest run ${files}${named('-t')}${only}`
  if (runner.includes('jest')) return `npx jest ${files}${named('-t')}`
  if (runner.includes('pytest')) {
    const names = distinct(tests.map(({ titles }) => titles.at(-1) ?? '')).join(' or ')
    return `pytest ${files}${names.length > LONGEST_PATTERN ? '' : ` -k ${quoted(names)}`}`
  }
  return null
}

const distinct = (texts: string[]): string[] => [...new Set(texts)]

/** For the runners' patterns, which are regular expressions. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** One word of a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./@:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
