import type { Definition, Nodes, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { labelOf } from './scan-lines.ts'

/** More containers within containers than any person writes, and few enough to draw them one within the other. */
const MOST_NESTED = 60
/** More elements than the page draws at once without a pause that a reader notices. */
const MOST_NODES = 8_000

/** The blocks of a section; links by reference have the address of their definition. Throws for a text that nests too deep, or has too many parts, to draw it. */
export function readSection(source: string): RootContent[] {
  const root = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const definitions = new Map<string, Definition>()
  const nodes = walked(root)
  for (const node of nodes)
    if (node.type === 'definition') {
      const label = labelOf(node.identifier)
      if (!definitions.has(label)) definitions.set(label, node)
    }
  for (const node of nodes) lighten(node, definitions)
  return root.children.filter(({ type }) => type !== 'definition')
}

/** Without recursion, because the depth is the text's. */
function walked(root: Root): Nodes[] {
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
  return all
}

/** What drawing does not need would be copied to the page with the rest. */
function lighten(node: Nodes, definitions: Map<string, Definition>): void {
  delete node.position
  if (node.type !== 'linkReference' && node.type !== 'imageReference') return
  const url = definitions.get(labelOf(node.identifier))?.url
  if (url !== undefined) Object.assign(node, { type: node.type === 'linkReference' ? 'link' : 'image', url })
}
