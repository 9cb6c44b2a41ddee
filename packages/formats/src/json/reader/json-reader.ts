import { type Place, ReportProblem } from '../../problem.ts'
import { LONGEST_STRING, MOST_BLANKS, MOST_DEPTH } from './bounds.ts'
import { TokenReader } from './token-reader.ts'

/** The position of a value in a document: keys of objects, indexes of arrays. Valid only during the call. */
export type Path = readonly (string | number)[]

/** The values of a document that a caller wants. */
export interface Visitor {
  /** Called for every value of an entered container: `enter` reads inside, `take` returns it as a whole. */
  choose(path: Path): 'enter' | 'take' | 'skip'
  /** A value; `line` is its first line, `isCut` means that long strings in it were cut. */
  take(value: unknown, path: Path, about: { line: number; isCut: boolean }): void
  /** An entered container starts; throws if it should be of the other kind. */
  enter?(path: Path, kind: 'object' | 'array'): void
  /** An entered container ended. */
  leave?(path: Path): void
}

const EXPECTED = {
  value: 'a value',
  'value or ]': 'a value or ]',
  key: 'a key',
  'key or }': 'a key or }',
  ':': 'a colon',
  ', or end': 'a comma or the end',
  'end of the file': 'the end of the file',
}

type Expected = keyof typeof EXPECTED

interface Container {
  kind: 'object' | 'array'
  /** Of an entered object. */
  keys: Set<string>
  length: number
}

/**
 * Reads JSON in pieces. Entered containers are read character by character. Values to take are cut
 * out of the text and parsed by JSON.parse, so memory holds only one of them, at the speed of the
 * engine.
 */
export class JsonReader {
  readonly #visitor: Visitor
  readonly #isLines: boolean
  readonly #token: TokenReader
  readonly #path: (string | number)[] = []
  readonly #open: Container[] = []
  #expected: Expected = 'value'
  #blanks = 0
  #purpose: 'key' | 'take' | 'skip' = 'skip'
  #isEmpty = true
  #line = 1
  /** The number of characters before this piece, and before this line. */
  #before = 0
  #lineStart = 0

  /** With `isLines`, the text is a sequence of values, such as JSON lines. */
  constructor(visitor: Visitor, { isLines = false, longestString = LONGEST_STRING } = {}) {
    this.#visitor = visitor
    this.#isLines = isLines
    this.#token = new TokenReader(longestString)
  }

  push(text: string): void {
    let position = 0
    while (position < text.length) {
      if (this.#token.isOpen) {
        position = this.#goOn(text, position)
        continue
      }
      const code = text.charCodeAt(position)
      if (code === 10) {
        this.#line += 1
        this.#lineStart = this.#before + position + 1
      }
      if (code !== 10 && code !== 32 && code !== 13 && code !== 9) this.#structure(code, text, position)
      else this.#blank(position)
      if (!this.#token.isOpen) position += 1
    }
    this.#token.keep(text)
    this.#before += text.length
  }

  /** Called at the end of the text; throws if the text is incomplete. */
  end(): void {
    if (this.#token.isOpenPrimitive) this.#close(this.#token.finish())
    if (this.#isEmpty) throw new ReportProblem('the file is empty')
    const isWhole = this.#expected === 'end of the file' || (this.#isLines && this.#open.length === 0)
    if (this.#token.isOpen || !isWhole)
      this.#fail('it ends in the middle: it was cut off, or is still being written', this.#before)
  }

  #blank(position: number): void {
    this.#blanks += 1
    if (this.#blanks > MOST_BLANKS)
      this.#fail('it has more than 16 MiB of consecutive white space', this.#before + position)
  }

  #structure(code: number, text: string, position: number): void {
    this.#isEmpty = false
    this.#blanks = 0
    const expected = this.#expected
    if (expected === ', or end') this.#next(code, text, position)
    else if (expected === ':') this.#colon(code, text, position)
    else if (expected === 'value or ]' && code === CLOSE_ARRAY) this.#leave()
    else if (expected === 'key or }' && code === CLOSE_OBJECT) this.#leave()
    else if (expected === 'key or }' || expected === 'key') this.#key(code, text, position)
    else if (expected === 'end of the file' && !this.#isLines) this.#unexpected(text, position)
    else this.#value(code, text, position)
  }

  #colon(code: number, text: string, position: number): void {
    if (code !== COLON) this.#unexpected(text, position)
    this.#expected = 'value'
  }

  #next(code: number, text: string, position: number): void {
    const container = this.#open.at(-1)
    const isArray = container?.kind === 'array'
    if (container && code === COMMA) this.#expected = isArray ? 'value' : 'key'
    else if (container && code === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) this.#leave()
    else this.#unexpected(text, position)
  }

  #key(code: number, text: string, position: number): void {
    if (code !== QUOTE) this.#unexpected(text, position)
    this.#purpose = 'key'
    this.#begin(text, position, true)
  }

  #value(code: number, text: string, position: number): void {
    const container = this.#open.at(-1)
    if (container?.kind === 'array') {
      this.#path.push(container.length)
      container.length += 1
    }
    const choice = this.#visitor.choose(this.#path)
    const isContainer = code === OPEN_OBJECT || code === OPEN_ARRAY
    this.#purpose = choice === 'enter' ? 'take' : choice
    if (choice === 'enter' && isContainer) this.#enter(code, position)
    else this.#begin(text, position, choice !== 'skip')
  }

