import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { PIECE, type Piece, pieces } from '../parts/pieces.ts'
import { anchors, type Heading, noteIdOf } from './anchors.ts'
import { type Atom, labelOf, scanLines } from './scan-lines.ts'
import type { Section } from './section.ts'

/** Enough to fill a screen; shorter blocks share a section. */
const ENOUGH = 4 * 1024
/** The parser needs a second for some blocks of this length that nobody writes, and minutes for longer ones. */
const LONGEST_BLOCK = 16 * 1024
/** Of the definitions that one section uses. */
const MOST_DEFINITIONS = 8 * 1024
const NOTE = /^\[\^([^[\]\s]{1,200})\]:/gm
const NOTE_REFERENCE = /\[\^([^[\]\s]{1,200})\]/g
const REFERENCE = /\[([^[\]\\]{1,200})\]/g

/** The sections of a text, in order. They cover it, apart from empty lines and the fences of code that is cut. */
export function outlineOf(text: string, enough = ENOUGH): Section[] {
  const { atoms, definitions } = scanLines(text)
  const headings = headingsOf()
  const sections: Section[] = []
  let last: Section | null = null
  for (const atom of atoms) {
    const isLong = atom.end - atom.start > LONGEST_BLOCK
    const own = atom.headings.map(headings)
    if (isLong) {
      sections.push(
        ...cutLong(text, atom).map((section, i) => (i === 0 ? { ...section, headings: own } : section)),
      )
      last = null
    } else if (last && last.end - last.start < enough && atom.end - last.start <= LONGEST_BLOCK) {
      last.end = atom.end
      last.headings.push(...own)
    } else {
      last = sectionOf(atom, own)
      sections.push(last)
    }
  }
  const shown = sections.filter(({ start, end }) => text.slice(start, end).trim() !== '')
  const read = shown.filter((section) => section.as === 'markdown')
  for (const section of read) section.notes = notesIn(text.slice(section.start, section.end))
  const notes = new Set(read.flatMap((section) => section.notes))
  for (const section of read) {
    const source = text.slice(section.start, section.end)
    section.lead = definitionsFor(source, definitions) + notesFor(source, section, notes) + section.lead
  }
  return shown
}

/** The ids of the footnotes that a source has, also of some in code, where no link leads. */
const notesIn = (source: string): string[] => [
  ...new Set([...source.matchAll(NOTE)].map(([, label = '']) => noteIdOf(label))),
]

/** A section may refer to footnotes of another one; an indented line would continue theirs. */
function notesFor(source: string, { notes: own }: Section, all: Set<string>): string {
  if (all.size === 0 || /^\s/.test(source)) return ''
  const stubs = new Map<string, string>()
  let length = 0
  for (const [, label = ''] of source.matchAll(NOTE_REFERENCE)) {
    const id = noteIdOf(label)
    if (!all.has(id) || own.includes(id) || stubs.has(id)) continue
    length += label.length
    if (length > MOST_DEFINITIONS) break
    stubs.set(id, `[^${label}]: -\n\n`)
  }
  return [...stubs.values()].join('')
}

const sectionOf = ({ start, end, item }: Atom, headings: Heading[]): Section => ({
  start,
  end,
  as: 'markdown',
  lead: '',
  ...(item !== undefined && { item }),
  isMore: false,
  headings,
  notes: [],
})

/** A section may refer to links that another one defines. */
function definitionsFor(source: string, definitions: Map<string, string>): string {
  if (definitions.size === 0) return ''
  const used = new Set<string>()
  let length = 0
  for (const [, label = ''] of source.matchAll(REFERENCE)) {
    const definition = definitions.get(labelOf(label))
    if (definition === undefined || used.has(definition)) continue
    length += definition.length
    if (length > MOST_DEFINITIONS) break
    used.add(definition)
  }
  return used.size === 0 ? '' : `${[...used].join('\n')}\n\n`
}

/** Longer headings are mistakes, such as a paragraph before a line of dashes. The server cuts them here, too. */
const LONGEST_TITLE = 300
/** A heading with markup needs the parser; the markup of more of them stays in their titles. */
const MOST_PARSED = 1_000

function headingsOf(): (heading: Atom['headings'][number]) => Heading {
  const idOf = anchors()
  let parsed = 0
  return ({ depth, source }) => {
    const short = source.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE)
    const isPlain = !/[\\`*_[\]<>&!~]/.test(short) || parsed++ >= MOST_PARSED
    const title = isPlain ? short : titleOf(short)
    return { id: idOf(title), depth, title }
  }
}

function titleOf(source: string): string {
  const [heading] = fromMarkdown(`# ${source}`, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  }).children
  return heading === undefined ? source : plainOf(heading) || source
}

/** The text of a node without its markup. */
const plainOf = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? (node.children as Nodes[]).map(plainOf).join('') : ''

/** A block that is too long for the parser: code by its lines, a table by its rows, anything else as it is written. */
function cutLong(text: string, { start, end, code, headEnd }: Atom): Section[] {
  if (code) return pieces(text, code.start, code.end).map((piece, i) => toSection(piece, 'code', '', i))
  const head = headEnd === undefined ? '' : text.slice(start, headEnd)
  const rows = headEnd === undefined || head.length > PIECE ? [] : pieces(text, headEnd, end)
  // A row that is cut would be another row.
  if (rows.length > 0 && rows.every((row) => row.isWhole))
    return rows.map((row, i) => toSection(row, 'markdown', head, i))
  return pieces(text, start, end).map((piece, i) => toSection(piece, 'written', '', i))
}

const toSection = ({ start, end }: Piece, as: Section['as'], lead: string, i: number): Section => ({
  start,
  end,
  as,
  lead,
  isMore: i > 0,
  headings: [],
  notes: [],
})
