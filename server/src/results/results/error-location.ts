import type { Failure, Location } from '@svc/protocol'
import { valueLines } from './value-lines.ts'

/**
 * The line of this file that an error names, from 1: its own location, else the first stack frame in the
 * file.
 */
export function errorLineIn(file: string, { location, stack, cause }: Failure): number | null {
  if (location?.file === file) return location.line
  const frame = stack?.split('\n').find((line) => frameIn(file, line) !== null)
  if (frame !== undefined) return frameIn(file, frame)
  return cause ? errorLineIn(file, cause) : null
}

function frameIn(file: string, line: string): number | null {
  const position = line.indexOf(`${file}:`)
  // `a.test.ts` must not match `extra.test.ts`.
  if (position < 0 || (position > 0 && !/[\s/\\(]/.test(line[position - 1] ?? ''))) return null
  const number = /^\d{1,9}/.exec(line.slice(position + file.length + 1))
  return number === null ? null : Number(number[0])
}

const FRAME = /^\s*at (?:(.*?) \()?([^():\n]+):(\d{1,9}):\d+\)?$/

/** A frame of a stack: the function, empty if it has no name, and the location. */
export type Frame = Location & { name: string }

/** The first frame of the project's own code. */
export const ownFrame = (failure: Pick<Failure, 'stack'>): Frame | null => ownFrames(failure, 1)[0] ?? null

/** The first frames of the project's own code, the innermost first. */
export function ownFrames({ stack }: Pick<Failure, 'stack'>, most: number): Frame[] {
  const frames: Frame[] = []
  for (const line of stack?.split('\n') ?? []) {
    const [, name = '', file = '', number] = FRAME.exec(line) ?? []
    if (number === undefined || /node_modules|^node:|^internal\/|^[/\\]|^\.\.\//.test(file)) continue
    frames.push({ name: name.replace(/^async /, ''), file, line: Number(number) })
    if (frames.length === most) break
  }
  return frames
}

/** The number of lines of each side of a difference. */
const MOST_OF_SIDE = 5

/** The error as a runner prints it: its class, its message, and the compared values as lines with signs. */
export function errorText(message: string, failure: Failure | null): string {
  const lines = withClass(message, failure).split('\n')
  const rest = lines.slice(1)
  const isStated = rest.some((line) => EXPECTED.test(line)) && rest.some((line) => RECEIVED.test(line))
  return ((isStated ? null : withValues(lines, failure)) ?? lines).join('\n')
}

/** The message after its error's class, unless the class adds nothing to it. */
export function withClass(message: string, failure: Failure | null): string {
  const text = message.replace(/\r\n?/g, '\n').trim()
  const name = failure?.name ?? ''
  if (text === '' || !/^[\w.$]{1,80}$/.test(name) || COMMON.test(name)) return text
  return text.includes(name) ? text : `${name}: ${text}`
}

const COMMON = /^(?:Error|\w*AssertionError)$/

const EXPECTED = /^\s*(?:[-+]\s*)?expected\b/i
const RECEIVED = /^\s*(?:[-+]\s*)?(?:received|actual)\b/i

/** The first line with the compared values; null if the runner reported none. */
export function withValues(lines: string[], failure: Failure | null): string[] | null {
  const { expected, actual } = failure ?? {}
  if (expected === undefined || actual === undefined || expected === actual) return null
  const [first = '', ...rest] = lines
  const values = valueLines(expected, actual, MOST_OF_SIDE)
  return [first, ...values, ...(expected.includes('\n') || actual.includes('\n') ? [] : rest)]
}
