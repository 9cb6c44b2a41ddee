import type { Failure } from '@svc/protocol'
import { ownFrame } from '../results/error-location.ts'
import { codeBlock } from './escape.ts'

/** The number of lines of an error that the comment shows. */
const MOST_LINES = 12
/** The number of characters of a value that its line shows. */
const VALUE_LENGTH = 200

/**
 * An error as the runner wrote it, with an assertion's values as a diff. Includes the line of the project's
 * code that raised it, unless that line is in the test's own `file` or appears elsewhere.
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

/** The message with its "Expected:" and "Received:" as the two sides of a diff; null if it has none. */
function differenceIn(lines: string[]): string[] | null {
  const sides = lines.map((line) => (EXPECTED.test(line) ? '- ' : RECEIVED.test(line) ? '+ ' : ''))
  const isDiff =
    lines.some((line) => /^- \s*Expected/.test(line)) && lines.some((line) => /^\+ \s*Received/.test(line))
  if (isDiff) return withoutCall(lines)
  if (!sides.includes('- ') || !sides.includes('+ ')) return null
  // Playwright's log of the call follows; the trace contains it as well.
  const log = lines.findIndex((line) => /^Call log:/.test(line))
  const signed = lines.map((line, i) => `${sides[i]}${line.trim() === '' ? '' : line}`)
  return withoutCall(log < 0 ? signed : signed.slice(0, log))
}

const EXPECTED = /^\s*expected\b[\w ]*:/i
const RECEIVED = /^\s*(?:received|actual)\b[\w ]*:/i

/** The lines without "expect(received).toBe(expected)", which the diff repeats, and without empty lines. */
const withoutCall = (lines: string[]): string[] =>
  lines.filter(
    (line) =>
      line.trim() !== '' && !/^(?:Error: )?expect\((?:received)?\)\.[\w.]+\([^)]*\)(?: \/\/ .*)?$/.test(line),
  )

/** The first line with the compared values, if the runner reported them. */
function comparedIn(lines: string[], failure: Failure | null): string[] | null {
  const { expected, actual } = failure ?? {}
  if (expected === undefined || actual === undefined || expected === actual) return null
  const [first = '', ...rest] = lines
  if (expected.includes('\n') || actual.includes('\n'))
    return [first, ...changedLines(expected.split('\n'), actual.split('\n'))]
  return [first, `- Expected: ${cutValue(expected)}`, `+ Received: ${cutValue(actual)}`, ...rest]
}

const cutValue = (value: string) => (value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value)

/** The lines between the common beginning and the common end of both. */
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
