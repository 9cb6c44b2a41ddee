import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import { assignIds } from './assign-ids.ts'
import type { Chunk } from './chunk-document.ts'

/** A chunk row that a plan has seen. */
interface StoredRow {
  id: number
  public_id: string
  hash: string
  position: number
  headings: string
}

/** What becomes of a document's chunks when it gets these chunks. It holds for this revision of the document only. */
export interface ChunkPlan {
  /** 0 for a new document. */
  revision: number
  publicId: string
  /** The ids of the new chunks, in order. */
  ids: string[]
  old: StoredRow[]
}

/**
 * Plans the replacement of a document's chunks; reads outside the transaction, because ids of thousands of sections take
 * as long as their rows. `document` is null for a new one, which gets `publicId`.
 */
export async function planChunks(
  read: Pick<Db, 'selectFrom'>,
  dialect: Dialect,
  document: { id: number; public_id: string; revision: number } | null,
  publicId: string,
  chunks: Chunk[],
): Promise<ChunkPlan> {
  const old =
    document === null
      ? []
      : await read
          .selectFrom('chunk')
          .select(['id', 'public_id', 'hash', 'position', 'headings'])
          .where('document_id', '=', document.id)
          .where('until_revision', 'is', null)
          .orderBy('position')
          .execute()
  const owner = document?.public_id ?? publicId
  const ids = await assignIds(owner, old, chunks, (some) => readContents(read, dialect, some))
  return { revision: document?.revision ?? 0, publicId: owner, ids, old }
}

async function readContents(
  read: Pick<Db, 'selectFrom'>,
  dialect: Dialect,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await read
    .selectFrom('chunk')
    .select(['public_id', 'content'])
    .where(isOneOf(dialect, 'public_id', ids))
    .where('until_revision', 'is', null)
    .execute()
  return new Map(rows.map(({ public_id, content }) => [public_id, content]))
}
