import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { type KnowledgeReach, readableDocuments } from '../readable-documents.ts'
import { ANALYZER } from './terms.ts'

/** The documents of a reach, and how many of them the index has in this version's form. */
export async function readCoverage(
  ctx: Pick<Context, 'store' | 'caller'>,
  reach: KnowledgeReach,
): Promise<{ documents: number; indexed: number }> {
  const row = await ctx.store.read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .leftJoin('document_search', (join) =>
      join
        .onRef('document_search.document_id', '=', 'document.id')
        .onRef('document_search.revision', '=', 'document.indexed_revision')
        .on('document_search.analyzer', '=', ANALYZER),
    )
    .select((eb) => [
      eb.fn.countAll<number | string>().as('documents'),
      eb.fn.count<number | string>(sql`document_search.document_id`).as('indexed'),
    ])
    .where(readableDocuments(ctx, reach))
    .executeTakeFirstOrThrow()
  return { documents: Number(row.documents), indexed: Number(row.indexed) }
}
