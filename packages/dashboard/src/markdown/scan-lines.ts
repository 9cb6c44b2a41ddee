/** A stretch of a text that CommonMark reads the same alone as in its place. */
export interface Atom {
  start: number
  end: number
  /** Of a code fence: its content. */
  code?: { start: number; end: number }
  /** Of a table: where its two head lines end. */
  headEnd?: number
  /** Of an item that continues an ordered list: its number. */
  item?: number
  headings: { depth: number; source: string }[]
}

interface Scan {
  atoms: Atom[]
  /** By label, the first one counts: the line of a link's definition. */
  definitions: Map<string, string>
}

interface Line {
  start: number
  end: number
  /** In columns. */
  indent: number
  /** Without indentation. */
  text: string
}

/** A line is only looked at up to here; longer ones are not markup that people write. */
const LONGEST_LINE = 1_000
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/
const ATX = /^(#{1,6})(?:[ \t]|$)/
/** A quote or a footnote: its paragraph may go on in lines that look like any other. */
const QUOTE = /^(?:>|\[\^[^\]]+\]:)/
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const SETEXT = /^(?:=+|-+)[ \t]*$/
const ITEM = /^([-+*]|(\d{1,9})([.)]))([ \t]+|$)/
const TABLE_HEAD = /^[|:-][|:\- \t]*$/
const TAG = /^<\/?[a-z]/i
const DEFINITION = /^\[([^[\]\\^][^[\]\\]{0,199})\]:[ \t]*\S/
/** HTML that ends with a sign, not with an empty line. */
const HTML: [begins: RegExp, ends: RegExp][] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
]

/**
 * Cuts a text where CommonMark has nothing open, in one pass over its lines. If it cannot tell what a line opens, the
 * rest of the text is one atom: fewer cuts are never wrong.
 */
export function scanLines(text: string): Scan {
  const scan = new Scanner()
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    scan.read(toLine(text, start, end))
    start = end + 1
  }
  return scan.end(text.length)
}

function toLine(text: string, start: number, end: number): Line {
  const source = text.slice(start, Math.min(end, start + LONGEST_LINE))
  let indent = 0
  let at = 0
  for (; source[at] === ' ' || source[at] === '\t'; at++)
    indent = source[at] === ' ' ? indent + 1 : indent + 4 - (indent % 4)
  return { start, end, indent, text: source.slice(at).trimEnd() }
}

class Scanner {
  readonly #atoms: Atom[] = []
  readonly #definitions = new Map<string, string>()
  #fence: { sign: string; length: number; content: number; isAtRoot: boolean } | null = null
  /** What ends the open HTML. */
  #html: RegExp | 'empty line' | null = null
  /** The column where the content of the last item of a top-level list begins. */
  #item: number | null = null
  #list = { kind: '', number: 0 }
  #isItemEmpty = false
  /** The first line of the paragraph that is open at the top level. */
  #paragraph: { start: number; source: string; isDefinition: boolean } | null = null
  /** Empty: also a line that leaves nothing open. */
  #before: 'empty' | 'text' | 'quote' = 'empty'
  /** Whether the list has ended depends on what its item has open. */
  #isInDoubt = false
  #isLost = false

