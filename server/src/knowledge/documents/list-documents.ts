import type { documentOperations } from '@svc/schema'
import { cursorAfter, idBefore } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { contains } from '../../store/portable.ts'
import { reachOf, readableDocuments } from '../readable-documents.ts'
import { isBelow } from './below-folder.ts'
import { describeDocument, documentRows } from './describe.ts'

type Verbs = Handlers<typeof documentOperations>

export const listDocuments: Verbs['listDocuments'] = async ({ ctx, input }) => {
  const { folder, q, limit, cursor } = input
  const reach = await reachOf(ctx, input)
  let query = documentRows(ctx.store.read)
    .where(readableDocuments(ctx, reach))
    .orderBy('document.id', 'desc')
    .limit(limit + 1)
  if (folder !== undefined) query = query.where(isBelow('document.path', folder))
  if (q !== undefined)
    query = query.where((eb) =>
      eb.or([
        contains(ctx.store.dialect, 'document.title', q),
        contains(ctx.store.dialect, 'document.path', q.normalize('NFC')),
      ]),
    )
  if (cursor !== undefined) query = query.where(idBefore(ctx, 'document.id', cursor))
  const rows = await query.execute()
  return {
    items: rows.slice(0, limit).map(describeDocument),
    nextCursor: cursorAfter(ctx, rows, limit),
  }
}
