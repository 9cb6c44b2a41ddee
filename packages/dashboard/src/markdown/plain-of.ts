import type { Nodes } from 'mdast'

/** The text of a node without its markup. */
export const plainOf = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? (node.children as Nodes[]).map(plainOf).join('') : ''
