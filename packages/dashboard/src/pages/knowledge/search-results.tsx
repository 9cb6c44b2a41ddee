import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Hit, searchOf } from '../../data/knowledge.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { anchorOf } from '../../markdown/anchors.ts'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { count } from '../../parts/words.ts'
import { splatOf } from './place-of.ts'
import { plainSnippet } from './plain-snippet.ts'

const route = getRouteApi('/o/$organization/knowledge/$')

/** The best matching pieces of documents, each with the matched words. */
export function SearchResults({
  organization,
  query,
  project,
}: {
  organization: string
  query: string
  project: string | undefined
}) {
  const { data, error, refetch } = useQuery(searchOf(organization, query, project))
  const all = (
    <route.Link className="link" to="." search={(before) => ({ ...before, scope: 'all' })}>
      Search all projects
    </route.Link>
  )
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton rows={6} />
  if (data.hits.length === 0)
    return (
      <EmptyState icon="search" title={`No document contains “${query}”`}>
        <p>Try fewer or different words. "quotes" search a phrase, -word leaves a word out.</p>
        {project !== undefined && all}
        <route.Link className="link" to="." search={{}}>
          Clear the search
        </route.Link>
      </EmptyState>
    )
  const isIndexing = data.index.indexed < data.index.documents
  return (
    <section aria-labelledby="found">
      <h2 className="folder-title" id="found">
        {count(data.hits.length, 'hit')} for “{query}” in {project ?? 'all projects'}
      </h2>
      <p className="search-note muted">
        {data.truncated && `${count(data.found, 'piece')} match; these are the best. `}
        {isIndexing &&
          `The index has ${data.index.indexed} of ${count(data.index.documents, 'document')}; search again soon. `}
        {data.mode === 'hybrid' && 'Searched by words and by meaning. '}
        {project !== undefined && all}{' '}
        <route.Link className="link" to="." search={{}}>
          Clear the search
        </route.Link>
      </p>
      <ul className="card rows">
        {data.hits.map((hit) => (
          <li key={hit.chunkId}>
            <HitLine organization={organization} hit={hit} showsProject={project === undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function HitLine({
  organization,
  hit: { document, headings, snippet, highlights },
  showsProject,
}: {
  organization: string
  hit: Hit
  showsProject: boolean
}) {
  const heading = headings.at(-1)
  return (
    <Link
      className="hit"
      to="/o/$organization/knowledge/$"
      params={{ organization, _splat: splatOf(document.project, document.path) }}
      {...(heading !== undefined && { hash: anchorOf(heading) })}
    >
      <span className="name">{document.title}</span>
      <span className="under">
        <Facts>
          {showsProject && document.project}
          <span className="mono">{document.path}</span>
          {headings.length > 0 && headings.join(' › ')}
        </Facts>
      </span>
      <span className="snippet">
        {plainSnippet(snippet, highlights).map(({ text, isMatch }, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
          isMatch ? <mark key={i}>{text}</mark> : text,
        )}
      </span>
    </Link>
  )
}
