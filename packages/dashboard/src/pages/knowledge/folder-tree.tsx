import { Link } from '@tanstack/react-router'
import type { Folder, Tree } from '../../data/knowledge.ts'
import { EXACT } from '../../parts/exact.ts'
import { Icon } from '../../parts/icon.tsx'
import { number } from '../../parts/words.ts'
import { type KnowledgePlace, splatOf } from './place-of.ts'
import './folder-tree.css'

interface Row {
  project: string
  path: string
  name: string
  depth: number
  /** Including the documents of the folders below it. */
  documents: number
}

/** Every project with its folders, and the documents of the open folder inside it. */
export function FolderTree({
  organization,
  tree,
  place,
}: {
  organization: string
  tree: Tree
  place: KnowledgePlace
}) {
  const rows = rowsOf(tree.folders, place)
  if (rows.length === 0) return <p className="muted nothing">No document yet.</p>
  return (
    <nav className="card tree" aria-label="Folders">
      {place.project !== undefined && (
        <Link
          className="twig"
          to="/o/$organization/knowledge/$"
          activeOptions={EXACT}
          params={{ organization, _splat: '' }}
        >
          <Icon name="left" tone="muted" />
          All projects
        </Link>
      )}
      <ul>
        {rows.map(({ project, path, name, depth, documents }) => {
          const isOpen = project === place.project && path === place.folder
          return (
            <li key={`${project}/${path}`}>
              <Link
                className={`twig depth-${Math.min(depth, 6)}`}
                to="/o/$organization/knowledge/$"
                activeOptions={EXACT}
                params={{ organization, _splat: splatOf(project, path) }}
                {...(isOpen && !place.isDocument && { 'aria-current': 'page' })}
                title={splatOf(project, path)}
              >
                <Icon
                  name={depth === 0 ? 'stack' : isAbove(project, path, place) ? 'down' : 'right'}
                  tone="muted"
                />
                <span className="ellipsis">{name}</span>
                {documents > 0 && <span className="n">{number(documents)}</span>}
              </Link>
              {isOpen && place.isDocument && (
                <ul>
                  {tree.documents.map((document) => (
                    <li key={document.id}>
                      <Link
                        className={`twig leaf depth-${Math.min(depth + 1, 6)}`}
                        to="/o/$organization/knowledge/$"
                        activeOptions={EXACT}
                        params={{ organization, _splat: splatOf(project, document.path) }}
                        {...(document.path === place.path && { 'aria-current': 'page' })}
                        title={document.path}
                      >
                        <Icon name="doc" tone="muted" />
                        <span className="ellipsis">{document.title}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Projects, and folders whose parent is open. A folder without documents is listed for its subfolders. */
function rowsOf(folders: Folder[], place: KnowledgePlace): Row[] {
  const rows = new Map<string, Row>()
  for (const { project, path, documents } of folders) {
    const names = path.split('/').filter(Boolean)
    for (let depth = 0; depth <= names.length; depth++) {
      const above = names.slice(0, depth).join('/')
      const key = `${project}/${above}`
      const row = rows.get(key) ?? {
        project,
        path: above,
        name: names[depth - 1] ?? project,
        depth,
        documents: 0,
      }
      rows.set(key, { ...row, documents: row.documents + documents })
    }
  }
  return [...rows.values()]
    .filter(({ project, path, depth }) => depth === 0 || isAbove(project, parentOf(path), place))
    .sort((a, b) => (`${a.project}/${a.path}` < `${b.project}/${b.path}` ? -1 : 1))
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** True if the folder is open or contains the open one. */
const isAbove = (project: string, path: string, place: KnowledgePlace): boolean =>
  project === place.project && (path === '' || `${place.folder}/`.startsWith(`${path}/`))
