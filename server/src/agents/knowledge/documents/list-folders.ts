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

/** The folder of a path, with its slash: what is left without the characters at its end that are not one. */
const FOLDER = sql<string>`rtrim(document.path, replace(document.path, '/', ''))`

/** The tree of folders, and the documents of one of them. */
export const listFolders: Verbs['listFolders'] = async ({ ctx, input }) => {
  const reach = await reachOf(ctx, { project: input.project })
  const readable = ctx.store.read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .where(readableDocuments(ctx, reach))
  const found = await readable
    .select((eb) => ['project.slug as project', FOLDER.as('folder'), eb.fn.countAll().as('documents')])
    .groupBy(['project', 'folder'])
    .orderBy('project')
    .orderBy('folder')
    .limit(MOST_FOLDERS + 1)
    .execute()
  const folders = found
    .slice(0, MOST_FOLDERS)
    .map(({ project, folder, documents }) => ({
      project,
      path: folder.slice(0, -1),
      documents: Number(documents),
    }))
    .sort(byProjectAndPath)
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
    folders,
    documents: documents.slice(0, MOST_DOCUMENTS).map((row) => ({
      id: row.public_id,
      path: row.path,
      title: row.title,
      visibility: row.visibility,
      revision: row.revision,
      updatedAt: iso(row.updated_at),
    })),
    truncated: found.length > MOST_FOLDERS || documents.length > MOST_DOCUMENTS,
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
