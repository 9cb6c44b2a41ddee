import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** Reads Markdown the way GitHub does. */
const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

export interface MarkdownParts {
  links: string[]
  /** Source of every piece of HTML. */
  html: string[]
  images: string[]
  /** Text people read, without blocks of code. */
  text: string
  code: string[]
  kinds: Set<string>
}

/** The text of a piece of Markdown, in any syntax. */
export function partsOf(markdown: string): MarkdownParts {
  const parts: MarkdownParts = { links: [], html: [], images: [], text: '', code: [], kinds: new Set() }
  const walk = (node: Nodes): void => {
    parts.kinds.add(node.type)
    if (node.type === 'link') parts.links.push(node.url)
    else if (node.type === 'image') parts.images.push(node.url)
    else if (node.type === 'html') parts.html.push(node.value)
    else if (node.type === 'text') parts.text += node.value
    else if (node.type === 'code' || node.type === 'inlineCode') parts.code.push(node.value)
    if ('children' in node) {
      for (const child of node.children) walk(child)
      parts.text += '\n'
    }
  }
  walk(parseMarkdown(markdown))
  return parts
}
