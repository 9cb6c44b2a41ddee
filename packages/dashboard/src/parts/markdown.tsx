import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { Fragment, type ReactNode } from 'react'
import './lines.css'
import './markdown.css'

/**
 * Markdown as elements. Raw HTML stays text, links lead to http(s) and to places of this page only, and images are
 * links: nothing in a document can run, load or look like a part of the page.
 */
export function Markdown({ text }: { text: string }) {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return <div className="markdown">{all(tree.children)}</div>
}

const all = (nodes: Nodes[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change their order
  nodes.map((node, i) => <Fragment key={i}>{one(node)}</Fragment>)

function one(node: Nodes): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{all(node.children)}</p>
    case 'heading': {
      // The page has the first level.
      const Heading = `h${Math.min(6, node.depth + 1)}` as 'h2'
      return <Heading>{all(node.children)}</Heading>
    }
    case 'text':
      return node.value
    case 'html':
      return <code>{node.value}</code>
    case 'strong':
      return <strong>{all(node.children)}</strong>
    case 'emphasis':
      return <em>{all(node.children)}</em>
    case 'delete':
      return <del>{all(node.children)}</del>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return <Block text={node.value} />
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'blockquote':
      return <blockquote>{all(node.children)}</blockquote>
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>{all(node.children)}</ol>
      ) : (
        <ul>{all(node.children)}</ul>
      )
    case 'listItem':
      return (
        <li>
          {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
          {all(node.children)}
        </li>
      )
    case 'link':
      return <SafeLink url={node.url}>{all(node.children)}</SafeLink>
    case 'image':
      return <SafeLink url={node.url}>{node.alt || 'image'}</SafeLink>
    case 'table':
      return <Table rows={node.children} />
    default:
      return 'children' in node ? all(node.children as RootContent[]) : 'value' in node ? node.value : null
  }
}

function SafeLink({ url, children }: { url: string; children: ReactNode }) {
  const isSafe = /^https?:\/\//i.test(url) || url.startsWith('#')
  if (!isSafe) return <>{children}</>
  return (
    <a className="link" href={url} rel="noreferrer noopener">
      {children}
    </a>
  )
}

function Block({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className="lines" tabIndex={0} aria-label="Code">
      {text.split('\n').map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
        <div key={i}>{line}</div>
      ))}
    </section>
  )
}

function Table({ rows }: { rows: { children: { children: Nodes[] }[] }[] }) {
  const [head, ...body] = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className="table" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their order
              <th key={i}>{all(cell.children)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order
            <tr key={i}>
              {row.children.map((cell, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their order
                <td key={j}>{all(cell.children)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