  read(line: Line): void {
    if (this.#isLost) return
    if (this.#fence) this.#inFence(line)
    else if (this.#html) this.#inHtml(line)
    else if (line.text === '') this.#onEmpty()
    else if (this.#item !== null && line.indent >= this.#item) this.#inItem(line)
    else this.#atRoot(line)
  }

  end(length: number): Scan {
    const last = this.#atoms.at(-1)
    if (last && this.#fence?.isAtRoot) last.code = { start: this.#fence.content, end: length }
    for (const [i, atom] of this.#atoms.entries()) atom.end = this.#atoms[i + 1]?.start ?? length
    return { atoms: this.#atoms, definitions: this.#definitions }
  }

  #cut({ start, indent }: Line, more: Partial<Atom> = {}): void {
    const isFirst = this.#atoms.length === 0
    if (isFirst || indent === 0)
      this.#atoms.push({ start: isFirst ? 0 : start, end: start, headings: [], ...more })
  }

  #inFence(line: Line): void {
    const fence = this.#fence
    if (!fence || line.indent > 3 || !line.text.startsWith(fence.sign.repeat(fence.length))) return
    if (line.text !== fence.sign.repeat(line.text.length)) return
    const atom = this.#atoms.at(-1)
    if (fence.isAtRoot && atom) atom.code = { start: fence.content, end: line.start }
    this.#fence = null
    this.#before = 'empty'
  }

  #inHtml(line: Line): void {
    if (this.#html === 'empty line') {
      if (line.text === '') {
        this.#html = null
        this.#onEmpty()
      } else if (line.indent < 4 && opensMore(line.text)) this.#isLost = true
    } else if (this.#html?.test(line.text)) this.#html = null
    this.#before = this.#html === null && line.text === '' ? 'empty' : 'text'
  }

  #onEmpty(): void {
    this.#before = 'empty'
    this.#paragraph = null
    if (this.#isItemEmpty) this.#item = null
    this.#isItemEmpty = false
  }

  #inItem(line: Line): void {
    this.#isItemEmpty = false
    if (this.#isInDoubt && line.indent < 4 && opensMore(line.text)) this.#isLost = true
    this.#before = 'text'
  }

  #atRoot(line: Line): void {
    const before = this.#before
    const isFree = before === 'empty'
    this.#before = 'text'
    if (this.#item !== null && isFree) this.#isInDoubt = false
    if (line.indent > 3) {
      if (isFree) this.#item = null
      if (this.#atoms.length === 0) this.#cut(line)
      return
    }
    const { text } = line
    const fence = FENCE.exec(text)?.[0]
    const atx = ATX.exec(text)?.[1]
    const html = HTML.find(([begins]) => begins.test(text))
    const item = ITEM.exec(text)
    if (fence !== undefined) this.#openFence(line, fence)
    else if (atx !== undefined) this.#heading(line, atx.length, text.slice(atx.length))
    else if (QUOTE.test(text)) this.#alone(line, isFree, 'quote')
    else if (html || TAG.test(text)) this.#openHtml(line, isFree, html)
    else if (this.#paragraph?.isDefinition === false && this.#item === null && SETEXT.test(text))
      this.#underlined(text.startsWith('=') ? 1 : 2)
    else if (RULE.test(text)) this.#alone(line, isFree, 'empty')
    else if (item && this.#mayBegin(item)) this.#openItem(line, item, before)
    else this.#plain(line, before)
  }

  #alone(line: Line, isFree: boolean, leaves: 'quote' | 'empty'): void {
    if (isFree) this.#cut(line)
    this.#leave()
    this.#before = leaves
  }

  /** Ends a list and a paragraph. */
  #leave(): void {
    this.#item = null
    this.#paragraph = null
    this.#isInDoubt = false
    this.#isItemEmpty = false
  }

  #openFence(line: Line, fence: string): void {
    if (this.#isInDoubt && line.indent > 0) this.#isLost = true
    this.#cut(line)
    this.#leave()
    const isAtRoot = line.indent === 0
    this.#fence = { sign: fence[0] ?? '', length: fence.length, content: line.end + 1, isAtRoot }
  }

  #openHtml(line: Line, isFree: boolean, html: [RegExp, RegExp] | undefined): void {
    if (this.#isInDoubt && line.indent > 0) this.#isLost = true
    if (isFree) this.#cut(line)
    // A tag may also stand in the paragraph of an item.
    if (html || isFree) this.#leave()
    this.#paragraph = null
    if (!html) this.#html = 'empty line'
    else if (!html[1].test(line.text.slice(2))) this.#html = html[1]
  }

  #heading(line: Line, depth: number, source: string): void {
    this.#cut(line)
    this.#leave()
    this.#atoms.at(-1)?.headings.push({ depth, source: source.replace(/[ \t]#+$/, '') })
    this.#before = 'empty'
  }

  #underlined(depth: number): void {
    this.#atoms.at(-1)?.headings.push({ depth, source: this.#paragraph?.source ?? '' })
    this.#paragraph = null
    this.#before = 'empty'
  }

  /** An item begins inside a paragraph only if it is not empty, and is the first one. */
  #mayBegin([whole, , number]: RegExpExecArray): boolean {
    if (this.#item !== null || !this.#paragraph) return true
    return !/^\S+$/.test(whole) && (number === undefined || Number(number) === 1)
  }

  #openItem(line: Line, match: RegExpExecArray, before: 'empty' | 'text' | 'quote'): void {
    const [, marker = '', digits, sign] = match
    const kind = sign ?? marker
    const isInList = this.#item !== null && !this.#isInDoubt
    const isSame = isInList && this.#list.kind === kind
    const number = isSame ? this.#list.number + 1 : Number(digits ?? 0)
    const isEmpty = line.text.length === marker.length
    // The kinds of items that begin even inside a paragraph.
    const isSure =
      before === 'empty' || isSame || (!isEmpty && (digits === undefined || Number(digits) === 1))
    if (isSure && (before === 'empty' || isInList))
      this.#cut(line, isSame && digits !== undefined ? { item: number } : {})
    this.#leave()
    this.#isInDoubt = !isSure
    this.#list = { kind, number }
    this.#isItemEmpty = isEmpty
    const rest = columnsOf(line.text.slice(marker.length), line.indent + marker.length)
    this.#item = line.indent + marker.length + (rest === 0 || rest > 4 ? 1 : rest)
  }

  #plain(line: Line, before: 'empty' | 'text' | 'quote'): void {
    // An empty item has no paragraph that could go on.
    if (this.#isItemEmpty) this.#leave()
    if (this.#item !== null && before !== 'empty') {
      this.#isInDoubt = true
      return
    }
    if (before === 'empty') {
      this.#cut(line)
      this.#leave()
    }
    const label = DEFINITION.exec(line.text)?.[1]
    const isDefinition = label !== undefined && (this.#paragraph === null || this.#paragraph.isDefinition)
    if (label !== undefined && isDefinition && before !== 'quote' && line.text.length < LONGEST_DEFINITION) {
      const known = labelOf(label)
      if (!this.#definitions.has(known)) this.#definitions.set(known, line.text)
    }
    if (this.#paragraph) this.#tableOrMore(line, isDefinition)
    // The line after a quote may still be its paragraph.
    else if (before !== 'quote') this.#paragraph = { start: line.start, source: line.text, isDefinition }
  }

  #tableOrMore(line: Line, isDefinition: boolean): void {
    const paragraph = this.#paragraph
    const atom = this.#atoms.at(-1)
    if (!paragraph || !atom) return
    const isTable = TABLE_HEAD.test(line.text) && line.text.includes('-') && paragraph.source.includes('|')
    if (isTable && !paragraph.source.includes('\n') && atom.start === paragraph.start)
      atom.headEnd ??= line.end + 1
    if (paragraph.source.length < LONGEST_LINE) paragraph.source += `\n${line.text}`
    paragraph.isDefinition &&= isDefinition
  }
}

const LONGEST_DEFINITION = 500

/** How CommonMark compares the labels of links. */
export const labelOf = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()

const opensMore = (text: string): boolean =>
  FENCE.test(text) || HTML.some(([begins, ends]) => begins.test(text) && !ends.test(text.slice(2)))

function columnsOf(text: string, from: number): number {
  let column = from
  for (const sign of text) {
    if (sign === ' ') column++
    else if (sign === '\t') column += 4 - (column % 4)
    else return column - from
  }
  // Only space: the item is empty.
  return 0
}
