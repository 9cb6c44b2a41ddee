/** "expect(locator).toHaveText(expected) failed" and similar lines, which name only a matcher. */
const MATCHER = /^(?:Error: )?expect\([^)]*\)\.((?:\w+\.)*\w+)\([^)]*\)(?: failed| \/\/ .*)?$/
const NOTED = /^ ?(Locator|Expected|Received)(?: [\w ]{1,30})?: +(\S.*)$/
/** The number of lines after the first in which the values are searched. */
const MOST_LINES = 12
/** The number of characters of a locator or a value, which may be the text of a complete page. */
const MOST = 120

/**
 * Returns the line that distinguishes an error from others: its first non-empty line. If that line only names a
 * matcher, the line has the matcher's name, the locator and the expected and received values.
 */
export function errorLine(message: string): string {
  const [first = '', ...rest] = message.trimStart().split('\n', MOST_LINES + 1)
  const line = first.trimEnd()
  const matcher = MATCHER.exec(line)?.[1]
  if (matcher === undefined) return line
  const noted = new Map<string, string>()
  for (const each of rest) {
    const [whole, label = '', value = ''] = NOTED.exec(each.trimEnd()) ?? []
    if (whole !== undefined && !noted.has(label))
      noted.set(label, cut(label === 'Locator' ? value : whole.trim().replace(/: +/, ': ')))
  }
  return noted.size === 0 ? line : `${matcher}: ${[...noted.values()].join(' · ')}`
}

const cut = (text: string): string =>
  text.length <= MOST ? text : `${text.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, '')}…`
