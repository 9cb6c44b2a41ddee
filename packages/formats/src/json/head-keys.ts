import type { Head } from '../format.ts'
import { JsonReader, type Path } from './reader/json-reader.ts'

/** The values at the start of a JSON file on its three outermost levels, by paths such as `a.b`. */
export interface HeadKeys {
  has(...paths: string[]): boolean
  /** The text or number at a path; on the third level any value. */
  value(path: string): unknown
}

const NONE: HeadKeys = { has: () => false, value: () => undefined }
const known = new WeakMap<Head, HeadKeys>()

export const headKeys = (head: Head): HeadKeys => {
  const before = known.get(head)
  if (before) return before
  const keys = look(head.text)
  known.set(head, keys)
  return keys
}

const look = (text: string): HeadKeys => {
  if (!/^\s*\{/.test(text)) return NONE
  const keys = new Map<string, unknown>()
  const note = (path: Path, value?: unknown) => {
    if (typeof path.at(-1) === 'string') keys.set(path.join('.'), value)
  }
  const reader = new JsonReader({
    choose: (path) => {
      note(path)
      return path.length < 3 ? 'enter' : 'take'
    },
    take: (value, path) => note(path, value),
  })
  try {
    reader.push(text)
  } catch {
    // Errors are reported when the file is read.
  }
  return { has: (...paths) => paths.every((path) => keys.has(path)), value: (path) => keys.get(path) }
}
