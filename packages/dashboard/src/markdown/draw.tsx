import type { Nodes, RootContent } from 'mdast'
import { Fragment, type ReactNode } from 'react'
import { Lines } from '../parts/lines.tsx'
import { anchorOf, type Heading } from './anchors.ts'
import { plainOf } from './plain-of.ts'

export interface Around {
  /** Of the headings at the top level, in order. */
  headings: Heading[]
  /** The address on this server of a relative link; null: it stays text. */
  linkTo: ((url: string) => string | null) | undefined
  /** The number of the first item, if the first list continues another one. */
  item: number | undefined
}

/**
 * Blocks of Markdown as elements. Raw HTML stays text, links only lead to http(s) and to places on this page, and
 * images become links: nothing in a text can run, load or imitate a part of the page.
 */
export function drawBlocks(blocks: RootContent[], around: Around): ReactNode {
  const ids = idsOf(blocks, around.headings)
  return all(blocks, { ...around, ids, list: blocks.find(({ type }) => type === 'list') })
}

interface Inside extends Around {
  ids: Map<Nodes, string>
  list: Nodes | undefined
}

/** By its title, if the parser sees other headings than the outline. */
function idsOf(blocks: RootContent[], known: Heading[]): Map<Nodes, string> {
  const left = [...known]
  const ids = new Map<Nodes, string>()
  for (const block of blocks)
    if (block.type === 'heading') {
      const anchor = anchorOf(plainOf(block))
      const at = left.findIndex(({ title }) => anchorOf(title) === anchor)
      const [found] = left.splice(Math.max(0, at), at < 0 ? 0 : 1)
      if (found) ids.set(block, found.id)
    }
  return ids
}

const all = (nodes: Nodes[], around: Inside): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change their order
  nodes.map((node, i) => <Fragment key={i}>{one(node, around)}</Fragment>)

function one(node: Nodes, around: Inside): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{all(node.children, around)}</p>
    case 'heading': {
      // The page's own heading has the first level.
      const Heading = `h${Math.min(6, node.depth + 1)}` as 'h2'
      return <Heading id={around.ids.get(node)}>{all(node.children, around)}</Heading>
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
        <ol start={(node === around.list ? around.item : undefined) ?? node.start ?? 1}>
          {all(node.children, around)}
        </ol>
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
    case 'footnoteReference':
      return `[^${node.label ?? node.identifier}]`
    case 'footnoteDefinition':
      return (
        <div className="footnote">
          <span className="muted">{`[^${node.label ?? node.identifier}]`}</span>
          <div>{all(node.children, around)}</div>
        </div>
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

function SafeLink({ url, around, children }: { url: string; around: Inside; children: ReactNode }) {
  const isSafe = /^https?:\/\//i.test(url) || (url.startsWith('#') && around.linkTo === undefined)
  const address = isSafe ? url : (around.linkTo?.(url) ?? null)
  if (address === null) return <>{children}</>
  return (
    <a className="link" href={address} rel="noreferrer noopener">
      {children}
    </a>
  )
}

function Table({ rows, around }: { rows: { children: { children: Nodes[] }[] }[]; around: Inside }) {
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
