import { percentDecoded } from '@svc/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { documentOf, treeOf } from '../../data/knowledge.ts'

/** The document or folder at an address below `/o/<organization>/knowledge/`. */
export interface KnowledgePlace {
  project: string | undefined
  /** Of the document or the folder, below its project. */
  path: string
  folder: string
  isDocument: boolean
}

/** Documents end in `.md`, `.mdx` or `.markdown`; another path is a folder. */
export function knowledgePlaceOf(splat: string): KnowledgePlace {
  const [project, ...names] = splat.split('/').filter(Boolean)
  const path = names.join('/')
  const isDocument = /\.(md|mdx|markdown)$/i.test(path)
  return { project, path, folder: isDocument ? names.slice(0, -1).join('/') : path, isDocument }
}

/** Reads the first view of a page below `/o/<organization>/knowledge/`. */
export async function prefetchPlace(
  queries: QueryClient,
  organization: string,
  splat: string,
): Promise<void> {
  const { project, path, folder, isDocument } = knowledgePlaceOf(splat)
  const tree = queries.prefetchQuery(treeOf(organization, project, folder))
  if (project && isDocument) await queries.prefetchQuery(documentOf(organization, project, path))
  await tree
}

export const splatOf = (project: string, path = ''): string => (path === '' ? project : `${project}/${path}`)

/** The address of a document or a folder. */
export const knowledgeAddress = (organization: string, project: string, path: string): string =>
  `/o/${[organization, 'knowledge', project, ...path.split('/')].filter(Boolean).map(encodeURIComponent).join('/')}`

/**
 * The path that a relative link in a document leads to; null for anything else, such as a link out
 * of the project.
 */
export function resolveLink(from: string, url: string): { path: string; hash: string } | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return null
  const [given = '', hash = ''] = url.split('#', 2)
  if (given === '') return { path: from, hash }
  const names = given.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const name of percentDecoded(given).split('/')) {
    if (name === '..' && names.length === 0) return null
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  return { path: names.join('/'), hash }
}
