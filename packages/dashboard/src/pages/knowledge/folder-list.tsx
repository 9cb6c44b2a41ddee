import { Link } from '@tanstack/react-router'
import type { Tree } from '../../data/knowledge.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { type KnowledgePlace, splatOf } from './place-of.ts'
import '../../parts/rows.css'

/** The content of a folder: its folders, then its documents; without a project, the projects. */
export function FolderList({
  organization,
  tree,
  place,
  canWrite,
}: {
  organization: string
  tree: Tree
  place: KnowledgePlace
  canWrite: boolean
}) {
  const { project, path } = place
  const folders = foldersIn(tree, project, path)
  if (folders.length === 0 && tree.documents.length === 0)
    return <NoDocument project={project} path={path} canWrite={canWrite} />
  return (
    <section aria-labelledby="folder">
      <h2 className="folder-title" id="folder">
        {project === undefined ? 'Projects with documents' : splatOf(project, path)}
      </h2>
      <ul className="card rows">
        {folders.map((folder) => (
          <li key={`${folder.project}/${folder.path}`}>
            <Link
              className="line"
              to="/o/$organization/knowledge/$"
              params={{ organization, _splat: splatOf(folder.project, folder.path) }}
            >
              <Icon name={project === undefined ? 'stack' : 'right'} tone="muted" />
              <span className="name ellipsis">{folder.name}</span>
              <span className="muted">{count(folder.documents, 'document')}</span>
            </Link>
          </li>
        ))}
        {tree.documents.map((document) => (
          <li key={document.id}>
            <Link
              className="line"
              to="/o/$organization/knowledge/$"
              params={{ organization, _splat: splatOf(project ?? '', document.path) }}
            >
              <Icon name="doc" tone="muted" />
              <span className="about">
                <span className="name ellipsis">{document.title}</span>
                <span className="under ellipsis mono">{document.path.split('/').at(-1)}</span>
              </span>
              {document.visibility === 'shared' && <span className="chip fresh">shared</span>}
              <span className="when muted">
                <span>revision {document.revision}</span>
                <Time at={document.updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {tree.truncated && (
        <p className="muted more">
          There are more folders or documents than fit here. Search finds them all.
        </p>
      )}
    </section>
  )
}

function NoDocument({
  project,
  path,
  canWrite,
}: {
  project: string | undefined
  path: string
  canWrite: boolean
}) {
  const title = path === '' ? 'No document yet' : 'No document in this folder'
  return (
    <EmptyState icon="doc" title={title}>
      <p>
        Documents explain architecture, patterns and known failures. People read them here, agents over MCP.
        Push a folder of your repository:
      </p>
      <code>SVC_URL={location.origin} SVC_API_KEY=svc_… npx --no svc docs push docs</code>
      {project === undefined && canWrite && <p>To write one here, open Knowledge from its project.</p>}
    </EmptyState>
  )
}

/** Direct subfolders, or projects, each with the number of all documents below it. */
function foldersIn(tree: Tree, project: string | undefined, path: string) {
  const counted = new Map<string, { project: string; path: string; name: string; documents: number }>()
  for (const folder of tree.folders) {
    if (project !== undefined && folder.project !== project) continue
    if (project !== undefined && path !== '' && !folder.path.startsWith(`${path}/`)) continue
    const rest = path === '' ? folder.path : folder.path.slice(path.length + 1)
    const name = project === undefined ? folder.project : rest.split('/')[0]
    if (name === undefined || name === '' || (project !== undefined && folder.path === path)) continue
    const known = counted.get(name)
    if (known) known.documents += folder.documents
    else
      counted.set(name, {
        project: folder.project,
        path: project === undefined ? '' : [path, name].filter(Boolean).join('/'),
        name,
        documents: folder.documents,
      })
  }
  return [...counted.values()]
}
