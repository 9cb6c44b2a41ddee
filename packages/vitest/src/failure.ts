import { inspect } from 'node:util'
import { type Failure, LIMITS, type Location } from '@svc/protocol'
import type { SerializedError } from 'vitest/node'

type Frame = NonNullable<SerializedError['stacks']>[number]

/** An error as Vitest serialised it, its causes and members included down to `LIMITS.depth`. */
export const toFailure = (error: SerializedError, depth = 1): Failure => {
  const message = messageOf(error)
  const stack = stackOf(error, message)
  const location = locationOf(error)
  const deeper = depth < LIMITS.depth
  const nested = (inner: SerializedError) => toFailure(inner, depth + 1)
  const members = deeper ? membersOf(error).map(nested) : []
  return {
    message,
    ...(error.name ? { name: error.name } : {}),
    ...(stack ? { stack } : {}),
    ...(location ? { location } : {}),
    ...(typeof error.expected === 'string' ? { expected: error.expected } : {}),
    ...(typeof error.actual === 'string' ? { actual: error.actual } : {}),
    ...(isError(error.cause) && deeper ? { cause: nested(error.cause) } : {}),
    ...(members.length > 0 ? { errors: members } : {}),
  }
}

// A thrown plain object arrives as its own fields, with `stacks` added by the runner.
const messageOf = (error: SerializedError): string => {
  if (typeof error.message === 'string') return error.message
  const { stacks: _, ...thrown } = error
  return inspect(thrown, { depth: 3 })
}

// `stacks` is source-mapped and free of the runner's own frames; it is empty where nothing else is left.
const stackOf = (error: SerializedError, message: string): string | undefined => {
  if (!error.stacks?.length) return error.stack
  const head = error.name ? `${error.name}: ${message}` : message
  return [head, ...error.stacks.map(frameLine)].join('\n')
}

const frameLine = ({ method, file, line, column }: Frame): string =>
  method ? `    at ${method} (${file}:${line}:${column})` : `    at ${file}:${line}:${column}`

const locationOf = (error: SerializedError): Location | undefined => {
  const frame = error.stacks?.[0]
  return frame && { file: frame.file, line: frame.line, column: frame.column }
}

const membersOf = (error: SerializedError): SerializedError[] =>
  Array.isArray(error.errors) ? error.errors.filter(isError) : []

const isError = (value: unknown): value is SerializedError => typeof value === 'object' && value !== null