  #enter(code: number, position: number): void {
    const kind = code === OPEN_OBJECT ? 'object' : 'array'
    if (this.#open.length >= MOST_DEPTH)
      this.#fail(`it is nested deeper than ${MOST_DEPTH} levels`, this.#before + position)
    this.#callVisitor(() => this.#visitor.enter?.(this.#path, kind), this.#line)
    this.#open.push({ kind, keys: new Set(), length: 0 })
    this.#expected = kind === 'object' ? 'key or }' : 'value or ]'
  }

  #leave(): void {
    this.#open.pop()
    this.#callVisitor(() => this.#visitor.leave?.(this.#path), this.#line)
    this.#valueOver()
  }

  #begin(text: string, position: number, isKept: boolean): void {
    if (!this.#token.begin(text, position, isKept, MOST_DEPTH - this.#open.length))
      this.#unexpected(text, position)
    this.#token.line = this.#line
    this.#token.column = this.#before + position - this.#lineStart + 1
  }

  #goOn(text: string, from: number): number {
    const token = this.#token
    const position = token.goOn(text, from)
    if (token.lines > 0) {
      this.#line += token.lines
      this.#lineStart = this.#before + token.lineStart
      token.lines = 0
    }
    if (token.problem) this.#fail(token.problem, this.#before + position)
    if (token.isOpen) return position
    this.#close(token.taken)
    return position
  }

  #close(text: string): void {
    if (this.#purpose === 'key') {
      this.#named(String(this.#parse(text)))
      return
    }
    if (this.#purpose === 'take') {
      const { line, isCut } = this.#token
      const value = this.#parse(text)
      this.#callVisitor(() => this.#visitor.take(value, this.#path, { line, isCut }), line)
    }
    this.#valueOver()
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      return this.#failWithin(text)
    }
  }

  /** JSON.parse does not always report the position; a second, incremental read does. */
  #failWithin(text: string): never {
    const { line, column } = this.#token
    const place = (within: Place) => ({
      line: line + within.line - 1,
      column: within.line === 1 ? column + within.column - 1 : within.column,
    })
    const isContainer = text.startsWith('{') || text.startsWith('[')
    try {
      if (isContainer) readAll(text)
    } catch (error) {
      if (error instanceof ReportProblem && error.place)
        throw new ReportProblem(error.message, place(error.place))
    }
    throw new ReportProblem('it is not valid JSON', { line, column })
  }

  #named(key: string): void {
    const container = this.#open.at(-1)
    if (container?.keys.has(key))
      throw new ReportProblem(`the key ${JSON.stringify(key.slice(0, 100))} appears twice in one object`, {
        line: this.#token.line,
        column: this.#token.column,
      })
    container?.keys.add(key)
    this.#path.push(key)
    this.#expected = ':'
  }

  #valueOver(): void {
    if (this.#open.length > 0) this.#path.pop()
    this.#expected = this.#open.length > 0 ? ', or end' : 'end of the file'
  }

  /** Adds the position of the value to an error of a visitor. */
  #callVisitor(tell: () => void, line: number): void {
    try {
      tell()
    } catch (error) {
      if (!(error instanceof ReportProblem) || error.place) throw error
      throw new ReportProblem(error.message, {
        line,
        column: this.#token.line === line ? this.#token.column : 1,
      })
    }
  }

  #unexpected(text: string, position: number): never {
    const character = JSON.stringify(text.slice(position, position + 1))
    this.#fail(
      `it is not valid JSON: ${character} instead of ${EXPECTED[this.#expected]}`,
      this.#before + position,
    )
  }

  #fail(reason: string, offset: number): never {
    throw new ReportProblem(reason, {
      line: this.#line,
      column: Math.max(1, offset - this.#lineStart + 1),
    })
  }
}

const readAll = (text: string): void => {
  const reader = new JsonReader({ choose: () => 'enter', take: () => undefined })
  reader.push(text)
  reader.end()
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
