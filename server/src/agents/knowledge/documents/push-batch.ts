import type { Context } from '../../../ground/kernel/context.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { lockProject } from '../../../people/projects/find-or-make.ts'
import { storeDocuments } from '../store-documents.ts'
import { type PreparedWrite, writeDocument } from '../write-document.ts'
import type { DocumentText } from './document-reader.ts'
import type { PushOrder } from './push-order.ts'
import { isRefusal, type PushInput, type PushResult, refused, resultOf } from './push-results.ts'
import { readKnown } from './pushed.ts'

/** A text that is written with others. */
export interface Waiting {
  path: string
  text: DocumentText
  /** The document that the file was before. */
  from: { id: number; path: string } | null
}

/** Writes some documents of a push in one transaction. */
export function storeBatch(
  ctx: Context,
  input: PushInput,
  projectId: number,
  order: PushOrder,
  batch: Waiting[],
): Promise<PushResult[]> {
  const { visibility, commit } = input
  const writes = batch.map(({ path, text, from }) => ({
    projectId,
    path,
    text,
    movedFrom: from?.id,
    defaultVisibility: visibility,
    source: 'push' as const,
    commitSha: commit,
  }))
  return storeDocuments(ctx, projectId, writes, (db, prepared) =>
    writeAll(db, ctx, input, { projectId, order, batch, prepared }),
  )
}

interface Prepared {
  projectId: number
  order: PushOrder
  batch: Waiting[]
  /** Of each of the batch. */
  prepared: PreparedWrite[]
}

async function writeAll(
  db: Db,
  ctx: Context,
  input: PushInput,
  { projectId, order, batch, prepared }: Prepared,
): Promise<PushResult[]> {
  const results: PushResult[] = []
  const decided: string[] = []
  // Again, because another push may have written since; the lock lets none write meanwhile.
  await lockProject(db, ctx.store.dialect, projectId)
  const newer = await order.newerIn(
    db,
    batch.flatMap(({ from }, at) => [(prepared[at] as PreparedWrite).path, ...(from ? [from.path] : [])]),
  )
  for (const [at, { path: given, text, from }] of batch.entries()) {
    try {
      const write = prepared[at] as PreparedWrite
      const { path } = write
      const known = await readKnown({ read: db, dialect: ctx.store.dialect }, projectId, [path])
      const asItIs = resultOf(given, text.hash, input, known.get(path), newer.get(path))
      if (asItIs.outcome !== 'wanted') {
        results.push(asItIs)
        continue
      }
      const movedFrom = from && !newer.has(from.path) ? from.id : undefined
      const { document, isMoved } = await writeDocument(db, ctx, { ...write, movedFrom })
      const { id, revision } = document
      const written = { path: given, id, revision, error: null }
      decided.push(path)
      if (from && isMoved) {
        decided.push(from.path)
        results.push({ ...written, outcome: 'moved', from: from.path })
      } else results.push({ ...written, outcome: revision === 1 ? 'created' : 'revised' })
    } catch (error) {
      // `writeDocument` throws before its first write, so the transaction is as it was.
      if (!isRefusal(error)) throw error
      results.push(refused(given, error))
    }
  }
  await order.noteIn(db, decided)
  return results
}
