import type { documentOperations } from '@svc/schema'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { readableDocuments } from '../readable-documents.ts'
import { IS_SHOWN } from '../search/shown-chunks.ts'
import { staleDocuments } from '../stale-documents.ts'
import { similarIds } from './similar-ids.ts'

type Verbs = Handlers<typeof documentOperations>

const MOST = 20
const ALL = { scope: 'org', projectId: null } as const

/**
 * Chunks in the order of their ids, each once; unknown ids beside them. A chunk that the current text lacks is known while
 * search shows it.
 */
export const readChunks: Verbs['readChunks'] = async ({ ctx, input }) => {
  const { store } = ctx
  const ids = [...new Set(input.ids)]
  if (ids.length === 0 || ids.length > MOST)
    throw new Problem('INVALID_REQUEST', `ids must have 1 to ${MOST} ids of chunks, not ${ids.length}.`)
  const rows = await store.read
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .innerJoin('project', 'project.id', 'document.project_id')
    .leftJoin('document_search', 'document_search.document_id', 'document.id')
    .select(['chunk.public_id', 'chunk.position', 'chunk.headings', 'chunk.content', 'chunk.tokens'])
    .select(['document.public_id as document_id', 'document.path', 'document.title', 'document.visibility'])
    .select(['document.id as document_row_id', 'project.slug as project'])
    .select(
      sql<number>`case when chunk.until_revision is null then document.revision
      else document_search.revision end`.as('revision'),
    )
    .where(isOneOf(store.dialect, 'chunk.public_id', ids))
    .where(readableDocuments(ctx, ALL))
    .where(sql<SqlBool>`(chunk.until_revision is null
      or ${IS_SHOWN} and ${readableDocuments(ctx, ALL, 'document_search')})`)
    // Of two texts of one chunk, the current one comes last.
    .orderBy(sql`chunk.until_revision is null`)
    .execute()
  const known = new Map(rows.map((row) => [row.public_id, row]))
  const stale = await staleDocuments(
    ctx,
    rows.map((row) => row.document_row_id),
  )
  const unknown = ids.filter((id) => !known.has(id))
  return {
    chunks: ids.flatMap((id) => {
      const row = known.get(id)
      if (!row) return []
      const { project, path, title, visibility, revision } = row
      return {
        id,
        document: {
          id: row.document_id,
          ...{ project, path, title, visibility, revision },
          stale: stale.get(row.document_row_id) ?? null,
        },
        position: row.position,
        headings: JSON.parse(row.headings) as string[],
        content: row.content,
        tokens: row.tokens,
      }
    }),
    unknown,
    similar: await similarTo(ctx, unknown),
  }
}

/** Unknown ids whose like is looked for, and ids that an answer lists. */
const MOST_COMPARED = 5
const MOST_SIMILAR = 5

async function similarTo(ctx: Context, unknown: string[]): Promise<string[]> {
  const ids = unknown.slice(0, MOST_COMPARED).flatMap(similarIds)
  if (ids.length === 0) return []
  const rows = await ctx.store.read
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .innerJoin('project', 'project.id', 'document.project_id')
    .select('chunk.public_id')
    .where(isOneOf(ctx.store.dialect, 'chunk.public_id', ids))
    .where('chunk.until_revision', 'is', null)
    .where(readableDocuments(ctx, ALL))
    .orderBy('chunk.id')
    .limit(MOST_SIMILAR)
    .execute()
  return rows.map(({ public_id }) => public_id)
}
