import { stripVTControlCharacters } from 'node:util'
import { type Failure, LIMITS, type Location } from '@svc/protocol'
import { fieldsOf, textOf, wholeOf } from '../values.ts'

/** More than is kept, so that it is seen that something was cut. */
const LOOKED_AT = 4 * LIMITS.messageBytes
/** Playwright writes the class of an error in front of its message. */
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error): /
const EXPECTED = /^Expected(?: [\w ]+)?: +(.+)$/m
const RECEIVED = /^Received(?: [\w ]+)?: +(.+)$/m
const SNIPPET_OR_FRAME = /^(?:\s*>?\s*\d+ \||\s+at )/

/** An error as Playwright hands it to reporters: what a blob has, and of a JSON report the first of a try. */
export const toFailure = (value: unknown, depth = 1): Failure => {
  const error = fieldsOf(value)
  const { cause } = error
  const stack = textOf(error.stack)
  const snippet = textOf(error.snippet)
  const location = toLocation(error.location)
  return {
    ...named(textOf(error.message) ?? textOf(error.value) ?? 'unknown error'),
    ...(stack !== undefined && { stack: stack.slice(0, LOOKED_AT) }),
    ...(snippet !== undefined && { snippet }),
    ...(location && { location }),
    ...(cause && depth < LIMITS.depth ? { cause: toFailure(cause, depth + 1) } : {}),
  }
}

/** An error as a JSON report prints it for people: the message, then lines of the source, then the stack. */
export const toPrintedFailure = (value: unknown): Failure => {
  const { message, location } = fieldsOf(value)
  const lines = (textOf(message) ?? 'unknown error').slice(0, LOOKED_AT).split('\n')
  const end = lines.findIndex((line) => SNIPPET_OR_FRAME.test(stripVTControlCharacters(line)))
  const frames = lines.filter((line) => /^\s+at /.test(stripVTControlCharacters(line)))
  const text = lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trimEnd()
  const place = toLocation(location)
  return {
    ...named(text || 'unknown error'),
    ...(frames.length > 0 && { stack: [text, ...frames].join('\n') }),
    ...(place && { location: place }),
  }
}

export const toLocation = (value: unknown): Location | undefined => {
  const { file, line, column } = fieldsOf(value)
  const row = wholeOf(line)
  const name = textOf(file)
  if (name === undefined || row === undefined) return undefined
  const place = wholeOf(column)
  return { file: name, line: row, ...(place !== undefined && { column: place }) }
}

const named = (given: string): Pick<Failure, 'message' | 'name' | 'expected' | 'actual'> => {
  const text = stripVTControlCharacters(given.slice(0, LOOKED_AT))
  const [prefix = '', name] = NAME.exec(text) ?? []
  const [, expected] = EXPECTED.exec(text) ?? []
  const [, actual] = RECEIVED.exec(text) ?? []
  return {
    message: text.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(expected !== undefined && actual !== undefined ? { expected, actual } : {}),
  }
}
