import { type Db, type Dialect, insertColumns, isOneOf } from '../../store/portable.ts'
import { assignIds } from './assign-ids.ts'
import type { Chunk } from './chunk-document.ts'

interface Owner {
  id: number
  public_id: string
  project_id: number
}

/**
 * Makes these the chunks of a document, in the transaction of its write. A chunk that is unchanged keeps its row, with
 * its embedding; a changed one loses the embedding.
 */
export async function replaceChunks(
  db: Db,
  dialect: Dialect,
  document: Owner,
  chunks: Chunk[],
): Promise<void> {
  const rows = await db
    .selectFrom('chunk')
    .select(['id', 'public_id', 'hash', 'position', 'headings'])
    .where('document_id', '=', document.id)
    .orderBy('position')
    .execute()
  const ids = await assignIds(document.public_id, rows, chunks, (some) => readContents(db, dialect, some))
  const old = new Map(rows.map((row) => [row.public_id, row]))
  const added: { id: string; position: number; chunk: Chunk }[] = []
  for (const [position, chunk] of chunks.entries()) {
    const id = ids[position] as string
    const row = old.get(id)
    old.delete(id)
    if (!row) added.push({ id, position, chunk })
    else if (row.hash !== chunk.hash)
      await db
        .updateTable('chunk')
        .set({
          position,
          content: chunk.content,
          hash: chunk.hash,
          tokens: chunk.tokens,
          embedding: null,
          embedding_model: null,
        })
        .where('id', '=', row.id)
        .execute()
    else if (row.position !== position)
      await db.updateTable('chunk').set({ position }).where('id', '=', row.id).execute()
  }
  const gone = [...old.values()].map(({ id }) => id)
  if (gone.length > 0)
    await db
      .deleteFrom('chunk')
      .where(isOneOf(dialect, 'id', gone))
      .execute()
  await insertColumns(db, dialect, 'chunk', {
    document_id: document.id,
    project_id: document.project_id,
    public_id: added.map(({ id }) => id),
    position: added.map(({ position }) => position),
    headings: added.map(({ chunk }) => JSON.stringify(chunk.headings)),
    content: added.map(({ chunk }) => chunk.content),
    hash: added.map(({ chunk }) => chunk.hash),
    tokens: added.map(({ chunk }) => chunk.tokens),
  })
}

async function readContents(db: Db, dialect: Dialect, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('chunk')
    .select(['public_id', 'content'])
    .where(isOneOf(dialect, 'public_id', ids))
    .execute()
  return new Map(rows.map(({ public_id, content }) => [public_id, content]))
}
