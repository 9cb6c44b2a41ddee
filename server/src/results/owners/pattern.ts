/**
 * A parsed pattern of CODEOWNERS. It is matched by hand: a library's conversion for gitignore matches below
 * `docs/*` too, and a regular expression with many stars can take for ever on a crafted path.
 */
export interface Pattern {
  /** The segments before the tail; null matches any number of folders. */
  segments: (Segment | null)[]
  /** What may follow: nothing, a path within, or either. */
  tail: 'end' | 'within' | 'either'
}

/** A plain name; else literal characters, `ONE` and `MANY`, and the required end of the name. */
type Segment = string | { tokens: string; end: string }

/** Represent `?`, one character, and `*`, any number of them; file names contain neither. */
const ONE = '\0'
const MANY = '/'

/** The limit of comparisons for a path: a pattern with many stars could take any number. */
export interface Effort {
  left: number
}

/** Parses a pattern; null if GitHub rejects it. */
export function readPattern(text: string): Pattern | null {
  // Both are special in gitignore and invalid here; nor can a pattern begin like a comment.
  if (text.startsWith('!') || text.startsWith('\\#') || text.includes('***')) return null
  const read = text.split('/').map(readSegment)
  if (read.includes(undefined)) return null
  const segments = read as (Segment | null)[]
  const isAnchored = segments.length > 2 || (segments.length === 2 && segments[1] !== '')
  if (segments[0] === '') segments.shift()
  else if (!isAnchored) segments.unshift(null)
  let tail: Pattern['tail'] = 'either'
  const last = segments.at(-1)
  if (last === '' || last === null) {
    segments.pop()
    tail = segments.length > 0 || last === null ? 'within' : 'end'
  } else if (typeof last === 'object' && last.tokens === MANY) {
    // Exactly one level deep, unless the pattern leaves the level open.
    tail = segments.length === 2 && segments[0] === null ? 'either' : 'end'
  }
  return {
    segments: segments.filter((segment, index) => segment !== null || segments[index - 1] !== null),
    tail,
  }
}

/** Undefined if it has a range of characters, which GitHub rejects; null for `**`. */
function readSegment(text: string): Segment | null | undefined {
  if (text === '**') return null
  if (!SPECIAL.test(text)) return text
  let tokens = ''
  let end = ''
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string
    if (char === '[' || char === ']') return undefined
    if (char === '*' || char === '?') {
      end = ''
      if (char === '?') tokens += ONE
      else if (!tokens.endsWith(MANY)) tokens += MANY
    } else {
      const literal = char === '\\' && index + 1 < text.length ? (text[++index] as string) : char
      tokens += literal
      end += literal
    }
  }
  return end === tokens ? end : { tokens, end }
}

const SPECIAL = /[*?\\[\]]/

/**
 * Whether a path, as its segments, matches a pattern. Case-sensitive. False if the decision would take too
 * long.
 */
export function matches({ segments, tail }: Pattern, path: readonly string[], effort: Effort): boolean {
  let [s, p] = [0, 0]
  let [lastAny, resumeAt] = [-1, 0]
  while (--effort.left > 0) {
    if (s === segments.length) {
      const rest = path.length - p
      if (tail === 'either' || (tail === 'within' ? rest > 0 : rest === 0)) return true
    } else {
      const segment = segments[s] as Segment | null
      if (segment === null) {
        lastAny = s++
        resumeAt = p
        continue
      }
      if (p < path.length && fits(segment, path[p] as string, effort)) {
        s++
        p++
        continue
      }
    }
    // Only the last "any number of folders" needs backtracking: earlier ones have matched.
    if (lastAny < 0 || resumeAt >= path.length) return false
    s = lastAny + 1
    p = ++resumeAt
  }
  return false
}

/** The same a level below: stars backtrack, the last one first. */
function fits(segment: Segment, name: string, effort: Effort): boolean {
  if (typeof segment === 'string') return segment === name
  // Most patterns differ here already.
  if (!name.endsWith(segment.end)) return false
  const { tokens } = segment
  let [t, n] = [0, 0]
  let [lastMany, resumeAt] = [-1, 0]
  while (--effort.left > 0) {
    const token = tokens[t]
    if (token === undefined && n === name.length) return true
    if (token === MANY) {
      lastMany = t++
      resumeAt = n
    } else if (token !== undefined && n < name.length && (token === ONE || token === name[n])) {
      t++
      n++
    } else if (lastMany < 0 || resumeAt >= name.length) return false
    else {
      t = lastMany + 1
      n = ++resumeAt
    }
  }
  return false
}
