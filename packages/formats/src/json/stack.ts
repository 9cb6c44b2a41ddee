import { stripVTControlCharacters } from 'node:util'
import { type Failure, LIMITS, type Location } from '@svc/protocol'

/** More than is kept, so that it is seen that something was cut. */
const LOOKED_AT = 2 * LIMITS.stackBytes
const FRAME = /^\s+at /
const PLACE = /^\s+at (?:async )?(?:.*? \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: |:?$)/
const FOREIGN = /[\\/]node_modules[\\/]|^node:/
const RUNNER =
  /[\\/]node_modules[\\/](?:vitest|@vitest|jest|@jest|expect|jest-(?:circus|jasmine2|runner|runtime|worker|util))[\\/]/
const RESUMED = /\bprocessTicksAndRejections \(node:/
/** Jest 30 and later write causes and members of an error behind it. */
const NESTED = /\n\n\[(cause|errors)\]: /

/** An error as its stack tells it: class, message, frames that are not the runner's, and where it was. */
export const failureOf = (text: string): Failure => {
  const [first = '', ...rest] = plain(text).split(NESTED)
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

/** Without colours, and no longer than is looked at. */
export const plain = (text: string): string => stripVTControlCharacters(text.slice(0, LOOKED_AT))

const oneFailure = (text: string): Failure => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => FRAME.test(line))
  const head = (start < 0 ? text : lines.slice(0, start).join('\n')).trimEnd()
  const frames = start < 0 ? [] : ownFrames(lines.slice(start))
  const location = frames.map(placeOf).find((place) => place !== undefined)
  const [prefix = '', name] = NAME.exec(head) ?? []
  return {
    message: head.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(frames.length > 0 ? { stack: [head, ...frames].join('\n') } : {}),
    ...(location ? { location } : {}),
  }
}

/** `new Promise` and the like stand between frames of the runner and say nothing without them. */
const ownFrames = (lines: string[]): string[] => {
  const own = lines.filter((line) => FRAME.test(line) && !RUNNER.test(line) && !RESUMED.test(line))
  return own.slice(0, own.findLastIndex((frame) => !frame.endsWith('(<anonymous>)')) + 1)
}

const placeOf = (frame: string): Location | undefined => {
  const [, file, line, column] = PLACE.exec(frame) ?? []
  return file && !FOREIGN.test(file) ? { file, line: Number(line), column: Number(column) } : undefined
}
