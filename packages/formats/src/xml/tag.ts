import type { Attributes } from './handler.ts'

/** The maximum length of an attribute's value; the rest is cut. */
const VALUE_LENGTH = 1024 * 1024
const MOST_ATTRIBUTES = 1_000
const NONE: Attributes = new Map()

/** A start tag. */
export interface Tag {
  name: string
  attributes: Attributes
  isEmpty: boolean
  /** The position after its `>`. */
  end: number
}

/** An error at a position of the text. */
export interface Fault {
  reason: string
  at: number
}

/** Reads the start tag whose `<` is at `at`; undefined if the text ends within it. */
export const readTag = (
  text: string,
  position: number,
  value: (raw: string) => string,
  repaired: (kind: string) => void,
): Tag | Fault | undefined => {
  let pos = endOfName(text, position + 1)
  if (pos < 0) return undefined
  const name = localOf(text.slice(position + 1, pos))
  if (name === '') return { reason: 'a < without an element name', at: position }
  let attributes: Map<string, string> | undefined
  for (;;) {
    const before = pos
    pos = skipSpace(text, pos)
    const code = text.charCodeAt(pos)
    if (Number.isNaN(code)) return undefined
    if (code === GREATER) return { name, attributes: attributes ?? NONE, isEmpty: false, end: pos + 1 }
    if (code === SLASH) {
      if (pos + 1 >= text.length) return undefined
      if (text.charCodeAt(pos + 1) !== GREATER) return { reason: `a / within <${name}>`, at: pos }
      return { name, attributes: attributes ?? NONE, isEmpty: true, end: pos + 2 }
    }
    if (pos === before) repaired('no space between attributes')
    const endOfKey = endOfName(text, pos)
    if (endOfKey < 0) return undefined
    const key = text.slice(pos, endOfKey)
    if (key === '') return { reason: `an attribute without a name in <${name}>`, at: pos }
    const equals = skipSpace(text, endOfKey)
    if (equals >= text.length) return undefined
    if (text.charCodeAt(equals) !== EQUALS) return { reason: `the attribute ${key} has no value`, at: pos }
    const begin = skipSpace(text, equals + 1)
    if (begin >= text.length) return undefined
    const quote = text.charAt(begin)
    if (quote !== '"' && quote !== "'") return { reason: `the value of ${key} has no quotes`, at: begin }
    const end = text.indexOf(quote, begin + 1)
    if (end < 0) return undefined
    attributes ??= new Map()
    const known = attributes.get(key)
    const value = textOf(text.slice(begin + 1, end))
    // Either of two values may be the right one: two tests may have been merged.
    if (known !== undefined && known !== value)
      return { reason: `<${name}> has two values of ${key}`, at: pos }
    if (known !== undefined) repaired('attribute given twice')
    else if (attributes.size >= MOST_ATTRIBUTES) repaired('too many attributes')
    else attributes.set(key, value)
    pos = end + 1
  }

  function textOf(raw: string): string {
    if (raw.includes('<')) repaired('< in an attribute')
    if (raw.length > VALUE_LENGTH) repaired('attribute cut')
    return value(raw.length > VALUE_LENGTH ? raw.slice(0, VALUE_LENGTH) : raw)
  }
}

/** The name of an end tag whose `</` is at `at`. */
export const readEndTag = (text: string, position: number): { name: string; end: number } | undefined => {
  const end = text.indexOf('>', position)
  if (end < 0) return undefined
  return { name: localOf(text.slice(position + 2, end).trimEnd()), end: end + 1 }
}

const GREATER = 62
const SLASH = 47
const EQUALS = 61

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const skipSpace = (text: string, position: number): number => {
  let pos = position
  while (isSpace(text.charCodeAt(pos))) pos += 1
  return pos
}

/** The position after a name; -1 if the text ends within it. */
const endOfName = (text: string, position: number): number => {
  for (let pos = position; pos < text.length; pos += 1) {
    const code = text.charCodeAt(pos)
    // Space, `=`, `/`, `>`, quotes, `<` and `&` end a name.
    if (
      code <= 62 &&
      (isSpace(code) ||
        code === 61 ||
        code === 47 ||
        code === 62 ||
        code === 34 ||
        code === 39 ||
        code === 60 ||
        code === 38)
    )
      return pos
  }
  return -1
}
