import { type Place, ReportProblem } from '../problem.ts'
import type { XmlHandler } from './handler.ts'
import { countForbidden, dereference } from './references.ts'
import { readEndTag, readTag } from './tag.ts'

const MOST_DEPTH = 256
/** The maximum size of one tag, comment or declaration, which is held until it is complete. */
const MARKUP_LENGTH = 8 * 1024 * 1024
/** Longer comments are not passed on. */
const COMMENT_LENGTH = 200
/** A reference may be split between two pieces. */
const REFERENCE_LENGTH = 40
const NO_CHARACTER = 'character that XML does not allow'

/**
 * Reads an XML document piece by piece; memory is limited by the largest tag, never by a text.
 * Entity declarations are refused, and nothing is fetched. Common mistakes of tools are corrected
 * and reported; anything else rejects with a `ReportProblem` that names the position.
 */
export const parseXml = async (pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> => {
  const parser = new Parser(handler)
  for await (const piece of pieces) parser.write(piece)
  parser.end()
}

/** The kind of markup that the parser is in. */
type State = 'content' | 'cdata' | 'comment' | 'instruction'

interface OpenElement {
  name: string
  line: number
  wantsText: boolean
}

class Parser {
  readonly #handler: XmlHandler
  readonly #open: OpenElement[] = []
  #text = ''
  #pos = 0
  #state: State = 'content'
  #comment = ''
  #hasRoot = false
  /** Of the start of `#text`, from 1. */
  #line = 1
  #column = 1
  /** The last counted line, and its end. */
  #counted = { line: 1, next: Number.POSITIVE_INFINITY }

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(piece: string): void {
    this.#drop()
    this.#text = this.#text === '' ? piece : this.#text + piece
    this.#counted = { line: this.#line, next: nextBreak(this.#text, 0) }
    while (this.#step(false));
    if (this.#text.length - this.#pos > MARKUP_LENGTH)
      this.#fail(`markup of more than ${MARKUP_LENGTH} characters`)
  }

  end(): void {
    while (this.#step(true));
    const [unclosed] = this.#open.slice(-1)
    if (unclosed) {
      this.#pos = this.#text.length
      this.#fail(`the file ends within <${unclosed.name}> of line ${unclosed.line}; it was cut off`)
    }
    if (this.#pos < this.#text.length) this.#fail('the file ends within its markup; it was cut off')
    if (!this.#hasRoot) this.#fail('it contains no XML element')
  }

  /** Reads one piece of markup or text; false if it needs more of the file. */
  #step(isLast: boolean): boolean {
    if (this.#pos >= this.#text.length) return false
    if (this.#state === 'cdata') return this.#until(']]>', isLast, true)
    if (this.#state === 'comment') return this.#until('-->', isLast, false)
    if (this.#state === 'instruction') return this.#until('?>', isLast, false)
    const position = this.#text.indexOf('<', this.#pos)
    if (position !== this.#pos) return this.#content(position, isLast)
    const next = this.#text.charCodeAt(position + 1)
    if (Number.isNaN(next)) return false
    if (next === 47) return this.#endTag(position)
    if (next === 63) return this.#begin('instruction', 2)
    if (next === 33) return this.#declaration(position, isLast)
    return this.#startTag(position)
  }

  #content(position: number, isLast: boolean): boolean {
    let end = position < 0 ? this.#text.length : position
    if (position < 0 && !isLast) {
      const reference = this.#text.lastIndexOf('&')
      if (
        reference >= this.#pos &&
        end - reference < REFERENCE_LENGTH &&
        !this.#text.includes(';', reference)
      )
        end = reference
      // `]]>` and two-character line ends may also be split.
      else if (this.#text.endsWith('\r')) end -= 1
    }
    if (end <= this.#pos) return false
    const top = this.#open.at(-1)
    if (!top) this.#outside(end)
    else if (top.wantsText) this.#tell(this.#text.slice(this.#pos, end), true)
    this.#pos = end
    return position >= 0
  }

  /** Only white space is allowed outside the root. */
  #outside(end: number): void {
    const text = this.#text.slice(this.#pos, end)
    const offset = text.search(/\S/)
    if (offset < 0) return
    this.#pos += offset
    if (this.#hasRoot) this.#fail('text after the end of the document')
    this.#fail('text before the first element: this is not an XML file, or other output precedes the XML')
  }

  #tell(raw: string, hasReferences: boolean): void {
    const forbidden = countForbidden(raw)
    for (let count = 0; count < forbidden; count += 1) this.#repaired(NO_CHARACTER)
    const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw
    this.#handler.text(hasReferences ? dereference(text, this.#repaired) : text)
  }

  /** Skips a piece that ends in `mark`, or passes it on. */
  #until(mark: string, isLast: boolean, isText: boolean): boolean {
    const position = this.#text.indexOf(mark, this.#pos)
    // Text that may be the start of the mark is kept for the next piece.
    const end = position < 0 ? this.#text.length - (mark.length - 1) : position
    if (end > this.#pos) {
      if (isText && this.#open.at(-1)?.wantsText) this.#tell(this.#text.slice(this.#pos, end), false)
      if (this.#state === 'comment' && this.#comment.length <= COMMENT_LENGTH)
        this.#comment += this.#text.slice(this.#pos, Math.min(end, this.#pos + COMMENT_LENGTH + 1))
      this.#pos = end
    }
    if (position >= 0) {
      this.#pos = position + mark.length
      if (this.#state === 'comment' && this.#comment.length <= COMMENT_LENGTH)
        this.#handler.comment?.(this.#comment)
      this.#comment = ''
      this.#state = 'content'
      return true
    }
    if (isLast) this.#fail(`the file ends before ${mark}; it was cut off`)
    return false
  }

  #begin(state: State, length: number): true {
    this.#state = state
    this.#pos += length
    return true
  }

  #declaration(position: number, isLast: boolean): boolean {
    const begin = this.#text.slice(position, position + 9)
    if (begin.startsWith('<!--')) return this.#begin('comment', 4)
    if (begin === '<![CDATA[') {
      if (this.#open.length === 0) this.#fail('text outside the root element')
      return this.#begin('cdata', 9)
    }
    if (begin.length < 9 && !isLast && /^<!(?:-|\[[CDAT]{0,5}|[DOCTYPE]*)?$/i.test(begin)) return false
    if (begin.toUpperCase() !== '<!DOCTYPE')
      this.#fail('markup that is neither an element, a comment nor CDATA')
    const end = this.#text.indexOf('>', position)
    const subset = this.#text.indexOf('[', position)
    // No part of a document type is needed: entities can grow, and external ones read other files.
    if (subset >= 0 && (end < 0 || subset < end))
      this.#fail('its DOCTYPE contains declarations, which svc rejects: reports need no entities')
    if (end < 0) return false
    if (this.#hasRoot) this.#fail('a DOCTYPE after the first element')
    this.#pos = end + 1
    return true
  }

  #startTag(position: number): boolean {
    // Reported when the tag is complete; an incomplete one is read again with the next piece.
    const repairs: string[] = []
    const note = (kind: string) => void repairs.push(kind)
    const tag = readTag(this.#text, position, (raw) => this.#value(raw, note), note)
    if (!tag) return false
    for (const kind of repairs) this.#repaired(kind)
    if ('reason' in tag) {
      this.#pos = tag.at
      this.#fail(tag.reason)
    }
    if (this.#open.length === 0 && this.#hasRoot)
      this.#fail(`a second document begins with <${tag.name}>; each report needs its own file`)
    if (this.#open.length >= MOST_DEPTH) this.#fail(`more than ${MOST_DEPTH} elements are nested`)
    this.#hasRoot = true
    const line = this.#lineAt(position)
    this.#pos = tag.end
    const wantsText = this.#handler.open(tag.name, tag.attributes, line)
    if (tag.isEmpty) this.#handler.close(tag.name)
    else this.#open.push({ name: tag.name, line, wantsText })
    return true
  }

  #endTag(position: number): boolean {
    const tag = readEndTag(this.#text, position)
    if (!tag) return false
    const top = this.#open.pop()
    if (!top) this.#fail(`</${shown(tag.name)}> without a start tag`)
    if (top.name !== tag.name)
      this.#fail(`</${shown(tag.name)}> before the end of <${top.name}> of line ${top.line}`)
    this.#pos = tag.end
    this.#handler.close(tag.name)
    return true
  }

  #value(raw: string, note: (kind: string) => void): string {
    const forbidden = countForbidden(raw)
    for (let count = 0; count < forbidden; count += 1) note(NO_CHARACTER)
    // Line ends in attributes become spaces; intended ones are references.
    const text = BREAK.test(raw) ? raw.replaceAll(/\r\n|[\r\n\t]/g, ' ') : raw
    return dereference(text, note)
  }

  readonly #repaired = (kind: string): void => this.#handler.repaired(kind, this.#lineAt(this.#pos))

  /** Drops the text that has been read, and counts its lines. */
  #drop(): void {
    const end = this.#pos
    if (end === 0) return
    const line = this.#lineAt(end)
    const lastBreak = this.#text.lastIndexOf('\n', end - 1)
    this.#column = lastBreak < 0 ? this.#column + end : end - lastBreak
    this.#line = line
    this.#text = this.#text.slice(end)
    this.#pos = 0
  }

  /**
   * Counted once for each position, because a text with a thousand corrections asks for its line a
   * thousand times.
   */
  #lineAt(position: number): number {
    const counted = this.#counted
    while (counted.next < position) {
      counted.line += 1
      counted.next = nextBreak(this.#text, counted.next + 1)
    }
    return counted.line
  }

  #fail(reason: string): never {
    const lastBreak = this.#pos === 0 ? -1 : this.#text.lastIndexOf('\n', this.#pos - 1)
    const place: Place = {
      line: this.#lineAt(this.#pos),
      column: lastBreak < 0 ? this.#column + this.#pos : this.#pos - lastBreak,
    }
    throw new ReportProblem(reason, place)
  }
}

const nextBreak = (text: string, from: number): number => {
  const position = text.indexOf('\n', from)
  return position < 0 ? Number.POSITIVE_INFINITY : position
}

const BREAK = /[\r\n\t]/

const shown = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name)
