import type { documentOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../../ground/kernel/context.ts'
import { notFound } from '../../../ground/kernel/problem.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { readableDocuments } from '../readable-documents.ts'

/** A row of `documentRows`. */
export interface DocumentRow {
  id: number
  public_id: string
  project_id: number
  project: string
  path: string
  title: string
  visibility: 'project' | 'shared'
  tags: string
  revision: number
  hash: string
  bytes: number
  created_at: number
  updated_at: number
}

/** Documents without their texts, with the slugs of their projects. */
export const documentRows = (db: Db) =>
  db
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .select([
      'document.id',
      'document.public_id',
      'document.project_id',
      'project.slug as project',
      'document.path',
      'document.title',
      'document.visibility',
      'document.tags',
      'document.revision',
      'document.hash',
      'document.bytes',
      'document.created_at',
      'document.updated_at',
    ])

type Described = z.input<(typeof documentOperations)['getDocument']['output']>

export const describeDocument = (row: DocumentRow): Omit<Described, 'content' | 'frontMatter'> => ({
  id: row.public_id,
  project: row.project,
  path: row.path,
  title: row.title,
  visibility: row.visibility,
  tags: JSON.parse(row.tags) as string[],
  revision: row.revision,
  hash: row.hash,
  bytes: row.bytes,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
})

/** The document of this id. Throws NOT_FOUND if the caller may not read it. */
export async function requireDocument(
  ctx: Pick<Context, 'caller'>,
  db: Db,
  publicId: string,
): Promise<DocumentRow> {
  const row = await documentRows(db)
    .where('document.public_id', '=', publicId.toLowerCase())
    .where(readableDocuments(ctx, { scope: 'org', projectId: null }))
    .executeTakeFirst()
  if (!row) throw notFound('document')
  return row
}
