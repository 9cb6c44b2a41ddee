import type { TestError } from '@playwright/test/reporter'
import { type Failure, LIMITS, withoutControls } from '@svc/protocol'

// The client cuts a message of megabytes. Four times its limit is enough for it to detect the cut.
const LOOKED_AT = 4 * LIMITS.messageBytes
// Playwright writes the class of an error before its message.
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error): /
const EXPECTED = /^Expected(?: [\w ]+)?: +(.+)$/m
const RECEIVED = /^Received(?: [\w ]+)?: +(.+)$/m

/** An error from Playwright with its causes, down to `LIMITS.depth`. */
export const toFailure = (error: TestError, depth = 1): Failure => {
  const text = withoutControls((error.message ?? error.value ?? 'unknown error').slice(0, LOOKED_AT))
  const [prefix = '', name] = NAME.exec(text) ?? []
  const { stack, snippet, location, cause } = error
  return {
    message: text.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(stack ? { stack } : {}),
    ...(snippet ? { snippet } : {}),
    ...(location ? { location: { file: location.file, line: location.line, column: location.column } } : {}),
    ...comparedIn(text),
    ...(cause && depth < LIMITS.depth ? { cause: toFailure(cause, depth + 1) } : {}),
  }
}

// The message contains values that fit on a line; for longer ones there is only a diff.
const comparedIn = (message: string): Pick<Failure, 'expected' | 'actual'> => {
  const [, expected] = EXPECTED.exec(message) ?? []
  const [, actual] = RECEIVED.exec(message) ?? []
  return expected !== undefined && actual !== undefined ? { expected, actual } : {}
}
