import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { treeOf } from '../../data/knowledge.ts'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { mayWrite, useRole } from '../../frame/use-role.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { DocumentView } from './document-view.tsx'
import { FolderList } from './folder-list.tsx'
import { FolderTree } from './folder-tree.tsx'
import { NewDocument } from './new-document.tsx'
import { type KnowledgePlace, knowledgePlaceOf } from './place-of.ts'
import { SearchField } from './search-field.tsx'
import { SearchResults } from './search-results.tsx'
import { SectionsNav } from './sections-nav.tsx'
import './knowledge.css'

const route = getRouteApi('/o/$organization/knowledge/$')

/** Documents of an organization: their tree, and the selected document beside it. */
export function KnowledgePage() {
  const { organization, _splat = '' } = route.useParams()
  const { view } = route.useSearch()
  const place = knowledgePlaceOf(_splat)
  const { project, folder } = place
  const tree = useQuery(treeOf(organization, project, folder))
  const role = useRole(organization)
  useIsOrganization(organization, project)
  useTitle(project === undefined ? 'Knowledge' : `Knowledge · ${project}`)
  if (tree.error) return <Trouble error={tree.error} onRetry={() => tree.refetch()} />
  return (
    <>
      <header className="head-of">
        <h1 className="page-title">Knowledge</h1>
        <SectionsNav organization={organization} project={project} here="documents" />
        {mayWrite(role) && project !== undefined && view !== 'new' && (
          <route.Link
            className="button"
            to="."
            params={{ organization, _splat: [project, folder].filter(Boolean).join('/') }}
            search={{ view: 'new' }}
          >
            <Icon name="plus" />
            New document
          </route.Link>
        )}
        <SearchField project={project} />
      </header>
      <div className="knowledge">
        <Beside title="All folders">
          {tree.data ? (
            <FolderTree organization={organization} tree={tree.data} place={place} />
          ) : (
            <Skeleton rows={5} />
          )}
        </Beside>
        <div className="knowledge-main">
          <Chosen place={place} />
        </div>
      </div>
    </>
  )
}

/** The tree; on a narrow screen a line opens it, so that the document comes first. */
function Beside({ title, children }: { title: string; children: ReactNode }) {
  const isNarrow = useMedia(NARROW)
  const [isOpen, setOpen] = useState(false)
  if (!isNarrow) return <div className="knowledge-tree">{children}</div>
  return (
    <div className="knowledge-tree">
      <Disclosure title={title} isOpen={isOpen} onToggle={setOpen}>
        {children}
      </Disclosure>
    </div>
  )
}

function Chosen({ place }: { place: KnowledgePlace }) {
  const { organization } = route.useParams()
  const { q, scope, view } = route.useSearch()
  const { project, path, folder, isDocument } = place
  const { data: tree } = useQuery(treeOf(organization, project, folder))
  const role = useRole(organization)
  if (q !== undefined)
    return (
      <SearchResults organization={organization} query={q} project={scope === 'all' ? undefined : project} />
    )
  if (view === 'new' && project !== undefined)
    return mayWrite(role) ? (
      <NewDocument
        key={`${project}/${folder}`}
        organization={organization}
        project={project}
        folder={folder}
      />
    ) : (
      <EmptyState icon="warning" title="You can read documents but not write them">
        <p>An admin of your organization can make you an editor.</p>
      </EmptyState>
    )
  if (isDocument && project !== undefined)
    return (
      <DocumentView key={`${project}/${path}`} organization={organization} project={project} path={path} />
    )
  if (!tree) return <Skeleton rows={6} />
  return <FolderList organization={organization} tree={tree} place={place} canWrite={mayWrite(role)} />
}
