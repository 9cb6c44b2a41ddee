import { sql } from 'kysely'
import { columnsAs, type Db, type Dialect, insertColumns, isOneOf } from '../../../ground/store/portable.ts'
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

/**
 * Makes these the current chunks of a document as planned, in the transaction of its write. A chunk that is unchanged
 * keeps its row, with its embedding. The rows of the others stay for search, until it has the new revision.
 */
export async function replaceChunks(
  db: Db,
  dialect: Dialect,
  document: { id: number; project_id: number; revision: number },
  chunks: Chunk[],
  { ids, old }: ChunkPlan,
): Promise<void> {
  const left = new Map(old.map((row) => [row.public_id, row]))
  const written: { id: string; position: number; chunk: Chunk }[] = []
  const moved: { id: number; position: number }[] = []
  for (const [position, chunk] of chunks.entries()) {
    const id = ids[position] as string
    const row = left.get(id)
    // Search finds the first one by the front matter, too.
    const isAsFirst = (row?.position === 0) === (position === 0)
    if (row?.hash !== chunk.hash || !isAsFirst) written.push({ id, position, chunk })
    else {
      left.delete(id)
      if (row.position !== position) moved.push({ id: row.id, position })
    }
  }
  const gone = [...left.values()].map(({ id }) => id)
  if (gone.length > 0)
    await db
      .updateTable('chunk')
      .set({ until_revision: document.revision })
      .where(isOneOf(dialect, 'id', gone))
      .execute()
  await move(db, dialect, moved)
  await insertColumns(db, dialect, 'chunk', {
    document_id: document.id,
    project_id: document.project_id,
    since_revision: document.revision,
    public_id: written.map(({ id }) => id),
    position: written.map(({ position }) => position),
    headings: written.map(({ chunk }) => JSON.stringify(chunk.headings)),
    content: written.map(({ chunk }) => chunk.content),
    hash: written.map(({ chunk }) => chunk.hash),
    tokens: written.map(({ chunk }) => chunk.tokens),
  })
}

async function move(db: Db, dialect: Dialect, moved: { id: number; position: number }[]): Promise<void> {
  if (moved.length === 0) return
  const listed = columnsAs(dialect, {
    id: moved.map(({ id }) => id),
    position: moved.map(({ position }) => position),
  })
  await sql`update chunk set position = listed.position from ${listed} where chunk.id = listed.id`.execute(db)
}
