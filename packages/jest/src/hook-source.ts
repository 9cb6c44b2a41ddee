import type { Location } from '@svc/protocol'

type Place = Required<Location>

/** The origin of the error: both throw it where they create it. */
interface Origin {
  /** True for an error of `expect`. */
  isOfMatcher: boolean
  /** True for an error that JavaScript itself may have thrown, and that has no deeper frame. */
  isOfEngine: boolean
}

const HOOK = /^(?:await )?(?:[\w$]+\.)?beforeAll\s*\(/
const FUNCTION = /^(?:async\s*)?(?:\([^()]*\)|[\w$]+)\s*=>\s*\{$|^(?:async )?function\b[^{]*\{$/
// What may surround a statement without being a function of its own.
const BLOCK = /^(?:\} )?(?:if|else|for|while|do|try|finally|switch|case|default)\b.*[{:]$/
const OTHER = /\b(?:test|it|describe|beforeEach|afterEach|afterAll)\b/
/** Here an error may be caught instead of leaving the hook. */
const KEEPS = /\bcatch\b|\ballSettled\b|\.mock[A-Z]/
const OPEN_ENDED = /[(,[=:?+&|<]$/

/** True if `beforeAll` is called at this location, which Jest itself reports as the location of a hook. */
export const isHookCall = (lines: string[], { line, column }: Place): boolean =>
  HOOK.test((lines[line - 1] ?? '').slice(column - 1))

/**
 * True if an error with this outermost frame of the project certainly left a `beforeAll` hook. Uses
 * the indentation of the source: code with another layout is not recognized, but never
 * misinterpreted.
 */
export const leavesHook = (lines: string[], place: Place, origin: Origin): boolean => {
  if (!isInHook(lines, place)) return false
  const at = (lines[place.line - 1] ?? '').slice(place.column - 1)
  const isThrown = origin.isOfMatcher || (origin.isOfEngine && !/^(?:new\b|\w*Error\s*\()/.test(at))
  return isThrown || isUnkept(lines, place)
}

const isInHook = (lines: string[], { line, column }: Place): boolean => {
  const own = lines[line - 1] ?? ''
  const before = own.slice(0, column - 1)
  const at = before.lastIndexOf('beforeAll(')
  if (at >= 0) return !OTHER.test(before.slice(at)) && !KEEPS.test(own.slice(at))
  const head = headOf(lines, line - 1)
  if (head === undefined) return false
  return !KEEPS.test(lines.slice(head, endOf(lines, head) + 1).join('\n'))
}

/** The line of the hook around a line; goes outwards as long as there are only blocks in between. */
const headOf = (lines: string[], from: number): number | undefined => {
  let indent = indentOf(lines[from] ?? '')
  let isInFunction = false
  for (let index = from - 1; index >= 0; index--) {
    const text = (lines[index] ?? '').trim()
    if (text === '' || indentOf(lines[index] ?? '') >= indent) continue
    if (HOOK.test(text)) return isInFunction === text.endsWith('(') ? index : undefined
    if (isInFunction || !(FUNCTION.test(text) || BLOCK.test(text))) return undefined
    isInFunction = FUNCTION.test(text)
    indent = indentOf(lines[index] ?? '')
  }
  return undefined
}

const endOf = (lines: string[], head: number): number => {
  const indent = indentOf(lines[head] ?? '')
  const after = lines.findIndex(
    (line, index) => index > head && line.trim() !== '' && indentOf(line) <= indent,
  )
  return after < 0 ? lines.length : after
}

/** True for a statement whose value is thrown, awaited, returned or ignored. */
const isUnkept = (lines: string[], { line, column }: Place): boolean => {
  const text = lines[line - 1] ?? ''
  const before = text.slice(0, column - 1)
  const at = text.slice(column - 1)
  if (/^await\b/.test(at) || /\bthrow\s+$/.test(before)) return true
  if (/^new\b/.test(at)) return false
  if (/^\s*expect\(/.test(before)) return true
  if (/^\s*(?:[\w$]+\.)*$/.test(before)) return !OPEN_ENDED.test(lineBefore(lines, line - 1))
  return /(?:[{;]|=>|\breturn|\bawait)\s*(?:[\w$]+\.)*$/.test(before)
}

const lineBefore = (lines: string[], index: number): string =>
  lines
    .slice(0, index)
    .findLast((line) => line.trim() !== '')
    ?.trimEnd() ?? ''

const indentOf = (line: string): number => line.length - line.trimStart().length
