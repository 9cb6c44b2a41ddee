import { sql } from 'kysely'
import { type Db, type Dialect, insertColumns, isOneOf, numbersAs } from '../../store/portable.ts'
import type { Chunk } from './chunk-document.ts'
import type { ChunkPlan } from './plan-chunks.ts'

/**
 * Makes these the chunks of a document as planned, in the transaction of its write. A chunk that is unchanged keeps its
 * row, with its embedding; a changed one loses the embedding.
 */
export async function replaceChunks(
  db: Db,
  dialect: Dialect,
  document: { id: number; project_id: number },
  chunks: Chunk[],
  { ids, old }: ChunkPlan,
): Promise<void> {
  const left = new Map(old.map((row) => [row.public_id, row]))
  const written: { id: string; position: number; chunk: Chunk }[] = []
  const moved: { id: number; position: number }[] = []
  for (const [position, chunk] of chunks.entries()) {
    const id = ids[position] as string
    const row = left.get(id)
    left.delete(id)
    if (row?.hash !== chunk.hash) written.push({ id, position, chunk })
    else if (row.position !== position) moved.push({ id: row.id, position })
  }
  const gone = [...left.values()].map(({ id }) => id)
  if (gone.length > 0)
    await db
      .deleteFrom('chunk')
      .where(isOneOf(dialect, 'id', gone))
      .execute()
  await move(db, dialect, moved)
  await insertColumns(
    db,
    dialect,
    'chunk',
    {
      document_id: document.id,
      project_id: document.project_id,
      public_id: written.map(({ id }) => id),
      position: written.map(({ position }) => position),
      headings: written.map(({ chunk }) => JSON.stringify(chunk.headings)),
      content: written.map(({ chunk }) => chunk.content),
      hash: written.map(({ chunk }) => chunk.hash),
      tokens: written.map(({ chunk }) => chunk.tokens),
    },
    `on conflict (public_id) do update set position = excluded.position, content = excluded.content,
      hash = excluded.hash, tokens = excluded.tokens, embedding = null, embedding_model = null`,
  )
}

async function move(db: Db, dialect: Dialect, moved: { id: number; position: number }[]): Promise<void> {
  if (moved.length === 0) return
  const listed = numbersAs(dialect, {
    id: moved.map(({ id }) => id),
    position: moved.map(({ position }) => position),
  })
  await sql`update chunk set position = listed.position from ${listed} where chunk.id = listed.id`.execute(db)
}
