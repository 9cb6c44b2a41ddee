import { readFileSync } from 'node:fs'
import { valueBelow } from '@svc/client/fields'

/** The value at this path; undefined if absent. */
export const field = (value: unknown, ...names: string[]): unknown => valueBelow(value, names)

/** The same, if it is a non-empty text. */
export const textField = (value: unknown, ...names: string[]): string | undefined => {
  const text = field(value, ...names)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Parses a text; undefined if it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A file's text without a byte order mark; undefined if it cannot be read or is larger than 1 MiB. */
export const readText = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8')
    return text.length > 1024 * 1024 ? undefined : text.replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}

export const readJson = (path: string): unknown => parseJson(readText(path) ?? '')
