import type { Nodes, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { Fragment, type ReactNode } from 'react'
import { Lines } from './lines.tsx'
import './markdown.css'

/**
 * Markdown as elements. Raw HTML stays text, links only lead to http(s) and to places on this page,
 * and images become links: nothing in a document can run, load or imitate a part of the page.
 */
export function Markdown({
  text,
  hasAnchors = false,
  linkTo,
}: {
  text: string
  /** True gives every heading the id from `headingsOf`, so that a list of headings can link to it. */
  hasAnchors?: boolean
  /** The address on this server of a relative link; null: it stays text. */
  linkTo?: (url: string) => string | null
}) {
  const tree = treeOf(text)
  const ids = hasAnchors ? idsOf(tree) : new Map()
  return <div className="markdown">{all(tree.children, { ids, linkTo })}</div>
}

export interface Heading {
  id: string
  depth: number
  title: string
}

/** The headings of a text, in order; their ids are those of `Markdown` with anchors. */
export const headingsOf = (text: string): Heading[] => [...idsOf(treeOf(text)).values()]

/** The id of the first heading with this text. */
export const anchorOf = (title: string): string =>
  `h-${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}`

interface Around {
  ids: Map<Nodes, Heading>
  linkTo: ((url: string) => string | null) | undefined
}

const treeOf = (text: string) =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

function idsOf(tree: Root): Map<Nodes, Heading> {
  const seen = new Map<string, number>()
  const headings = tree.children.filter((node) => node.type === 'heading')
  return new Map(
    headings.map((node) => {
      const title = plainOf(node)
      const id = anchorOf(title)
      const times = seen.get(id) ?? 0
      seen.set(id, times + 1)
      return [node, { id: times === 0 ? id : `${id}-${times}`, depth: node.depth, title }]
    }),
  )
}

const plainOf = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? (node.children as Nodes[]).map(plainOf).join('') : ''

const all = (nodes: Nodes[], around: Around): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change their order
  nodes.map((node, i) => <Fragment key={i}>{one(node, around)}</Fragment>)

function one(node: Nodes, around: Around): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{all(node.children, around)}</p>
    case 'heading': {
      // The page's own heading has the first level.
      const Heading = `h${Math.min(6, node.depth + 1)}` as 'h2'
      return <Heading id={around.ids.get(node)?.id}>{all(node.children, around)}</Heading>
    }
    case 'text':
      return node.value
    case 'html':
      return <code>{node.value}</code>
    case 'strong':
      return <strong>{all(node.children, around)}</strong>
    case 'emphasis':
      return <em>{all(node.children, around)}</em>
    case 'delete':
      return <del>{all(node.children, around)}</del>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return <Lines text={node.value} label="Code" />
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'blockquote':
      return <blockquote>{all(node.children, around)}</blockquote>
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>{all(node.children, around)}</ol>
      ) : (
        <ul>{all(node.children, around)}</ul>
      )
    case 'listItem':
      return (
        <li>
          {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
          {all(node.children, around)}
        </li>
      )
    case 'link':
      return (
        <SafeLink url={node.url} around={around}>
          {all(node.children, around)}
        </SafeLink>
      )
    case 'image':
      return (
        <SafeLink url={node.url} around={around}>
          {node.alt || 'image'}
        </SafeLink>
      )
    case 'table':
      return <Table rows={node.children} around={around} />
    default:
      return 'children' in node
        ? all(node.children as RootContent[], around)
        : 'value' in node
          ? node.value
          : null
  }
}

function SafeLink({ url, around, children }: { url: string; around: Around; children: ReactNode }) {
  const isSafe = /^https?:\/\//i.test(url) || (url.startsWith('#') && around.linkTo === undefined)
  const address = isSafe ? url : (around.linkTo?.(url) ?? null)
  if (address === null) return <>{children}</>
  return (
    <a className="link" href={address} rel="noreferrer noopener">
      {children}
    </a>
  )
}

function Table({ rows, around }: { rows: { children: { children: Nodes[] }[] }[]; around: Around }) {
  const [head, ...body] = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className="table" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their order
              <th key={i}>{all(cell.children, around)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order
            <tr key={i}>
              {row.children.map((cell, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their order
                <td key={j}>{all(cell.children, around)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
