import { ReportProblem } from '../../problem.ts'
import { LARGEST_VALUE, LONGEST_PRIMITIVE, MOST_DEPTH, ROOMY, SHORT_STRING } from './bounds.ts'

/** Finds the end of a skipped value over any number of pieces, and keeps its text on request. */
export class TokenReader {
  readonly #longestString: number
  #kind: 'none' | 'container' | 'string' | 'primitive' = 'none'
  #isKept = false
  /** Its text in earlier pieces. */
  #held = ''
  /** Its start in this piece. */
  #from = 0
  readonly #brackets = new Uint8Array(MOST_DEPTH + 1)
  #depth = 0
  #mostDepth = MOST_DEPTH
  #isInString = false
  /** True if the next character of the string follows a backslash. */
  #isEscaped = false
  /** Characters of the string in earlier pieces, and its first position in this piece. */
  #stringLength = 0
  #stringFrom = 0
  #isDropping = false

  /** Its start. */
  line = 1
  column = 1
  /** Lines that ended in this piece, and the end of the last one. */
  lines = 0
  lineStart = 0
  problem = ''
  taken = ''
  isCut = false

  constructor(longestString: number) {
    this.#longestString = longestString
  }

  get isOpen(): boolean {
    return this.#kind !== 'none'
  }

  get isOpenPrimitive(): boolean {
    return this.#kind === 'primitive'
  }

  /** False if no value starts like this. */
  begin(text: string, position: number, isKept: boolean, mostDepth: number): boolean {
    const code = text.charCodeAt(position)
    const kind = kindOf(code)
    if (!kind) return false
    this.#kind = kind
    this.#isKept = isKept
    this.#held = ''
    this.#from = position
    this.#depth = 0
    this.#mostDepth = mostDepth
    this.#isInString = false
    this.#isEscaped = false
    this.#isDropping = false
    this.isCut = false
    this.taken = ''
    return true
  }

  /** Continues from `at`; returns the position after the value, or the end of the piece. */
  goOn(text: string, position: number): number {
    if (this.#kind === 'primitive') return this.#primitive(text, position)
    return this.#nested(text, position)
  }

  /** The piece has ended. */
  keep(text: string): void {
    if (this.#kind === 'none') return
    if (this.#isKept && !this.#isDropping) this.#held += text.slice(this.#from)
    if (this.#isInString) {
      this.#stringLength += text.length - this.#stringFrom
      this.#stringFrom = 0
      const longest = this.#held.length > ROOMY ? SHORT_STRING : this.#longestString
      if (this.#isKept && !this.#isDropping && this.#stringLength > longest) this.#drop(longest)
    }
    this.#from = 0
    if (this.#held.length > LARGEST_VALUE)
      throw new ReportProblem(`one value is larger than ${LARGEST_VALUE / 1024 / 1024} MiB`, this)
  }

  /** The file has ended, which also ends a number. */
  finish(): string {
    this.#kind = 'none'
    return this.#held
  }

  #over(text: string, end: number): number {
    this.#kind = 'none'
    this.taken = this.#isKept ? this.#held + text.slice(this.#from, end) : ''
    this.#held = ''
    return end
  }

  #primitive(text: string, from: number): number {
    let position = from
    while (position < text.length && !isDelimiter(text.charCodeAt(position))) position += 1
    if (this.#held.length + position - this.#from > LONGEST_PRIMITIVE) this.problem = 'it is not valid JSON'
    if (position === text.length) return position
    return this.#over(text, position)
  }

  #nested(text: string, from: number): number {
    let position = from
    while (position < text.length) {
      if (this.#isInString) {
        position = this.#string(text, position)
        if (this.#isInString) return position
        if (this.#depth === 0) return this.#over(text, position)
        continue
      }
      const code = text.charCodeAt(position)
      position += 1
      switch (code) {
        case 34:
          this.#isInString = true
          this.#stringLength = 0
          this.#stringFrom = position
          break
        case 10:
          this.lines += 1
          this.lineStart = position
          break
        case 91:
        case 123:
          if (this.#depth >= this.#mostDepth)
            return this.#fail(`it is nested deeper than ${MOST_DEPTH} levels`, position - 1)
          this.#brackets[this.#depth] = code
          this.#depth += 1
          break
        case 93:
        case 125:
          this.#depth -= 1
          // In ASCII, the closing bracket is two code points after the opening one.
          if (this.#brackets[this.#depth] !== code - 2)
            return this.#fail('it is not valid JSON: brackets do not match', position - 1)
          if (this.#depth === 0) return this.#over(text, position)
          break
      }
    }
    return position
  }

  /** From within a string to after its closing quote, or to the end of the piece. */
  #string(text: string, from: number): number {
    let first = from
    if (this.#isEscaped) {
      this.#isEscaped = false
      first += 1
    }
    for (let position = first; ; ) {
      const quote = text.indexOf('"', position)
      const end = quote < 0 ? text.length : quote
      const isEscaped = backslashesBefore(text, end, first) % 2 === 1
      if (quote < 0) {
        this.#isEscaped = isEscaped
        return end
      }
      position = quote + 1
      if (isEscaped) continue
      this.#isInString = false
      if (this.#isDropping) {
        this.#isDropping = false
        this.#from = quote
      }
      return position
    }
  }

  /** Keeps the start of a string that is too long, without half an escape at its end. */
  #drop(longest: number): void {
    const most = this.#held.length - this.#stringLength + longest
    const kept = this.#held.slice(0, most)
    this.#held = withoutHalfEscape(kept)
    this.#isDropping = true
    this.isCut = true
  }

  #fail(problem: string, position: number): number {
    this.problem = problem
    return position
  }
}

const kindOf = (code: number): 'container' | 'string' | 'primitive' | undefined => {
  if (code === 123 || code === 91) return 'container'
  if (code === 34) return 'string'
  const isWord = code === 116 || code === 102 || code === 110
  return isWord || code === 45 || (code >= 48 && code <= 57) ? 'primitive' : undefined
}

const isDelimiter = (code: number): boolean =>
  code <= 32 || code === 44 || code === 93 || code === 125 || code === 58

const backslashesBefore = (text: string, end: number, first = 0): number => {
  let position = end
  while (position > first && text.charCodeAt(position - 1) === 92) position -= 1
  return end - position
}

const withoutHalfEscape = (text: string): string => {
  if (backslashesBefore(text, text.length) % 2 === 1) return text.slice(0, -1)
  for (let digits = 0; digits <= 3; digits += 1) {
    const start = text.length - 1 - digits
    if (text[start] === 'u' && backslashesBefore(text, start) % 2 === 1) return text.slice(0, start - 1)
  }
  return text
}
