import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { Problem } from '../../kernel/problem.ts'

type RootContent = ReturnType<typeof fromMarkdown>['children'][number]
type Heading = Extract<RootContent, { type: 'heading' }>
type Inline = Heading['children'][number]

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
 * its time near the length of the text. Throws INVALID_REQUEST for containers nested deeper than 50 levels.
 */
export function parseMarkdown(text: string): Block[] {
  if (isNestedDeeply(text))
    throw new Problem(
      'INVALID_REQUEST',
      `The document nests quotes and lists deeper than ${MOST_NESTED} levels.`,
    )
  const { children } = fromMarkdown(text, BLOCKS)
  return children.map((node) => toBlock(node, text))
}

const { text: _inline, insideSpan: _spans, attentionMarkers: _marks, ...gfmBlocks } = gfm()

/** Inline constructs are off: none of them moves the border of a block. */
const BLOCKS = {
  extensions: [
    gfmBlocks,
    {
      disable: {
        null: [
          'attention',
          'autolink',
          'characterReference',
          'codeText',
          'hardBreakEscape',
          'htmlText',
          'labelEnd',
          'labelStartImage',
          'labelStartLink',
        ],
      },
    },
  ],
  mdastExtensions: [gfmFromMarkdown()],
}

function toBlock(node: RootContent, text: string): Block {
  const start = node.position?.start.offset ?? 0
  const end = node.position?.end.offset ?? start
  const block: Block = { kind: 'other', start, end, depth: 0, title: '', items: [] }
  switch (node.type) {
    case 'heading':
      return { ...block, kind: 'heading', depth: node.depth, title: titleOf(node) }
    case 'code':
      // An indented block has no fence to repeat.
      return { ...block, kind: /^[`~]/.test(text.slice(start, start + 1)) ? 'code' : 'other' }
    case 'table':
      return { ...block, kind: 'table' }
    case 'html':
      return { ...block, kind: /^<!--[\s\S]*-->\s*$/.test(node.value) ? 'comment' : 'other' }
    case 'list':
      return {
        ...block,
        kind: 'list',
        items: node.children.map(({ position }) => ({
          start: position?.start.offset ?? start,
          end: position?.end.offset ?? end,
        })),
      }
    default:
      return block
  }
}

/** Longer headings are mistakes, such as a paragraph before a line of dashes. */
const LONGEST_TITLE = 300

/** The text that a reader sees of a heading. */
function titleOf(heading: Heading): string {
  const source = textOf(heading).replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE)
  if (!/[\\`*_[\]<>&!~]/.test(source)) return source
  const [inner] = fromMarkdown(`# ${source}`, FULL).children
  const shown = inner ? textOf(inner).replace(/\s+/g, ' ').trim() : ''
  return shown === '' ? source : shown
}

const FULL = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/** Of inline nodes, which nest no deeper than a heading is long. */
function textOf(node: RootContent | Inline): string {
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
