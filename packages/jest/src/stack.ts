import { inspect } from 'node:util'
import type { Failure, Location } from '@svc/protocol'

/** One line of a stack. */
export interface Frame {
  /** The unchanged line of the stack. */
  text: string
  /** For example `Object.<anonymous>`; empty if the function has no name. */
  name: string
  place?: Required<Location>
}

const FRAME = /^\s+at /
// A path may contain spaces, brackets and the colon of a drive; only the numbers at the end are
// reliable.
const PARTS = /^\s+at (?:async )?(?:(.*?) \()?(.+?):(\d+):(\d+)\)?$/
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: |:?$)/
// Frames of the runner itself, even if a package manager nests its packages.
const RUNNER =
  /[\\/]node_modules[\\/](?:jest|@jest|expect|jest-(?:circus|jasmine2|runner|runtime|worker|util))[\\/]/
// Node writes this below code that continues after an await.
const RESUMED = /\bprocessTicksAndRejections \(node:/
const FOREIGN = /[\\/]node_modules[\\/]|^node:/

/** An error parsed from its stack: name, message and the frames outside the runner. */
export const toOneFailure = (stack: string): Failure => {
  const { head, frames } = splitStack(stack)
  const own = ownFrames(frames)
  const location = own.map((text) => toFrame(text).place).find((place) => place && !FOREIGN.test(place.file))
  const [prefix = '', name] = NAME.exec(head) ?? []
  return {
    message: head.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(own.length > 0 ? { stack: [head, ...own].join('\n') } : {}),
    ...(location ? { location } : {}),
  }
}

/** A stack split into the thrown value and its frames: `frames` are the unchanged lines. */
export const splitStack = (stack: string): { head: string; frames: string[] } => {
  const lines = stack.split('\n')
  const start = lines.findIndex((line) => FRAME.test(line))
  if (start < 0) return { head: stack.trimEnd(), frames: [] }
  return {
    head: lines.slice(0, start).join('\n').trimEnd(),
    frames: lines.slice(start).filter((line) => FRAME.test(line)),
  }
}

/** The outermost frame outside the runner: the start of a test or a hook; undefined if it is in a package. */
export const outermostOf = (frames: string[]): Frame | undefined => {
  const text = ownFrames(frames).at(-1)
  const frame = text === undefined ? undefined : toFrame(text)
  return frame?.place && !FOREIGN.test(frame.place.file) ? frame : undefined
}

/** The stack of a thrown value, else the printed value. */
export const textOf = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return inspect(thrown)
  if ('stack' in thrown && typeof thrown.stack === 'string' && thrown.stack) return thrown.stack
  if ('message' in thrown && typeof thrown.message === 'string') return thrown.message
  return inspect(thrown, { depth: 4 })
}

// `new Promise` and similar frames lie between frames of the runner and mean nothing without them.
const ownFrames = (frames: string[]): string[] => {
  const own = frames.filter((frame) => !RUNNER.test(frame) && !RESUMED.test(frame))
  const last = own.findLastIndex((frame) => !frame.endsWith('(<anonymous>)'))
  return own.slice(0, last + 1)
}

const toFrame = (text: string): Frame => {
  const [, name = '', path, line, column] = PARTS.exec(text) ?? []
  if (!path) return { text, name }
  return { text, name, place: { file: path, line: Number(line), column: Number(column) } }
}
