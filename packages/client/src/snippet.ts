import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Failure, LIMITS, type Location, type SourceFrame } from '@svc/protocol'
import { findRoot } from './root.ts'

/** The number of lines before and after the failed one, and before and after those of further frames. */
const AROUND = 4
const AROUND_FRAME = 2
const LONGEST_LINE = 300
/** Characters of a line of a further frame: five lines stay below the limit of a frame. */
const LONGEST_FRAME_LINE = 180
/** Larger files are assumed to be generated. */
const LARGEST_BYTES = 1024 * 1024
const MOST_FRAMES = 20
const MOST_CAUSES = 3
/** Files whose lines are kept: the failures of a run share their helpers. */
const MOST_FILES = 8
/** An error may quote any path, so only sources of the repository are read. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i
const FRAME = /^\s+at (?:async )?(?:.*? \()?((?:file:\/\/)?(?:\/?[A-Za-z]:)?[^:()]+):(\d{1,7}):\d+\)?$/

/**
 * A failure with the source around its first frame of the project, if its runner shows none, and around further ones:
 * a failing helper hides the test that called it, and a wrapper the cause. Only for failures that this process's own
 * runner reports. `folder` is the top of the repository: tests of one package call another.
 */
export const withSnippet = (failure: Failure, folder = findRoot(process.cwd()).path): Failure => {
  const places = sourcePlaces(failure.stack, folder)
  let { snippet, location: shown = places[0] } = failure
  if (snippet === undefined)
    for (const place of places) {
      snippet = snippetAt(place, AROUND, LONGEST_LINE)
      shown = place
      if (snippet !== undefined) break
    }
  const frames: SourceFrame[] = []
  const seen = new Set(shown ? [keyOf(shown)] : [])
  for (const place of [...placesOfCauses(failure, folder), ...places]) {
    if (frames.length === LIMITS.frames) break
    if (seen.has(keyOf(place))) continue
    seen.add(keyOf(place))
    const lines = snippetAt(place, AROUND_FRAME, LONGEST_FRAME_LINE)
    if (lines !== undefined) frames.push({ location: place, snippet: lines })
  }
  if (snippet === failure.snippet && frames.length === 0) return failure
  return { ...failure, ...(snippet !== undefined && { snippet }), ...(frames.length > 0 && { frames }) }
}

const keyOf = ({ file, line }: Location) => `${line}:${file}`

/** The innermost place of each cause. */
function placesOfCauses({ cause }: Failure, folder: string): Location[] {
  const places: Location[] = []
  for (let one = cause, depth = 0; one && depth < MOST_CAUSES; one = one.cause, depth++)
    places.push(...sourcePlaces(one.stack, folder).slice(0, 1))
  return places
}

/** The places of a stack that are sources below the folder, the innermost first. */
function sourcePlaces(stack: string | undefined, folder: string): Location[] {
  const places: Location[] = []
  let frames = 0
  for (const text of stack?.split('\n') ?? []) {
    const [, place, line] = FRAME.exec(text) ?? []
    if (place === undefined) continue
    if (++frames > MOST_FRAMES) break
    const file = pathOf(place)
    if (isOwn(file, folder)) places.push({ file, line: Number(line) })
  }
  return places
}

const pathOf = (place: string): string => {
  if (!place.startsWith('file://')) return place
  try {
    return fileURLToPath(place)
  } catch {
    return ''
  }
}

const isOwn = (path: string, folder: string): boolean => {
  const below = relative(folder, path)
  const isBelow = isAbsolute(path) && below !== '' && !below.startsWith('..') && !isAbsolute(below)
  return isBelow && SOURCE.test(path) && !below.split(sep).includes('node_modules')
}

/** The source lines around a line, which `>` marks; undefined if the file cannot be read. */
const snippetAt = ({ file, line }: Location, around: number, longest: number): string | undefined => {
  const lines = linesOf(file)
  if (lines === undefined || line < 1 || line > lines.length) return undefined
  const from = Math.max(1, line - around)
  const to = Math.min(lines.length, line + around)
  const width = String(to).length
  return lines
    .slice(from - 1, to)
    .map((text, at) => {
      const number = from + at
      const mark = number === line ? '>' : ' '
      return `${mark} ${String(number).padStart(width)} | ${text.slice(0, longest)}`.trimEnd()
    })
    .join('\n')
}

const known = new Map<string, { size: number; changedAt: number; lines: string[] }>()

/** The lines of a file, which are kept until it changes. */
function linesOf(path: string): string[] | undefined {
  try {
    const { size, mtimeMs: changedAt } = statSync(path)
    if (size > LARGEST_BYTES) return undefined
    const before = known.get(path)
    if (before?.size === size && before.changedAt === changedAt) return before.lines
    const lines = readFileSync(path, 'utf8').split(/\r?\n/)
    known.delete(path)
    known.set(path, { size, changedAt, lines })
    for (const oldest of known.keys()) if (known.size > MOST_FILES) known.delete(oldest)
    return lines
  } catch {
    return undefined
  }
}
