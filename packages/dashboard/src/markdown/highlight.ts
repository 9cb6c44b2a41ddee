import type { Root, RootContent } from 'hast'
import { common, createLowlight } from 'lowlight'
import type { Token } from '../parts/colour-code.ts'

/** More pieces would be drawn with a pause that a reader notices. */
const MOST_TOKENS = 3_000

/** The scopes of highlight.js by the colours that code has on all pages; others have the colour of text. */
const KINDS: Record<string, Token['kind']> = {
  'hljs-keyword': 'kw',
  'hljs-built_in': 'kw',
  'hljs-literal': 'kw',
  'hljs-selector-tag': 'kw',
  'hljs-name': 'kw',
  'hljs-meta': 'kw',
  'hljs-string': 'st',
  'hljs-regexp': 'st',
  'hljs-addition': 'st',
  'hljs-number': 'nu',
  'hljs-symbol': 'nu',
  'hljs-deletion': 'nu',
  'hljs-title': 'fn',
  'hljs-attr': 'fn',
  'hljs-attribute': 'fn',
  'hljs-property': 'fn',
  'hljs-section': 'fn',
  'hljs-comment': 'muted',
  'hljs-quote': 'muted',
}

const lowlight = createLowlight(common)

/** Code in a language as pieces with their kinds, without nesting; null for an unknown language, or too many pieces. */
export function highlight(code: string, language: string): Token[] | null {
  if (!lowlight.registered(language)) return null
  const tokens = tokensOf(lowlight.highlight(language, code))
  return tokens.length > MOST_TOKENS ? null : tokens
}

/** Without recursion, because the depth is the text's. */
function tokensOf(tree: Root): Token[] {
  const tokens: Token[] = []
  const left: { node: Root | RootContent; kind: Token['kind'] }[] = [{ node: tree, kind: null }]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const { node, kind } = at
    if (node.type === 'text') tokens.push({ text: node.value, kind })
    if (!('children' in node)) continue
    const own = node.type === 'element' ? kindOf(node.properties.className) : undefined
    for (const child of node.children.toReversed()) left.push({ node: child, kind: own ?? kind })
  }
  return tokens
}

const kindOf = (names: unknown): Token['kind'] | undefined =>
  Array.isArray(names)
    ? names.map((name) => KINDS[String(name)]).find((kind) => kind !== undefined)
    : undefined
