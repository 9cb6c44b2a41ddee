import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Failure } from '@svc/protocol'

/** The number of lines before and after the failed one. */
const AROUND = 4
const LONGEST_LINE = 300
/** Larger files are assumed to be generated. */
const LARGEST_BYTES = 1024 * 1024
const MOST_FRAMES = 20
/** An error may quote any path, so only sources below the working folder are read. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i
const FRAME = /^\s+at (?:async )?(?:.*? \()?((?:file:\/\/)?(?:\/?[A-Za-z]:)?[^:()]+):(\d{1,7}):\d+\)?$/

/**
 * A failure with the source around its first frame of the project, if its runner shows none. Only for failures that
 * this process's own runner reports.
 */
export const withSnippet = (failure: Failure, folder = process.cwd()): Failure => {
  if (failure.snippet !== undefined || failure.stack === undefined) return failure
  let frames = 0
  for (const text of failure.stack.split('\n')) {
    const [, place, line] = FRAME.exec(text) ?? []
    if (place === undefined || ++frames > MOST_FRAMES) continue
    const snippet = isOwn(place, folder) ? snippetAt(pathOf(place), Number(line)) : undefined
    if (snippet !== undefined) return { ...failure, snippet }
  }
  return failure
}

const pathOf = (place: string): string => {
  if (!place.startsWith('file://')) return place
  try {
    return fileURLToPath(place)
  } catch {
    return ''
  }
}

const isOwn = (place: string, folder: string): boolean => {
  const path = pathOf(place)
  const below = relative(folder, path)
  const isBelow = isAbsolute(path) && below !== '' && !below.startsWith('..') && !isAbsolute(below)
  return isBelow && SOURCE.test(path) && !below.split(sep).includes('node_modules')
}

/** The source lines around a line, which `>` marks; undefined if the file cannot be read. */
const snippetAt = (path: string, line: number): string | undefined => {
  try {
    if (statSync(path).size > LARGEST_BYTES) return undefined
    const lines = readFileSync(path, 'utf8').split(/\r?\n/)
    if (line < 1 || line > lines.length) return undefined
    const from = Math.max(1, line - AROUND)
    const to = Math.min(lines.length, line + AROUND)
    const width = String(to).length
    return lines
      .slice(from - 1, to)
      .map((text, at) => {
        const number = from + at
        const mark = number === line ? '>' : ' '
        return `${mark} ${String(number).padStart(width)} | ${text.slice(0, LONGEST_LINE)}`.trimEnd()
      })
      .join('\n')
  } catch {
    return undefined
  }
}
