import { inspect } from 'node:util'
import { withSnippet } from '@svc/client'
import { type Failure, LIMITS, type Location } from '@svc/protocol'
import type { SerializedError } from 'vitest/node'

type Frame = NonNullable<SerializedError['stacks']>[number]

/** Converts paths from another folder or machine in a text to local ones. */
export type Relocate = (text: string) => string

/** Returns the text unchanged. */
export const inPlace: Relocate = (text) => text

const RUNNER = /[\\/]node_modules[\\/](?:@vitest|vitest)[\\/]/
/** Only a single letter is a drive: `node:internal/…`, addresses and evaluated code are not files. */
const PLACE = /^\s+at (?:async )?(?:.*? \()?((?:file:\/\/)?(?:\/?[A-Za-z]:)?[^:]+):(\d+):(\d+)\)?$/
const FOREIGN = /[\\/]node_modules[\\/]/

/** An error as Vitest serialized it, including its causes and members down to `LIMITS.depth`. */
export const toFailure = (thrown: unknown, relocate: Relocate = inPlace, depth = 1): Failure => {
  if (!isError(thrown)) return { message: typeof thrown === 'string' ? thrown : inspect(thrown) }
  const message = relocate(messageOf(thrown))
  const stack = stackOf(thrown, message, relocate)
  const location = locationOf(thrown, stack, relocate)
  const deeper = depth < LIMITS.depth
  const nested = (inner: unknown) => toFailure(inner, relocate, depth + 1)
  const members = deeper && Array.isArray(thrown.errors) ? thrown.errors.map(nested) : []
  const failure: Failure = {
    message,
    ...(typeof thrown.name === 'string' && thrown.name ? { name: thrown.name } : {}),
    ...(stack ? { stack } : {}),
    ...(location ? { location } : {}),
    ...comparedBy(thrown),
    ...(hasCause(thrown) && deeper ? { cause: nested(thrown.cause) } : {}),
    ...(members.length > 0 ? { errors: members } : {}),
  }
  return depth === 1 ? withSnippet(failure) : failure
}

// A thrown plain object arrives as its own fields, with some that the runner adds.
const messageOf = (error: SerializedError): string => {
  if (typeof error.message === 'string') return error.message
  const { stacks: _, ...thrown } = error
  for (const added of ['expected', 'actual']) if (thrown[added] === 'undefined') delete thrown[added]
  return inspect(thrown, { depth: 3 })
}

// Before 5, every error has both fields, with the text `undefined` if nothing was compared.
const comparedBy = ({ expected, actual }: SerializedError): Pick<Failure, 'expected' | 'actual'> => ({
  ...(typeof expected === 'string' && expected !== actual ? { expected } : {}),
  ...(typeof actual === 'string' && expected !== actual ? { actual } : {}),
})

// `stacks` is source-mapped and without the runner's own frames; older versions do not provide it.
const stackOf = (error: SerializedError, message: string, relocate: Relocate): string | undefined => {
  if (!Array.isArray(error.stacks) || error.stacks.length === 0) return withoutRunner(error.stack, relocate)
  const head = error.name ? `${error.name}: ${message}` : message
  return [head, ...error.stacks.map((frame) => relocate(frameLine(frame)))].join('\n')
}

const frameLine = ({ method, file, line, column }: Frame): string =>
  method ? `    at ${method} (${file}:${line}:${column})` : `    at ${file}:${line}:${column}`

const withoutRunner = (stack: unknown, relocate: Relocate): string | undefined => {
  if (typeof stack !== 'string') return undefined
  const lines = stack.split('\n').filter((line) => !RUNNER.test(line))
  const last = lines.findLastIndex((line) => !/^\s+at .*\(<anonymous>\)$/.test(line))
  return relocate(lines.slice(0, last + 1).join('\n')) || undefined
}

const locationOf = (error: SerializedError, stack = '', relocate: Relocate): Location | undefined => {
  const frame = error.stacks?.[0]
  if (frame) return { file: relocate(frame.file), line: frame.line, column: frame.column }
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return places.map(framePlaceOf).find((place) => place !== undefined)
}

const framePlaceOf = (line: string): Location | undefined => {
  const [, file, row, column] = PLACE.exec(line) ?? []
  return file && !FOREIGN.test(file) ? { file, line: Number(row), column: Number(column) } : undefined
}

// Vitest passes a cause that is not an object unchanged; undefined means no cause.
const hasCause = ({ cause }: SerializedError): boolean => cause !== undefined && cause !== null

const isError = (value: unknown): value is SerializedError => typeof value === 'object' && value !== null
