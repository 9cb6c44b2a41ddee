import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { parse, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { subtokenize } from 'micromark-util-subtokenize'
import { Problem } from '../../../ground/kernel/problem.ts'
import { withoutCells } from './table-rows.ts'

type Events = Parameters<typeof subtokenize>[0]

/** Of a text: real documents of 1 MiB have up to 42,000 lines, and no line costs less than four events. */
const MOST_LINES = 100_000
/**
 * Of a text: 1 MiB of real documents has up to 520,000, of a list whose items have 40 letters 990,000. One needs about
 * 330 bytes.
 */
const MOST_EVENTS = 1_000_000
/** What the parser keeps for a block inside a list or quote, in events. */
const EVENTS_OF_FLOW = 16
/** Pieces of lines between two counts. */
const PIECES = 1_000

type Token = Events[number][1]
type Node = ReturnType<typeof fromMarkdown>['children'][number]

/** A block at the top level of a document; offsets are of the text. */
export interface Block {
  kind: 'heading' | 'code' | 'table' | 'list' | 'comment' | 'other'
  start: number
  end: number
  /** Of a heading: 1 to 6. */
  depth: number
  /** Of a heading, without its markup. */
  title: string
  /** The items of a list. */
  items: { start: number; end: number }[]
}

/** More containers within containers than any person writes; the parser's time grows with their square. */
const MOST_NESTED = 50

/**
 * The blocks of CommonMark with GFM's tables, in order. It reads no inline markup except that of headings, which keeps
 * its time and its memory near those of the lines. Throws INVALID_REQUEST for containers nested deeper than 50 levels,
 * and PAYLOAD_TOO_LARGE for more lines than the parser has memory for.
 */
export function parseMarkdown(text: string): Block[] {
  if (isNestedDeeply(text))
    throw new Problem(
      'INVALID_REQUEST',
      `The document nests quotes and lists deeper than ${MOST_NESTED} levels.`,
    )
  return blocksOf(blockEvents(text), text)
}

/** Tokens of the parser that are blocks. */
const BLOCKS: Record<string, Block['kind']> = {
  atxHeading: 'heading',
  setextHeading: 'heading',
  blockQuote: 'other',
  codeFenced: 'code',
  // An indented block has no fence to repeat.
  codeIndented: 'other',
  definition: 'other',
  gfmFootnoteDefinition: 'other',
  htmlFlow: 'other',
  listOrdered: 'list',
  listUnordered: 'list',
  paragraph: 'other',
  table: 'table',
  thematicBreak: 'other',
}

function blocksOf(events: Events, text: string): Block[] {
  const blocks: Block[] = []
  let open: { token: Token; from: number } | null = null
  for (const [at, [what, token]] of events.entries())
    if (!open && what === 'enter' && token.type in BLOCKS) open = { token, from: at }
    else if (open?.token === token && what === 'exit') {
      blocks.push(toBlock(token, text, events, open.from, at))
      open = null
    }
  return blocks
}

function toBlock(token: Token, text: string, events: Events, from: number, to: number): Block {
  const kind = BLOCKS[token.type] ?? 'other'
  const [start, end] = [token.start.offset, token.end.offset]
  const block: Block = { kind, start, end, depth: 0, title: '', items: [] }
  const source = text.slice(start, end)
  switch (token.type) {
    case 'atxHeading': {
      const depth = /^#+/.exec(source)?.[0].length ?? 0
      const of = events.slice(from, to).find(([, { type }]) => type === 'atxHeadingText')?.[1]
      return { ...block, depth, title: of ? titleOf(text.slice(of.start.offset, of.end.offset)) : '' }
    }
    case 'setextHeading': {
      const line = source.lastIndexOf('\n')
      return {
        ...block,
        depth: source
          .slice(line + 1)
          .trimStart()
          .startsWith('=')
          ? 1
          : 2,
        title: titleOf(source.slice(0, line)),
      }
    }
    case 'htmlFlow':
      return { ...block, kind: /^<!--[\s\S]*-->\s*$/.test(source) ? 'comment' : 'other' }
    case 'listOrdered':
    case 'listUnordered':
      return { ...block, items: itemsOf(events, from, to) }
    default:
      return block
  }
}

/** Where the items of a list begin and end, without the empty lines between them. */
function itemsOf(events: Events, from: number, to: number): Block['items'] {
  const items: Block['items'] = []
  let depth = 0
  /** The end of the last line, if no text has followed it. */
  let lineEnd: number | null = null
  for (let at = from + 1; at <= to; at++) {
    const [what, token] = events[at] as Events[number]
    const isItem = depth === 0 && what === 'enter' && token.type === 'listItemPrefix'
    const last = items.at(-1)
    if (last && (isItem || at === to)) last.end = lineEnd ?? token.end.offset
    if (isItem) items.push({ start: token.start.offset, end: token.end.offset })
    if (CONTAINERS.has(token.type)) depth += what === 'enter' ? 1 : -1
    if (LINE_ENDS.has(token.type)) lineEnd ??= token.start.offset
    else if (!PREFIXES.has(token.type)) lineEnd = null
  }
  return items
}

const CONTAINERS = new Set(['listOrdered', 'listUnordered', 'blockQuote'])
const LINE_ENDS = new Set(['lineEnding', 'lineEndingBlank'])
const PREFIXES = new Set([
  'linePrefix',
  'listItemIndent',
  'blockQuotePrefix',
  'blockQuoteMarker',
  'blockQuotePrefixWhitespace',
])

/** Longer headings are mistakes, such as a paragraph before a line of dashes. */
const LONGEST_TITLE = 300

/** The text that a reader sees of a heading. */
function titleOf(heading: string): string {
  const source = heading.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE)
  if (!/[\\`*_[\]<>&!~]/.test(source)) return source
  const [inner] = fromMarkdown(`# ${source}`, FULL).children
  const shown = inner ? textOf(inner).replace(/\s+/g, ' ').trim() : ''
  return shown === '' ? source : shown
}

const FULL = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/** Of inline nodes, which nest no deeper than a heading is long. */
function textOf(node: Node | Extract<Node, { type: 'heading' }>['children'][number]): string {
  if (node.type === 'html') return ''
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** Looks at the markers at the beginning of each line, and adds those of a list whose items hold further lines. */
function isNestedDeeply(text: string): boolean {
  for (const [markers] of text.matchAll(MARKERS)) {
    const count = markers.match(MARKER)?.length ?? 0
    if (count > MOST_NESTED) return true
    const indentation = /^[ \t]*/.exec(markers)?.[0].length ?? 0
    if (count > 0 && indentation > 8 * MOST_NESTED) return true
  }
  return false
}

const MARKERS = /^[ \t]*(?:(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*)+/gm
const MARKER = />|[-+*]|\d{1,9}[.)]/g

/**
 * What a parser of CommonMark with GFM sees in a text, up to the lines of blocks; their inline markup is not read.
 * Throws PAYLOAD_TOO_LARGE before it uses more memory than its thread has: a thread that reaches its limit may end the
 * process.
 */
function blockEvents(text: string): Events {
  requireFewLines(text)
  const parser = parse({ extensions: [withoutCells(gfm())] })
  const count = { closed: 0, flow: null as ReturnType<ReturnType<typeof parse>['document']> | null }
  const { flow, content } = parser
  parser.flow = (from) => {
    count.closed += (count.flow?.events.length ?? 0) + EVENTS_OF_FLOW
    count.flow = flow(from)
    return count.flow
  }
  const document = parser.document()
  const requireFewEvents = (more = 0) => {
    if (document.events.length + count.closed + (count.flow?.events.length ?? 0) + more > MOST_EVENTS)
      throw new Problem(
        'PAYLOAD_TOO_LARGE',
        'This Markdown has more lines, items and definitions than the server has memory for. Split it.',
      )
  }
  // A paragraph becomes definitions at its end, all at once, and each of them has many events.
  parser.content = (from) => {
    const paragraph = content(from)
    const { write } = paragraph
    paragraph.write = (line) => {
      const events = write(line)
      requireFewEvents(paragraph.events.length)
      return events
    }
    return paragraph
  }
  const pieces = preprocess()(text, undefined, true)
  for (let at = 0; at < pieces.length; at += PIECES) {
    document.write(pieces.slice(at, at + PIECES))
    requireFewEvents()
  }
  // Once: it makes blocks of lines. A second time would make inline markup of blocks.
  subtokenize(document.events)
  return document.events
}

/** Throws PAYLOAD_TOO_LARGE before the parser uses any memory. */
function requireFewLines(text: string): void {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  if (lines > MOST_LINES)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `A document has at most ${MOST_LINES} lines, and this one has ${lines}. Split it.`,
    )
}
