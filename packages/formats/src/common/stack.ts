import { type Failure, LIMITS, type Location, withoutControls } from '@svc/protocol'

/** More than is kept, so that the client detects the cut. */
const LOOKED_AT = 2 * LIMITS.stackBytes
const FRAME = /^\s+at /
const PLACE = /^\s+at (?:async )?(?:.*? \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: |:?$)/
/** If frames follow, the text before the first colon is the class. */
const ANY_NAME = /^([A-Za-z_$][\w$.]*)(?: \[\w+\])?(?:: |:?$)/
/** With `rejects` and `resolves`, the stack starts with Error although the class is AssertionError. */
const CHAI = /\b_?Assertion\.propertyGetter \(/
const FOREIGN = /[\\/]node_modules[\\/]|^node:/
const RUNNER =
  /[\\/]node_modules[\\/](?:vitest|@vitest|jest|@jest|expect|jest-(?:circus|jasmine2|runner|runtime|worker|util))[\\/]/
const RESUMED = /\bprocessTicksAndRejections \(node:/
/** Jest 30 and later append the causes and members of an error. */
const NESTED = /\n\n\[(cause|errors)\]: /

/** Parses an error of Jest from its stack: class, message, frames outside the runner, and position. */
export const jestFailure = (text: string): Failure => {
  const failure = withNested(plain(text))
  return failure.message.startsWith('thrown: ') ? unwrapped(failure) : failure
}

/** Jest wraps values that are not an Error, and time-outs, in its own error with the test's location as the cause. */
const unwrapped = ({ message, cause, location, stack }: Failure): Failure => {
  const trace = cause?.location ? cause.stack : stack
  const place = cause?.location ?? location
  return { message, ...(trace ? { stack: trace } : {}), ...(place ? { location: place } : {}) }
}

/** Jest prints the failure of a file for people: a headline, then the indented error with lines of the source. */
export const jestFileFailure = (message: string): Failure => {
  const [first = '', ...rest] = plain(message).trim().split('\n')
  const lines = first.startsWith('●') ? rest : [first, ...rest]
  const isSource = (line: string) => /^\s*(?:>\s*)?\d+ \|/.test(line) || /^\s*\|\s*\^/.test(line)
  const text = lines
    .filter((line) => !isSource(line))
    .map((line) => line.replace(/^ {4}/, ''))
    .map((line) => (/^\s*at /.test(line) ? `    ${line.trim()}` : line))
    .join('\n')
    .trim()
  return jestFailure(text || 'The file failed, but the report gives no reason.')
}

/**
 * Parses an error of Vitest's JSON. It starts with the class, which may have any name, and the
 * complete message.
 */
export const vitestFailure = (text: string): Failure => {
  const lines = plain(text).split('\n')
  const start = lines.findLastIndex((line) => !FRAME.test(line)) + 1
  const failure = partsOf(lines, start === 0 || start === lines.length ? -1 : start, ANY_NAME)
  const isOfChai = failure.name === 'Error' && CHAI.test(ownFrames(lines.slice(start))[0] ?? '')
  return isOfChai ? { ...failure, name: 'AssertionError' } : failure
}

const withNested = (text: string): Failure => {
  const [first = '', ...rest] = text.split(NESTED)
  const failure = oneFailure(first)
  let aggregate = failure
  let last = failure
  for (let index = 0; index + 1 < rest.length && index < 2 * LIMITS.errors; index += 2) {
    const nested = oneFailure(rest[index + 1] ?? '')
    if (rest[index] === 'errors') aggregate.errors = [...(aggregate.errors ?? []), nested]
    else {
      if (last === aggregate) aggregate = nested
      last.cause = nested
    }
    last = nested
  }
  return failure
}

/** Without colours, and cut to the length that is examined. */
export const plain = (text: string): string => withoutControls(text.slice(0, LOOKED_AT))

const oneFailure = (text: string): Failure => {
  const lines = text.split('\n')
  return partsOf(
    lines,
    lines.findIndex((line) => FRAME.test(line)),
    NAME,
  )
}

/** `start` is the first frame's line, or negative without frames; then only known classes are recognized. */
const partsOf = (lines: string[], start: number, named: RegExp): Failure => {
  const head = (start < 0 ? lines : lines.slice(0, start)).join('\n').trimEnd()
  const frames = start < 0 ? [] : ownFrames(lines.slice(start))
  const location = frames.map(framePlaceOf).find((place) => place !== undefined)
  const [prefix = '', name] = (start < 0 ? NAME : named).exec(head) ?? []
  return {
    message: head.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(frames.length > 0 ? { stack: [head, ...frames].join('\n') } : {}),
    ...(location ? { location } : {}),
  }
}

/** `new Promise` and similar frames lie between frames of the runner and mean nothing without them. */
const ownFrames = (lines: string[]): string[] => {
  const own = lines.filter((line) => FRAME.test(line) && !RUNNER.test(line) && !RESUMED.test(line))
  return own.slice(0, own.findLastIndex((frame) => !frame.endsWith('(<anonymous>)')) + 1)
}

const framePlaceOf = (frame: string): Location | undefined => {
  const [, file, line, column] = PLACE.exec(frame) ?? []
  return file && !FOREIGN.test(file) ? { file, line: Number(line), column: Number(column) } : undefined
}
