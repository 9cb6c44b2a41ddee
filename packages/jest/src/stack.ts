import { inspect } from 'node:util'
import type { Failure, Location } from '@svc/protocol'

const FRAME = /^\s+at /
const PLACE = /\(?((?:[A-Za-z]:)?[^\s():]+):(\d+):(\d+)\)?$/
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: |$)/
// Frames of the runner itself, also where a package manager nests its packages.
const RUNNER =
  /[\\/]node_modules[\\/](?:jest|@jest|expect|jest-(?:circus|jasmine2|runner|runtime|worker|util))[\\/]/
const FOREIGN = /[\\/]node_modules[\\/]|^node:/

/** An error read from its stack: name, message and the frames that are not the runner's. */
export const toOneFailure = (stack: string): Failure => {
  const lines = stack.split('\n')
  const start = lines.findIndex((line) => FRAME.test(line))
  const head = (start < 0 ? lines : lines.slice(0, start)).join('\n').trimEnd()
  const frames = start < 0 ? [] : ownFrames(lines.slice(start).filter((line) => FRAME.test(line)))
  const location = frames.map(placeOf).find((place) => place !== undefined)
  const [prefix = '', name] = NAME.exec(head) ?? []
  return {
    message: head.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(frames.length > 0 ? { stack: [head, ...frames].join('\n') } : {}),
    ...(location ? { location } : {}),
  }
}

/** The stack of a thrown value, else the value in print. */
export const textOf = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return inspect(thrown)
  if ('stack' in thrown && typeof thrown.stack === 'string' && thrown.stack) return thrown.stack
  if ('message' in thrown && typeof thrown.message === 'string') return thrown.message
  return inspect(thrown, { depth: 4 })
}

// `new Promise` and the like stand between frames of the runner and say nothing without them.
const ownFrames = (frames: string[]): string[] => {
  const own = frames.filter((frame) => !RUNNER.test(frame))
  const last = own.findLastIndex((frame) => !frame.endsWith('(<anonymous>)'))
  return own.slice(0, last + 1)
}

const placeOf = (frame: string): Location | undefined => {
  const [, file, line, column] = PLACE.exec(frame) ?? []
  if (!file || FOREIGN.test(file)) return undefined
  return { file, line: Number(line), column: Number(column) }
}
