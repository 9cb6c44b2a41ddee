import { HeadText, TailText } from '../common/output.ts'
import type { Attributes, XmlHandler } from './handler.ts'

/** An element with its content, of limited size. */
export interface XmlNode {
  name: string
  attributes: Attributes
  children: XmlNode[]
  /** Its own text: the start, or for output, the end. */
  text: string
  /** Its first line, from 1. */
  line: number
}

export interface Collecting {
  /** Elements that the reader reports when they end, with their nested elements. */
  wanted: ReadonlySet<string>
  /** Elements that contain output, of which the end is kept. */
  printed: ReadonlySet<string>
  node(node: XmlNode): void
  /** Any other element, when it starts and when it ends. */
  begin?(name: string, attributes: Attributes, line: number): void
  end?(name: string): void
  repaired(kind: string, line: number): void
}

/** The most elements below one that is collected whole: a test with thousands of rows has many. */
const MOST_NODES = 50_000

interface Open {
  node: XmlNode
  text: HeadText | TailText
}

/** Reports complete elements of a document while it streams. */
export const collect = ({ wanted, printed, node: tell, begin, end, repaired }: Collecting): XmlHandler => {
  const open: Open[] = []
  let nodes = 0
  let left = 0
  return {
    repaired,
    open(name, attributes, line) {
      const above = open.at(-1)
      if (!above && !wanted.has(name)) {
        begin?.(name, attributes, line)
        return false
      }
      if (left > 0 || nodes >= MOST_NODES) {
        if (left === 0) repaired('too many elements of one test', line)
        left += 1
        return false
      }
      const node: XmlNode = { name, attributes, children: [], text: '', line }
      above?.node.children.push(node)
      nodes += 1
      open.push({ node, text: printed.has(name) ? new TailText() : new HeadText() })
      return true
    },
    text: (piece) => open.at(-1)?.text.add(piece),
    close(name) {
      if (left > 0) {
        left -= 1
        return
      }
      const closed = open.pop()
      if (!closed) {
        end?.(name)
        return
      }
      closed.node.text = closed.text.text
      if (open.length > 0) return
      nodes = 0
      tell(closed.node)
    },
  }
}

/** The first nested element with that name. */
export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((each) => each.name === name)

/** The nested elements with that name. */
export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((each) => each.name === name) ?? []

/** The text of an element at a path, without surrounding white space; empty if there is none. */
export const textAt = (node: XmlNode | undefined, ...path: string[]): string => {
  let current = node
  for (const name of path) current = child(current, name)
  return current?.text.trim() ?? ''
}

/** The pairs of name and value in a list of .NET's reports. */
export const annotationsOf = (node: XmlNode, list: string, item: string) =>
  childrenOf(child(node, list), item).map(({ attributes }) => ({
    type: attributes.get('name') ?? '',
    description: attributes.get('value') ?? '',
  }))
