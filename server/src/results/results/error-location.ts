import type { Failure, Location } from '@svc/protocol'

/**
 * The line of this file that an error names, from 1: its own location, else the first stack frame in the
 * file.
 */
export function errorLineIn(file: string, { location, stack, cause }: Failure): number | null {
  if (location?.file === file) return location.line
  const frame = stack?.split('\n').find((line) => frameIn(file, line) !== null)
  if (frame !== undefined) return frameIn(file, frame)
  return cause ? errorLineIn(file, cause) : null
}

function frameIn(file: string, line: string): number | null {
  const position = line.indexOf(`${file}:`)
  // `a.test.ts` must not match `extra.test.ts`.
  if (position < 0 || (position > 0 && !/[\s/\\(]/.test(line[position - 1] ?? ''))) return null
  const number = /^\d{1,9}/.exec(line.slice(position + file.length + 1))
  return number === null ? null : Number(number[0])
}

const FRAME = /^\s*at (?:(.*?) \()?([^():\n]+):(\d{1,9}):\d+\)?$/

/** A frame of a stack: the function, empty if it has no name, and the location. */
export type Frame = Location & { name: string }

/** The first frame of the project's own code. */
export const ownFrame = (failure: Pick<Failure, 'stack'>): Frame | null => ownFrames(failure, 1)[0] ?? null

/** The first frames of the project's own code, the innermost first. */
export function ownFrames({ stack }: Pick<Failure, 'stack'>, most: number): Frame[] {
  const frames: Frame[] = []
  for (const line of stack?.split('\n') ?? []) {
    const [, name = '', file = '', number] = FRAME.exec(line) ?? []
    if (number === undefined || /node_modules|^node:|^internal\/|^[/\\]|^\.\.\//.test(file)) continue
    frames.push({ name: name.replace(/^async /, ''), file, line: Number(number) })
    if (frames.length === most) break
  }
  return frames
}
