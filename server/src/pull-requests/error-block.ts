import type { Failure } from '@svc/protocol'
import { ownFrame } from '../results/line-in.ts'
import { codeBlock } from './escape.ts'

/** Lines of an error that are shown. */
const MOST_LINES = 12
/** Characters of a value on its line. */
const VALUE_LENGTH = 200

/**
 * An error as it was written, with what an assertion compared as a difference, and where in the own code it was raised,
 * unless that is in the test's own `file`, or is shown elsewhere.
 */
export function errorBlock(
  message: string,
  failure: Failure | null,
  { file, hasPlace }: { file: string | null; hasPlace: boolean },
): string {
  const lines = message.replace(/\r\n?/g, '\n').trim().split('\n')
  const own = failure && ownFrame(failure)
  const isShown = own === null || hasPlace || own.file === file || message.includes(own.file)
  const frame = isShown
    ? []
    : [`  at ${own.name ? `${own.name} (${own.file}:${own.line})` : `${own.file}:${own.line}`}`]
  const difference = differenceIn(lines) ?? comparedIn(lines, failure)
  const all = difference ?? lines
  const isCut = all.length + frame.length > MOST_LINES
  const shown = isCut ? all.slice(0, MOST_LINES - frame.length - 1) : all
  return codeBlock([...shown, ...(isCut ? ['…'] : []), ...frame].join('\n'), {
    language: difference ? 'diff' : 'text',
  })
}

/** The message with its "Expected:" and "Received:" as the two sides of a difference; null where it has none. */
function differenceIn(lines: string[]): string[] | null {
  const sides = lines.map((line) => (EXPECTED.test(line) ? '- ' : RECEIVED.test(line) ? '+ ' : ''))
  const isDiff =
    lines.some((line) => /^- \s*Expected/.test(line)) && lines.some((line) => /^\+ \s*Received/.test(line))
  if (isDiff) return withoutCall(lines)
  if (!sides.includes('- ') || !sides.includes('+ ')) return null
  // Playwright's log of the call follows; it is in the trace as well.
  const log = lines.findIndex((line) => /^Call log:/.test(line))
  const signed = lines.map((line, i) => `${sides[i]}${line.trim() === '' ? '' : line}`)
  return withoutCall(log < 0 ? signed : signed.slice(0, log))
}

const EXPECTED = /^\s*expected\b[\w ]*:/i
const RECEIVED = /^\s*(?:received|actual)\b[\w ]*:/i

/** Without "expect(received).toBe(expected)", which the difference says, and without empty lines. */
const withoutCall = (lines: string[]): string[] =>
  lines.filter(
    (line) =>
      line.trim() !== '' && !/^(?:Error: )?expect\((?:received)?\)\.[\w.]+\([^)]*\)(?: \/\/ .*)?$/.test(line),
  )

/** The first line with the values that were compared, if the runner reported them. */
function comparedIn(lines: string[], failure: Failure | null): string[] | null {
  const { expected, actual } = failure ?? {}
  if (expected === undefined || actual === undefined || expected === actual) return null
  const [first = '', ...rest] = lines
  if (expected.includes('\n') || actual.includes('\n'))
    return [first, ...changedLines(expected.split('\n'), actual.split('\n'))]
  return [first, `- Expected: ${cutValue(expected)}`, `+ Received: ${cutValue(actual)}`, ...rest]
}

const cutValue = (value: string) => (value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value)

/** What lies between the lines that both begin and end with. */
function changedLines(expected: string[], actual: string[]): string[] {
  const most = Math.min(expected.length, actual.length)
  let from = 0
  while (from < most && expected[from] === actual[from]) from++
  let end = 0
  while (end < most - from && expected.at(-1 - end) === actual.at(-1 - end)) end++
  const half = Math.floor(MOST_LINES / 2) - 1
  const side = (sign: string, lines: string[]) =>
    lines
      .slice(from, lines.length - end)
      .slice(0, half)
      .map((line) => `${sign} ${cutValue(line)}`)
  return [...side('-', expected), ...side('+', actual)]
}
