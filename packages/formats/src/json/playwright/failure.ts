import { type Failure, LIMITS, type Location } from '@svc/protocol'
import { LOOKED_AT, named, printedFailure } from '../../common/printed.ts'
import { fieldsOf, textOf, wholeOf } from '../values.ts'

/**
 * An error as Playwright passes it to reporters: those of a blob, and in a JSON report the first of
 * an attempt.
 */
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

/** An error as a JSON report prints it for people. */
export const toPrintedFailure = (value: unknown): Failure => {
  const { message, location } = fieldsOf(value)
  const place = toLocation(location)
  const text = (textOf(message) ?? 'unknown error').slice(0, LOOKED_AT)
  return { ...printedFailure(text.split('\n')), ...(place && { location: place }) }
}

export const toLocation = (value: unknown): Location | undefined => {
  const { file, line, column } = fieldsOf(value)
  const row = wholeOf(line)
  const name = textOf(file)
  if (name === undefined || row === undefined) return undefined
  const place = wholeOf(column)
  return { file: name, line: row, ...(place !== undefined && { column: place }) }
}
