import { codeBlock, type Failure } from '@svc/protocol'
import { cutText } from '../../ground/kernel/cut-text.ts'
import { ownFrame } from '../../results/results/error-location.ts'
import { causesOf, withClass, withValues } from '../../results/results/error-text.ts'

/** The number of lines of an error that the comment shows. */
const MOST_LINES = 12
/** Causes that follow an error, and their characters. */
const MOST_CAUSES = 2
const CAUSE_LENGTH = 200

/**
 * An error as the runner wrote it, with an assertion's values as a diff, and its causes. Includes the line of the project's
 * code that raised it, unless that line is in the test's own `file` or appears elsewhere.
 */
export function errorBlock(
  message: string,
  failure: Failure | null,
  { file, hasPlace }: { file: string | null; hasPlace: boolean },
): string {
  const lines = withClass(message, failure).split('\n')
  const own = failure && ownFrame(failure)
  const isShown = own === null || hasPlace || own.file === file || message.includes(own.file)
  const frame = isShown
    ? []
    : [`  at ${own.name ? `${own.name} (${own.file}:${own.line})` : `${own.file}:${own.line}`}`]
  const causes = causesOf(failure)
    .filter((cause) => !message.includes(cause))
    .slice(0, MOST_CAUSES)
    .map((cause) => `  caused by ${cutText(cause, CAUSE_LENGTH)}`)
  const end = [...causes, ...frame]
  const difference = differenceIn(lines) ?? withValues(lines, failure)
  const all = difference ?? lines
  const isCut = all.length + end.length > MOST_LINES
  const shown = isCut ? all.slice(0, MOST_LINES - end.length - 1) : all
  return codeBlock([...shown, ...(isCut ? ['…'] : []), ...end].join('\n'), {
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
