import { matchEnd } from './match-end.ts'

/**
 * The line and column, counted from 1, at which a text stops being JSON. Undefined for text that
 * JSON.parse accepts.
 */
export function findMistake(text: string): { line: number; column: number } | undefined {
  const open: ('{' | '[')[] = []
  let expected: 'value' | 'value or ]' | 'key' | 'key or }' | 'comma' | 'end' = 'value'
  let position = 0
  for (;;) {
    position = matchEnd(BLANKS, text, position) ?? position
    if (position >= text.length) return expected === 'end' ? undefined : textPositionOf(text, position)
    const character = text[position] as string
    const isEmptied = expected === 'value or ]' || expected === 'key or }'
    if (character === CLOSING[open.at(-1) ?? '['] && open.length > 0 && (isEmptied || expected === 'comma')) {
      open.pop()
      position++
      expected = open.length > 0 ? 'comma' : 'end'
    } else if (expected === 'comma' && character === ',') {
      position++
      expected = open.at(-1) === '{' ? 'key' : 'value'
    } else if (expected === 'key' || expected === 'key or }') {
      if (character !== '"') return textPositionOf(text, position)
      const { end, isWhole } = stringAt(text, position)
      if (!isWhole) return textPositionOf(text, end)
      const colon = matchEnd(COLON, text, end)
      if (colon === undefined) return textPositionOf(text, matchEnd(BLANKS, text, end) ?? end)
      position = colon
      expected = 'value'
    } else if (expected === 'value' || expected === 'value or ]') {
      if (character === '{' || character === '[') {
        open.push(character)
        position++
        expected = character === '{' ? 'key or }' : 'value or ]'
      } else {
        const end = matchEnd(PLAIN, text, position)
        const { end: behind, isWhole } =
          character === '"' ? stringAt(text, position) : { end: end ?? position, isWhole: end !== undefined }
        if (!isWhole) return textPositionOf(text, behind)
        position = behind
        expected = open.length > 0 ? 'comma' : 'end'
      }
    } else return textPositionOf(text, position)
  }
}

const CLOSING = { '{': '}', '[': ']' } as const
const BLANKS = /[ \t\r\n]*/y
const COLON = /[ \t\r\n]*:/y
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/**
 * The position after the closing quote, or of the error in the string. Hand-written, because a long
 * string overflows the stack of a regular expression.
 */
function stringAt(text: string, position: number): { end: number; isWhole: boolean } {
  for (let end = position + 1; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === QUOTE) return { end: end + 1, isWhole: true }
    if (code < 32) return { end, isWhole: false }
    if (code !== BACKSLASH) continue
    const escaped = matchEnd(ESCAPE, text, end)
    if (escaped === undefined) return { end, isWhole: false }
    end = escaped - 1
  }
  return { end: text.length, isWhole: false }
}

const QUOTE = 34
const BACKSLASH = 92
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function textPositionOf(text: string, position: number): { line: number; column: number } {
  let line = 1
  let begin = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < position; end = text.indexOf('\n', end + 1)) {
    line++
    begin = end + 1
  }
  return { line, column: position - begin + 1 }
}
