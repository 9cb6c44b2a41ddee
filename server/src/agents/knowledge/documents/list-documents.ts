import type { documentOperations } from '@svc/schema'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import { normalized } from '../../../ground/kernel/normalized.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { contains } from '../../../ground/store/portable.ts'
import { reachOf, readableDocuments } from '../readable-documents.ts'
import { isBelow } from './below-folder.ts'
import { describeDocument, documentRows } from './describe.ts'

type Verbs = Handlers<typeof documentOperations>

export const listDocuments: Verbs['listDocuments'] = async ({ ctx, input }) => {
  const { folder, q } = input
  const reach = await reachOf(ctx, input)
  let query = documentRows(ctx.store.read).where(readableDocuments(ctx, reach))
  if (folder !== undefined) query = query.where(isBelow('document.path', folder))
  if (q !== undefined)
    query = query.where((eb) =>
      eb.or([
        contains(ctx.store.dialect, 'document.title', q),
        contains(ctx.store.dialect, 'document.path', normalized(q, 'NFC')),
      ]),
    )
  const { page, nextCursor } = await readPage(ctx, query, 'document.id', input)
  return {
    items: page.map(describeDocument),
    nextCursor,
  }
}
