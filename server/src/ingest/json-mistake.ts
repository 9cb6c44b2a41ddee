/** Where a text stops being JSON; both count from 1. Undefined for text that JSON.parse accepts. */
export function findMistake(text: string): { line: number; column: number } | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = after(BLANKS, text, at) ?? at
    if (at >= text.length) return expected === 'end' ? undefined : placeOf(text, at)
    const found = text[at] as string
    const isEmptied = expected === 'value or ]' || expected === 'key or }'
    if (found === CLOSING[open.at(-1) ?? '['] && open.length > 0 && (isEmptied || expected === 'comma')) {
      open.pop()
      at++
      expected = open.length > 0 ? 'comma' : 'end'
    } else if (expected === 'comma' && found === ',') {
      at++
      expected = open.at(-1) === '{' ? 'key' : 'value'
    } else if (expected === 'key' || expected === 'key or }') {
      if (found !== '"') return placeOf(text, at)
      const { end, isWhole } = stringAt(text, at)
      if (!isWhole) return placeOf(text, end)
      const colon = after(COLON, text, end)
      if (colon === undefined) return placeOf(text, after(BLANKS, text, end) ?? end)
      at = colon
      expected = 'value'
    } else if (expected === 'value' || expected === 'value or ]') {
      if (found === '{' || found === '[') {
        open.push(found)
        at++
        expected = found === '{' ? 'key or }' : 'value or ]'
      } else {
        const end = after(PLAIN, text, at)
        const { end: behind, isWhole } =
          found === '"' ? stringAt(text, at) : { end: end ?? at, isWhole: end !== undefined }
        if (!isWhole) return placeOf(text, behind)
        at = behind
        expected = open.length > 0 ? 'comma' : 'end'
      }
    } else return placeOf(text, at)
  }
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'comma' | 'end'

const CLOSING = { '{': '}', '[': ']' } as const
const BLANKS = /[ \t\r\n]*/y
const COLON = /[ \t\r\n]*:/y
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** The end of the pattern's match at `at`. */
function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/**
 * Behind the closing quote, or where the string breaks; by hand, because a long string overflows the stack of
 * an expression.
 */
function stringAt(text: string, at: number): { end: number; isWhole: boolean } {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === QUOTE) return { end: end + 1, isWhole: true }
    if (code < 32) return { end, isWhole: false }
    if (code !== BACKSLASH) continue
    const escaped = after(ESCAPE, text, end)
    if (escaped === undefined) return { end, isWhole: false }
    end = escaped - 1
  }
  return { end: text.length, isWhole: false }
}

const QUOTE = 34
const BACKSLASH = 92
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1
  let begin = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) {
    line++
    begin = end + 1
  }
  return { line, column: at - begin + 1 }
}
