import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { anchors, type Heading } from './anchors.ts'
import { cutLong } from './cut-long.ts'
import { plainOf } from './plain-of.ts'
import { type Atom, labelOf, scanLines } from './scan-lines.ts'
import type { Section } from './section.ts'

/** Enough to fill a screen; shorter blocks share a section. */
const ENOUGH = 4 * 1024
/** The parser needs a second for some blocks of this length that nobody writes, and minutes for longer ones. */
const LONGEST_BLOCK = 16 * 1024
/** Of the definitions that one section uses. */
const MOST_DEFINITIONS = 8 * 1024
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
  if (definitions.size > 0)
    for (const section of shown)
      if (section.as === 'markdown')
        section.lead = definitionsFor(text.slice(section.start, section.end), definitions) + section.lead
  return shown
}

const sectionOf = ({ start, end, item }: Atom, headings: Heading[]): Section => ({
  start,
  end,
  as: 'markdown',
  lead: '',
  ...(item !== undefined && { item }),
  isMore: false,
  headings,
})

/** A section may refer to links that another one defines. */
function definitionsFor(source: string, definitions: Map<string, string>): string {
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
