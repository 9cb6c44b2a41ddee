import { readFileSync } from 'node:fs'

/** The value under a path of names; undefined if there is none. */
export const field = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && name in at ? Reflect.get(at, name) : undefined),
    value,
  )

/** The same, if it is a text and not empty. */
export const textField = (value: unknown, ...names: string[]): string | undefined => {
  const found = field(value, ...names)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** A parsed text; undefined if it is no JSON. */
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
