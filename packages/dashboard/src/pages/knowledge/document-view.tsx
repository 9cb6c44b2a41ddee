import { percentDecoded } from '@svc/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { codeOf } from '../../data/code-of.ts'
import { documentOf, type KnowledgeDocument } from '../../data/knowledge.ts'
import { useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { mayWrite, useRole } from '../../frame/use-role.ts'
import { anchorOf, type Heading } from '../../markdown/anchors.ts'
import { OutlinedMarkdown } from '../../markdown/markdown.tsx'
import { useOutline } from '../../markdown/use-outline.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { EXACT } from '../../parts/exact.ts'
import { Lines } from '../../parts/lines.tsx'
import { usePortion } from '../../parts/portion.tsx'
import { Time } from '../../parts/time.tsx'
import { bytesText } from '../../parts/words.ts'
import { DocumentFailures } from './document-failures.tsx'
import { EditDocument } from './edit-document.tsx'
import { knowledgeAddress, resolveLink } from './place-of.ts'
import { Revisions } from './revisions.tsx'
import type { View } from './search.ts'
import './document.css'

const route = getRouteApi('/o/$organization/knowledge/$')

/** A document: its text, its history, the failures that it explains, and its editor. */
export function DocumentView({
  organization,
  project,
  path,
}: {
  organization: string
  project: string
  path: string
}) {
  const { view } = route.useSearch()
  const role = useRole(organization)
  const { data: document, error, refetch } = useQuery(documentOf(organization, project, path))
  useTitle(document?.title ?? path)
  if (codeOf(error) === 'NOT_FOUND') return <NoDocument project={project} path={path} />
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  if (!document) return <Skeleton rows={8} />
  return (
    <article className="document">
      <Head document={document} />
      <Views view={view} canWrite={mayWrite(role)} revision={document.revision} />
      {view === 'edit' && role !== null ? (
        <EditDocument organization={organization} document={document} canWrite={mayWrite(role)} />
      ) : view === 'revisions' ? (
        <Revisions organization={organization} document={document} />
      ) : view === 'failures' ? (
        <DocumentFailures organization={organization} document={document} />
      ) : view === 'raw' ? (
        <Raw text={document.content ?? ''} />
      ) : (
        <Body organization={organization} document={document} />
      )}
    </article>
  )
}

function Head({ document }: { document: KnowledgeDocument }) {
  const { path, title, tags, visibility, bytes, updatedAt } = document
  return (
    <header>
      <h2>{title}</h2>
      <p className="path">
        <span className="mono">{path}</span>
        <span>{visibility === 'shared' ? 'shared with all projects' : `for ${document.project} only`}</span>
        <span>{bytesText(bytes)}</span>
        <span>
          changed <Time at={updatedAt} />
        </span>
        {tags.map((tag) => (
          <span className="chip base-is-broken" key={tag}>
            {tag}
          </span>
        ))}
      </p>
    </header>
  )
}

const VIEWS: { view: View | undefined; label: string }[] = [
  { view: undefined, label: 'Document' },
  { view: 'revisions', label: 'Revisions' },
  { view: 'failures', label: 'Failures' },
  { view: 'raw', label: 'Markdown' },
  { view: 'edit', label: 'Edit' },
]

function Views({
  view,
  revision,
  canWrite,
}: {
  view: View | undefined
  revision: number
  canWrite: boolean
}) {
  return (
    <nav className="sections" aria-label="Views of the document">
      {VIEWS.filter((each) => each.view !== 'edit' || canWrite).map((each) => (
        <route.Link
          key={each.label}
          activeOptions={EXACT}
          to="."
          search={each.view === undefined ? {} : { view: each.view }}
          {...(view === each.view && { 'aria-current': 'page' })}
        >
          {each.label}
          {each.view === 'revisions' && <span className="n">{revision}</span>}
        </route.Link>
      ))}
    </nav>
  )
}

function Body({ organization, document }: { organization: string; document: KnowledgeDocument }) {
  const text = useMemo(() => bodyOf(document), [document])
  const outlined = useOutline(text)
  const headings = useMemo(
    () => outlined?.sections.flatMap((section) => section.headings).filter(({ depth }) => depth < 4) ?? [],
    [outlined],
  )
  const { path, project } = document
  const linkTo = useCallback(
    (url: string): string | null => {
      const found = resolveLink(path, url)
      if (found === null) return null
      const hash = found.hash === '' ? '' : `#${anchorOf(percentDecoded(found.hash))}`
      return found.path === path ? hash || '#' : knowledgeAddress(organization, project, found.path) + hash
    },
    [organization, project, path],
  )
  if (text.trim() === '')
    return (
      <EmptyState icon="doc" title="This document is empty">
        <p>Its next revision may have content.</p>
      </EmptyState>
    )
  return (
    <div className="with-headings">
      <OutlinedMarkdown outlined={outlined} hasAnchors linkTo={linkTo} />
      {headings.length > 1 && <Headings headings={headings} />}
    </div>
  )
}

/** More are only listed on request: a list of thousands would take longer to draw than the text. */
const HEADINGS_AT_ONCE = 200

function Headings({ headings }: { headings: Heading[] }) {
  const { shown, more } = usePortion(headings, 'heading', HEADINGS_AT_ONCE)
  return (
    <nav className="headings" aria-label="Headings">
      <p className="muted">On this page</p>
      <ul>
        {shown.map(({ id, depth, title }) => (
          <li key={id} className={`level-${depth}`}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {more}
    </nav>
  )
}

/** The text without its front matter, and without a first heading that repeats the title above it. */
function bodyOf({ content, title }: KnowledgeDocument): string {
  const body = (content ?? '').replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '').trimStart()
  const end = body.indexOf('\n')
  const heading = body.startsWith('# ') ? body.slice(2, Math.max(0, end)).trim() : null
  return heading?.replace(/ #+$/, '').trimEnd() === title ? body.slice(end + 1).replace(/^\n+/, '') : body
}

function Raw({ text }: { text: string }) {
  return (
    <>
      <div className="doing">
        <CopyButton text={text} label="Copy the Markdown" />
      </div>
      <Lines text={text} label="Markdown" look="wrap" />
    </>
  )
}

function NoDocument({ project, path }: { project: string; path: string }) {
  const { organization } = route.useParams()
  return (
    <EmptyState icon="unknown" title="There is no such document">
      <p>
        {path} is not in {project}. It was deleted or renamed, or you may not read it.
      </p>
      <Link
        className="button"
        to="/o/$organization/knowledge/$"
        params={{ organization, _splat: project }}
        search={{
          q: path
            .split('/')
            .at(-1)
            ?.replace(/\.\w+$/, ''),
        }}
      >
        Search for it
      </Link>
    </EmptyState>
  )
}
