import type { ArrayExpression, ObjectExpression } from '@babel/types'
import type { Source } from './parse.ts'

/** A replacement of the characters from `start` to `end`. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Returns the edits that add an item at the end of an array or an object, in the style of its other items. */
export const append = (node: ArrayExpression | ObjectExpression, item: string, { text }: Source): Edit[] => {
  const items = node.type === 'ArrayExpression' ? node.elements : node.properties
  const close = (node.end ?? 0) - 1
  const last = items.at(-1)
  if (!last) return appendFirst(node, item, text)
  const end = last.end ?? 0
  const comma = commaAfter(text, end, close)
  const isOwnLine = text.slice(end, close).includes('\n')
  if (!isOwnLine) {
    // `[a, b]` and `[a, b,]`; an object keeps the space before its brace.
    return comma === undefined
      ? [{ start: end, end, text: `, ${item}` }]
      : [{ start: comma + 1, end: comma + 1, text: ` ${item},` }]
  }
  const indent = indentAt(text, last.start ?? 0)
  const at = endOfLine(text, (comma ?? end - 1) + 1, close)
  const line = `${eolOf(text)}${indent}${item}`
  if (comma !== undefined) return [{ start: at, end: at, text: `${line},` }]
  return at === end
    ? [{ start: end, end, text: `,${line}` }]
    : [
        { start: end, end, text: ',' },
        { start: at, end: at, text: line },
      ]
}

/** Returns the text with the edits in it. */
export const withEdits = (text: string, edits: Edit[]): string =>
  [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((done, { start, end, text: piece }) => done.slice(0, start) + piece + done.slice(end), text)

export const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

const appendFirst = (node: ArrayExpression | ObjectExpression, item: string, text: string): Edit[] => {
  const open = node.start ?? 0
  const close = (node.end ?? 0) - 1
  const inside = text.slice(open + 1, close)
  const space = node.type === 'ObjectExpression' ? ' ' : ''
  if (inside.trim() === '') return [{ start: open + 1, end: close, text: `${space}${item}${space}` }]
  // Only comments are inside: they stay, and the item follows them.
  const indent = `${indentAt(text, open)}  `
  const end = open + 1 + inside.trimEnd().length
  const eol = eolOf(text)
  return [{ start: end, end: close, text: `${eol}${indent}${item},${eol}${indentAt(text, open)}` }]
}

/** The position of the comma that follows an item, after any comments. */
const commaAfter = (text: string, from: number, to: number): number | undefined => {
  const rest = text
    .slice(from, to)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length))
  const index = rest.indexOf(',')
  return index === -1 ? undefined : from + index
}

/** The end of the line if only a comment follows on it, so that the comment stays with its item. */
const endOfLine = (text: string, from: number, close: number): number => {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(from, close))?.[0] ?? ''
  return from + rest.trimEnd().length
}

const indentAt = (text: string, at: number): string => {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
}
