import { type Failure, LIMITS, withoutControls } from '@svc/protocol'

/** More than is kept, so that the client detects the cut. */
export const LOOKED_AT = 4 * LIMITS.messageBytes
/** Playwright writes the class of an error before its message. */
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error): /
const EXPECTED = /^Expected(?: [\w ]+)?: +(.+)$/m
const RECEIVED = /^Received(?: [\w ]+)?: +(.+)$/m
const SNIPPET_OR_FRAME = /^(?:\s*(?:>\s*)?\d+ \||\s+at )/

/**
 * Parses an error as Playwright prints it for people: the message, then lines of the source, then
 * the stack.
 */
export const printedFailure = (lines: string[]): Failure => {
  const end = lines.findIndex((line) => SNIPPET_OR_FRAME.test(withoutControls(line)))
  const frames = lines.filter((line) => /^\s+at /.test(withoutControls(line)))
  const text = lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trimEnd()
  return {
    // An error without a message is its class and a colon.
    ...named(/^\w+:$/.test(text) ? `${text} ` : text || 'unknown error'),
    ...(frames.length > 0 && { stack: [text, ...frames].join('\n') }),
  }
}

/** The class, message and compared values in what Playwright calls the message. */
export const named = (given: string): Pick<Failure, 'message' | 'name' | 'expected' | 'actual'> => {
  const text = withoutControls(given.slice(0, LOOKED_AT))
  const [prefix = '', name] = NAME.exec(text) ?? []
  const [, expected] = EXPECTED.exec(text) ?? []
  const [, actual] = RECEIVED.exec(text) ?? []
  return {
    message: text.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(expected !== undefined && actual !== undefined ? { expected, actual } : {}),
  }
}
