import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { type KnowledgeReach, readableDocuments } from '../readable-documents.ts'

/** True for chunks of the revision that search shows of their document; a query joins `document_search`. */
export const IS_SHOWN = sql<SqlBool>`(chunk.since_revision <= document_search.revision
  and (chunk.until_revision is null or chunk.until_revision > document_search.revision))`

/**
 * What search shows to a caller within a reach: of each document the chunks of the last revision whose index is complete,
 * so never those of two. Both the document and that revision of it must be readable.
 */
export const shownChunks = (ctx: Pick<Context, 'store' | 'caller'>, reach: KnowledgeReach) =>
  ctx.store.read
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .innerJoin('project', 'project.id', 'document.project_id')
    .innerJoin('document_search', 'document_search.document_id', 'document.id')
    .where(IS_SHOWN)
    .where(readableDocuments(ctx, reach))
    .where(readableDocuments(ctx, reach, 'document_search'))
