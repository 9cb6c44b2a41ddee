import type { documentOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../../ground/kernel/problem.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { describeDocument, requireDocument } from './describe.ts'

type Verbs = Handlers<typeof documentOperations>

export const getDocument: Verbs['getDocument'] = async ({ ctx, input }) => {
  const row = await requireDocument(ctx, ctx.store.read, input.id)
  const { content, front_matter } = await readRevision(ctx.store.read, row.id, row.revision)
  return { ...describeDocument(row), frontMatter: JSON.parse(front_matter), content }
}

/** Newest first. */
export const listRevisions: Verbs['listRevisions'] = async ({ ctx, input }) => {
  const { id } = await requireDocument(ctx, ctx.store.read, input.id)
  let query = revisions(ctx.store.read, id)
    .orderBy('number', 'desc')
    .limit(input.limit + 1)
  if (input.cursor !== undefined) {
    const [before] = ctx.cursors.decode(input.cursor, ['number'])
    query = query.where(sql<boolean>`number < ${before}`)
  }
  const rows = await query.execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map(describeRevision),
    nextCursor: last && rows.length > page.length ? ctx.cursors.encode([last.number]) : null,
  }
}

export const getRevision: Verbs['getRevision'] = async ({ ctx, input }) => {
  const { id } = await requireDocument(ctx, ctx.store.read, input.id)
  const row = await readRevision(ctx.store.read, id, input.number)
  return { ...describeRevision(row), frontMatter: JSON.parse(row.front_matter), content: row.content }
}

const revisions = (db: Db, documentId: number) =>
  db
    .selectFrom('document_revision')
    .select([
      'number',
      'title',
      'visibility',
      'hash',
      'bytes',
      'author',
      'source',
      'commit_sha',
      'created_at',
    ])
    .where('document_id', '=', documentId)

/** One revision with its text. Throws NOT_FOUND. */
export async function readRevision(db: Db, documentId: number, number: number) {
  const row = await revisions(db, documentId)
    .select(['front_matter', 'content'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw notFound('revision')
  return row
}

type RevisionRow = Omit<Awaited<ReturnType<typeof readRevision>>, 'front_matter' | 'content'>

const describeRevision = ({ commit_sha, created_at, ...row }: RevisionRow) => ({
  number: row.number,
  title: row.title,
  visibility: row.visibility,
  hash: row.hash,
  bytes: row.bytes,
  author: row.author,
  source: row.source,
  commit: commit_sha,
  createdAt: iso(created_at),
})
