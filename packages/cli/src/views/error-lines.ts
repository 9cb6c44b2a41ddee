import { cut, oneLine } from '../terminal/width.ts'

/** Lines of values that are shown of one error. */
const MOST_VALUES = 8
const VALUE = /^\s*(?:expected|received|actual)\b[\w ]*:/i
const CHANGED = /^[-+] /

/** What an error says in its first line, then what was expected and what came, line by line. */
export const errorLines = (message: string): string[] => {
  const [first = '', ...rest] = message.split('\n').filter((line) => line.trim() !== '')
  const values = rest.flatMap((line, at) => {
    if (VALUE.test(line)) {
      // A value of its own line follows where the label has none.
      const more = /:\s*$/.test(line) ? (rest[at + 1] ?? '') : ''
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
