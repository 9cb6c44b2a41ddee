import type { documentOperations } from '@svc/schema'
import { sql } from 'kysely'
import { normalized } from '../../../ground/kernel/normalized.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { reachOf, readableDocuments } from '../readable-documents.ts'
import { isBelow } from './below-folder.ts'

type Verbs = Handlers<typeof documentOperations>

const MOST_FOLDERS = 2_000
const MOST_DOCUMENTS = 500

/** The tree of folders, and the documents of one of them. */
export const listFolders: Verbs['listFolders'] = async ({ ctx, input }) => {
  const reach = await reachOf(ctx, { project: input.project })
  const readable = ctx.store.read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .where(readableDocuments(ctx, reach))
  // Paths alone are short, and one index has them: a database cannot cut them at their last slash.
  const paths = await readable.select(['project.slug', 'document.path']).execute()
  const counted = new Map<string, { project: string; path: string; documents: number }>()
  for (const { slug, path } of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const key = `${slug}/${folder}`
    const known = counted.get(key)
    if (known) known.documents++
    else counted.set(key, { project: slug, path: folder, documents: 1 })
  }
  const folders = [...counted.values()].sort(byProjectAndPath)
  const documents =
    input.project === undefined
      ? []
      : await readable
          .select([
            'document.public_id',
            'document.path',
            'document.title',
            'document.visibility',
            'document.revision',
            'document.updated_at',
          ])
          .where(isDirectlyIn(input.folder ?? ''))
          .orderBy('document.path')
          .limit(MOST_DOCUMENTS + 1)
          .execute()
  return {
    folders: folders.slice(0, MOST_FOLDERS),
    documents: documents.slice(0, MOST_DOCUMENTS).map((row) => ({
      id: row.public_id,
      path: row.path,
      title: row.title,
      visibility: row.visibility,
      revision: row.revision,
      updatedAt: iso(row.updated_at),
    })),
    truncated: folders.length > MOST_FOLDERS || documents.length > MOST_DOCUMENTS,
  }
}

type Folder = { project: string; path: string }

const byProjectAndPath = (a: Folder, b: Folder): number =>
  compare(a.project, b.project) || compare(a.path, b.path)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The condition that a document is below a folder, and in none of its subfolders. */
function isDirectlyIn(folder: string) {
  const name = normalized(folder, 'NFC').split('/').filter(Boolean).join('/')
  // The rest after the folder has no slash if the whole path has as many as the folder with its own.
  const slashes = name === '' ? 0 : name.split('/').length
  return sql<boolean>`(${isBelow('document.path', name)} and length(document.path) - length(replace(document.path, '/', '')) = ${sql.lit(slashes)})`
}
