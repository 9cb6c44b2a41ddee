import type { Element, Nodes, Root } from 'hast'
import { type Components, type ExtraProps, toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { Fragment, jsx, jsxs } from '../jsx/jsx-runtime.ts'
import { anchorOf, type Heading } from './anchors.ts'
import { CodeBlock } from './code-block.tsx'

export interface Around {
  /** Of the headings at the top level, in order. */
  headings: Heading[]
  /** The address on this server of a relative link; null: it stays text. */
  linkTo: ((url: string) => string | null) | undefined
  /** The number of the first item, if the first list continues another one. */
  item: number | undefined
  /** True if the text is alone on its page, so that its notes may have ids. */
  hasNotes: boolean
}

interface Inside extends Around {
  ids: Map<Element, string>
}

const AroundText = createContext<Inside>({
  headings: [],
  linkTo: undefined,
  item: undefined,
  hasNotes: false,
  ids: new Map(),
})

/**
 * A section as elements of React. Links only lead to http(s) and to places on this page, and images become links:
 * nothing in a text can run, load or imitate a part of the page.
 */
export function drawSection(tree: Root, around: Around): ReactNode {
  const list = tree.children.find((node) => node.type === 'element' && /^[ou]l$/.test(node.tagName))
  if (list?.type === 'element' && list.tagName === 'ol' && around.item !== undefined)
    list.properties.start = around.item
  return (
    <AroundText value={{ ...around, ids: idsOf(tree, around.headings) }}>
      {toJsxRuntime(tree, { Fragment, jsx, jsxs, components: COMPONENTS, passNode: true })}
    </AroundText>
  )
}

/** By its title, if the parser sees other headings than the outline. */
function idsOf({ children }: Root, known: Heading[]): Map<Element, string> {
  const left = [...known]
  const ids = new Map<Element, string>()
  for (const block of children)
    if (block.type === 'element' && /^h[1-6]$/.test(block.tagName)) {
      const anchor = anchorOf(textOf(block))
      const at = left.findIndex(({ title }) => anchorOf(title) === anchor)
      const [found] = left.splice(Math.max(0, at), at < 0 ? 0 : 1)
      if (found) ids.set(block, found.id)
    }
  return ids
}

const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''

/** The page's own heading has the first level. */
function HeadingOf({ node, children }: ComponentProps<'h2'> & ExtraProps) {
  const { ids } = use(AroundText)
  const Tag = `h${Math.min(6, Number(node?.tagName.slice(1)) + 1)}` as 'h2'
  return <Tag id={node && ids.get(node)}>{children}</Tag>
}

function Anchor({ node, href = '', children }: ComponentProps<'a'> & ExtraProps) {
  const { linkTo, hasNotes } = use(AroundText)
  const isNote = node?.properties.dataNote !== undefined
  const isOwn = isNote ? hasNotes : href.startsWith('#') && linkTo === undefined
  const address = isOwn || /^https?:\/\//i.test(href) ? href : isNote ? null : (linkTo?.(href) ?? null)
  if (address === null) return <>{children}</>
  return (
    <a className="link" href={address} rel="noreferrer noopener">
      {children}
    </a>
  )
}

const Image = ({ src, alt }: ComponentProps<'img'>) => (
  <Anchor href={String(src ?? '')}>{alt || 'image'}</Anchor>
)

function Division({ node, id, className, children }: ComponentProps<'div'> & ExtraProps) {
  const { hasNotes } = use(AroundText)
  return (
    <div className={className} id={hasNotes && node?.properties.dataNote === 'of' ? id : undefined}>
      {children}
    </div>
  )
}

const Table = ({ children }: ComponentProps<'table'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
  <section className="table" tabIndex={0} aria-label="Table">
    <table>{children}</table>
  </section>
)

const Done = ({ checked = false }: ComponentProps<'input'>) => (
  <input type="checkbox" checked={checked} disabled readOnly aria-label={checked ? 'done' : 'not done'} />
)

function Pre({ node }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children.find((child) => child.type === 'element')
  const names = code?.properties.className
  const language = Array.isArray(names) ? String(names[0] ?? '').replace(/^language-/, '') : ''
  return <CodeBlock text={code ? textOf(code).replace(/\n$/, '') : ''} language={language} />
}

const COMPONENTS: Partial<Components> = {
  a: Anchor,
  img: Image,
  div: Division,
  table: Table,
  input: Done,
  pre: Pre,
  h1: HeadingOf,
  h2: HeadingOf,
  h3: HeadingOf,
  h4: HeadingOf,
  h5: HeadingOf,
  h6: HeadingOf,
}
