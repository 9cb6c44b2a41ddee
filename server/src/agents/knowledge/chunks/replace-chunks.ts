import { sql } from 'kysely'
import { columnsAs, type Db, type Dialect, insertColumns, isOneOf } from '../../../ground/store/portable.ts'
import type { Chunk } from './chunk-document.ts'
import type { ChunkPlan } from './plan-chunks.ts'

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
