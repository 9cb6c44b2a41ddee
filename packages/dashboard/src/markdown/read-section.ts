import type { Element, ElementContent, Nodes as HastNodes, Root as HastRoot } from 'hast'
import type { FootnoteDefinition, FootnoteReference, Html, Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { type State, toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { noteIdOf } from './anchors.ts'

/** More containers within containers than any person writes, and few enough to draw them one within the other. */
const MOST_NESTED = 60
/** More elements than the page draws at once without a pause that a reader notices. */
const MOST_NODES = 8_000

/**
 * A section as elements, whose first characters, up to `lead`, are definitions of other sections. Raw HTML is text.
 * Throws for a text that nests too deep, or has too many parts, to draw it.
 */
export function readSection(source: string, lead = 0): HastRoot {
  const root = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  refuseTooMuch(root)
  root.children = root.children.filter(
    ({ type, position }) => type !== 'footnoteDefinition' || (position?.start.offset ?? 0) >= lead,
  )
  const tree = toHast(root, { handlers: { html, footnoteReference, footnoteDefinition } })
  lighten(tree)
  return tree as HastRoot
}

/** Without recursion, because the depth is the text's. */
function refuseTooMuch(root: Root): void {
  const all: Nodes[] = [root]
  const depths = [0]
  for (let i = 0; i < all.length; i++) {
    const node = all[i] as Nodes
    const depth = depths[i] ?? 0
    if (depth > MOST_NESTED) throw new Error('It nests too deep.')
    if (all.length > MOST_NODES) throw new Error('It has too many parts.')
    if (!('children' in node)) continue
    for (const child of node.children) {
      all.push(child)
      depths.push(depth + 1)
    }
  }
}

const element = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})
const textOf = (value: string): ElementContent => ({ type: 'text', value })

const html = (_: State, { value }: Html): Element => element('code', {}, [textOf(value)])

/** Notes stay where they are written: their references may be in other sections. */
const footnoteReference = (_: State, { identifier, label }: FootnoteReference): Element =>
  element('sup', {}, [
    element('a', { href: `#${noteIdOf(identifier)}`, dataNote: 'to' }, [textOf(label ?? identifier)]),
  ])

const footnoteDefinition = (state: State, node: FootnoteDefinition): Element =>
  element('div', { className: ['footnote'], id: noteIdOf(node.identifier), dataNote: 'of' }, [
    element('span', { className: ['muted'] }, [textOf(`${node.label ?? node.identifier}.`)]),
    element('div', {}, state.wrap(state.all(node), false) as ElementContent[]),
  ])

/** What drawing does not need would be copied to the page with the rest. */
function lighten(tree: HastNodes): void {
  const left: HastNodes[] = [tree]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    delete node.position
    delete node.data
    if ('children' in node) left.push(...node.children)
  }
}
