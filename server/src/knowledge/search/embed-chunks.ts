import type { Store } from '../../store/open.ts'
import { type Db, isOneOf } from '../../store/portable.ts'
import { type Embedder, EmbeddingError, toBytes } from './embedder.ts'

/** Texts of one request to the model. */
const BATCH = 32
/** Of a text, UTF-16 code units: a chunk has about 500 tokens, and an oversized block more. */
const TEXT_LENGTH = 8_000
const TIMEOUT_MS = 60_000
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 10 * 60_000
/** Rows that lose the vector of another model in one transaction. */
const FORGOTTEN = 500

export interface ChunkEmbedding {
  /** Makes all missing vectors, or as many as it can until the signal aborts. Throws the model's error. */
  run(signal: AbortSignal): Promise<number>
}

/**
 * Gives each chunk the vector of its headings and text. After an error it waits twice as long each time, up to ten
 * minutes. A text that the model refuses stays without a vector until it changes. `timer` is monotonic, milliseconds.
 */
export function makeChunkEmbedding(store: Store, embedder: Embedder, timer: () => number): ChunkEmbedding {
  let [failures, notBefore] = [0, Number.NEGATIVE_INFINITY]
  return {
    async run(signal) {
      if (timer() < notBefore) return 0
      let made = 0
      try {
        while (!signal.aborted && (await forgetOthers(store, embedder.model)));
        while (!signal.aborted) {
          const chunks = await readWaiting(store)
          if (chunks.length === 0) break
          made += await embedSome(store, embedder, chunks, signal)
          failures = 0
        }
      } catch (error) {
        if (signal.aborted) return made
        const asked = error instanceof EmbeddingError ? error.retryAfterMs : null
        notBefore = timer() + Math.max(asked ?? 0, Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS))
        failures++
        throw error
      }
      return made
    },
  }
}

/** The mark of a chunk whose text a model refuses. */
const refusedBy = (model: string) => `refused:${model}`

/** Vectors of different models do not compare. Returns true if there may be more. */
async function forgetOthers(store: Store, model: string): Promise<boolean> {
  const rows = await store.read
    .selectFrom('chunk')
    .select('id')
    .where('embedding_model', 'is not', null)
    .where('embedding_model', 'not in', [model, refusedBy(model)])
    .limit(FORGOTTEN)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  await store.write((db) =>
    db
      .updateTable('chunk')
      .set({ embedding: null, embedding_model: null })
      .where(isOneOf(store.dialect, 'id', ids))
      .execute(),
  )
  return rows.length === FORGOTTEN
}

interface Waiting {
  id: number
  hash: string
  text: string
}

async function readWaiting({ read }: Store): Promise<Waiting[]> {
  const rows = await read
    .selectFrom('chunk')
    .select(['id', 'hash', 'headings', 'content'])
    .where('embedding_model', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return rows.map(({ id, hash, headings, content }) => ({
    id,
    hash,
    text: `${(JSON.parse(headings) as string[]).join(' > ')}\n${content}`.slice(0, TEXT_LENGTH),
  }))
}

/** Halves a batch that the model refuses until the text that it refuses is alone. */
async function embedSome(
  store: Store,
  embedder: Embedder,
  chunks: Waiting[],
  signal: AbortSignal,
): Promise<number> {
  let vectors: Float32Array[]
  try {
    vectors = await embedder.embed(
      chunks.map(({ text }) => text),
      { timeoutMs: TIMEOUT_MS, signal },
    )
  } catch (error) {
    if (!(error instanceof EmbeddingError) || !error.isRefusal) throw error
    const middle = chunks.length >> 1
    if (middle > 0)
      return (
        (await embedSome(store, embedder, chunks.slice(0, middle), signal)) +
        (await embedSome(store, embedder, chunks.slice(middle), signal))
      )
    await store.write((db) => mark(db, chunks, () => null, refusedBy(embedder.model)))
    return 0
  }
  await store.write((db) => mark(db, chunks, (at) => toBytes(vectors[at] as Float32Array), embedder.model))
  return chunks.length
}

/** A chunk that has changed since keeps waiting. */
async function mark(
  db: Db,
  chunks: Waiting[],
  bytes: (at: number) => Buffer | null,
  model: string,
): Promise<void> {
  for (const [at, { id, hash }] of chunks.entries())
    await db
      .updateTable('chunk')
      .set({ embedding: bytes(at), embedding_model: model })
      .where('id', '=', id)
      .where('hash', '=', hash)
      .execute()
}
