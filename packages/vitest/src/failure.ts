import { inspect } from 'node:util'
import { type Failure, LIMITS, type Location } from '@svc/protocol'
import type { SerializedError } from 'vitest/node'

type Frame = NonNullable<SerializedError['stacks']>[number]

const RUNNER = /[\\/]node_modules[\\/](?:@vitest|vitest)[\\/]/
const PLACE = /\(?((?:file:\/\/)?(?:[A-Za-z]:)?[^\s():]+):(\d+):(\d+)\)?$/
const FOREIGN = /[\\/]node_modules[\\/]|^node:/

/** An error as Vitest serialised it, its causes and members included down to `LIMITS.depth`. */
export const toFailure = (error: SerializedError, depth = 1): Failure => {
  const message = messageOf(error)
  const stack = stackOf(error, message)
  const location = locationOf(error, stack)
  const deeper = depth < LIMITS.depth
  const nested = (inner: SerializedError) => toFailure(inner, depth + 1)
  const members = deeper ? membersOf(error).map(nested) : []
  return {
    message,
    ...(error.name ? { name: error.name } : {}),
    ...(stack ? { stack } : {}),
    ...(location ? { location } : {}),
    ...comparedBy(error),
    ...(isError(error.cause) && deeper ? { cause: nested(error.cause) } : {}),
    ...(members.length > 0 ? { errors: members } : {}),
  }
}

// A thrown plain object arrives as its own fields, with some added by the runner.
const messageOf = (error: SerializedError): string => {
  if (typeof error.message === 'string') return error.message
  const { stacks: _, ...thrown } = error
  for (const added of ['expected', 'actual']) if (thrown[added] === 'undefined') delete thrown[added]
  return inspect(thrown, { depth: 3 })
}

// Before 5 every error has both fields, as the text `undefined` where nothing was compared.
const comparedBy = ({ expected, actual }: SerializedError): Pick<Failure, 'expected' | 'actual'> => ({
  ...(typeof expected === 'string' && expected !== actual ? { expected } : {}),
  ...(typeof actual === 'string' && expected !== actual ? { actual } : {}),
})

// `stacks` is source-mapped and free of the runner's own frames; older versions do not give it.
const stackOf = (error: SerializedError, message: string): string | undefined => {
  if (!error.stacks?.length) return withoutRunner(error.stack)
  const head = error.name ? `${error.name}: ${message}` : message
  return [head, ...error.stacks.map(frameLine)].join('\n')
}

const frameLine = ({ method, file, line, column }: Frame): string =>
  method ? `    at ${method} (${file}:${line}:${column})` : `    at ${file}:${line}:${column}`

const withoutRunner = (stack: string | undefined): string | undefined => {
  const lines = stack?.split('\n').filter((line) => !RUNNER.test(line)) ?? []
  const last = lines.findLastIndex((line) => !/^\s+at .*\(<anonymous>\)$/.test(line))
  return lines.slice(0, last + 1).join('\n') || undefined
}

const locationOf = (error: SerializedError, stack = ''): Location | undefined => {
  const frame = error.stacks?.[0]
  if (frame) return { file: frame.file, line: frame.line, column: frame.column }
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return places.map(placeOf).find((place) => place !== undefined)
}

const placeOf = (line: string): Location | undefined => {
  const [, file, row, column] = PLACE.exec(line) ?? []
  return file && !FOREIGN.test(file) ? { file, line: Number(row), column: Number(column) } : undefined
}

const membersOf = (error: SerializedError): SerializedError[] =>
  Array.isArray(error.errors) ? error.errors.filter(isError) : []

const isError = (value: unknown): value is SerializedError => typeof value === 'object' && value !== null
