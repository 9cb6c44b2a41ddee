import { cut, oneLine } from '../terminal/text.ts'

/** Lines with values that are shown per error. */
const MOST_VALUES = 8
const VALUE = /^\s*(?:expected|received|actual)\b[\w ]*:/i
const CHANGED = /^[-+] /

/** Returns the first line of an error, then its expected and received values. */
export const errorLines = (message: string): string[] => {
  const [first = '', ...rest] = message.split('\n').filter((line) => line.trim() !== '')
  const values = rest.flatMap((line, index) => {
    if (VALUE.test(line)) {
      // If the label has no value, the value is on the next line.
      const more = /:\s*$/.test(line) ? (rest[index + 1] ?? '') : ''
      return [oneLine(VALUE.test(more) ? line : `${line} ${more}`)]
    }
    return CHANGED.test(line) ? [oneLine(line)] : []
  })
  const shown = values.slice(0, MOST_VALUES)
  const more = values.length - shown.length
  return [
    cut(oneLine(first), 200),
    ...shown.map((line) => `  ${cut(line, 198)}`),
    ...(more > 0 ? [`  and ${more} more lines`] : []),
  ]
}
