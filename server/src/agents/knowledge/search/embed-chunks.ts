import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import { turnOf } from '../../../ground/store/round-robin.ts'
import { type Embedder, EmbeddingError, toBytes } from './embedder.ts'

/** Texts of one request to the model. */
const BATCH = 32
/** Requests per order of turns, which reads all waiting chunks: a chunk that arrives meanwhile waits for so many. */
const BATCHES = 16
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
 * minutes. A text that the model refuses while it takes others stays without a vector until it changes. `timer` is
 * monotonic, milliseconds.
 */
export function makeChunkEmbedding(store: Store, embedder: Embedder, timer: () => number): ChunkEmbedding {
  let [failures, notBefore] = [0, Number.NEGATIVE_INFINITY]
  // Of the model's vectors; null until the model has answered.
  let bytes: number | null = null
  const sized: Embedder = {
    model: embedder.model,
    async embed(texts, limits) {
      const vectors = await embedder.embed(texts, limits)
      const size = (vectors[0]?.length ?? 0) * 4
      // An endpoint may have another model under the same name.
      if (size > 0 && size !== bytes) while (await forgetSizes(store, size));
      if (size > 0) bytes = size
      return vectors
    },
  }
  return {
    async run(signal) {
      if (timer() < notBefore) return 0
      let made = 0
      try {
        while (!signal.aborted && (await forgetOthers(store, embedder.model)));
        if (bytes === null && (await hasVectors(store)))
          await sized.embed([PROBE], { timeoutMs: TIMEOUT_MS, signal })
        while (!signal.aborted) {
          const ids = await nextChunks(store)
          if (ids.length === 0) break
          for (let at = 0; at < ids.length && !signal.aborted; at += BATCH) {
            const chunks = await readWaiting(store, ids.slice(at, at + BATCH))
            if (chunks.length > 0) made += await embedSome(store, sized, chunks, signal)
            failures = 0
          }
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

/** A text that every model takes: it shows the size of vectors, and whether a model refuses more than one text. */
const PROBE = 'size'

/**
 * The mark of a chunk whose text a model refuses while it takes others. Version 0.1 marked chunks `refused:` when a model
 * refused everything: that mark counts as another model's, so that these chunks get another attempt.
 */
const refusedBy = (model: string) => `refused-alone:${model}`

/** Vectors of different models do not compare. Returns true if there may be more. */
const forgetOthers = (store: Store, model: string) =>
  forget(
    store,
    withModel(store)
      .where('embedding_model', 'not in', [model, refusedBy(model)])
      .limit(FORGOTTEN),
  )

/** Nor do those of different sizes. */
const forgetSizes = (store: Store, bytes: number) =>
  forget(
    store,
    withModel(store)
      .where('embedding', 'is not', null)
      .where(sql`length(embedding)`, '<>', bytes)
      .limit(FORGOTTEN),
  )

const withModel = ({ read }: Store) =>
  read.selectFrom('chunk').select('id').where('embedding_model', 'is not', null)

const hasVectors = async (store: Store): Promise<boolean> =>
  (await withModel(store).where('embedding', 'is not', null).limit(1).executeTakeFirst()) !== undefined

async function forget(store: Store, chunks: ReturnType<typeof withModel>): Promise<boolean> {
  const rows = await chunks.execute()
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

/** The ids of chunks to embed next, in turns of their organizations: the model is slow, and one may have 100,000. */
async function nextChunks(store: Store): Promise<number[]> {
  const oldest = await waiting(store)
    .orderBy('chunk.id')
    .limit(BATCH + 1)
    .execute()
  const rows = oldest.length <= BATCH ? oldest : await readTurns(store)
  return rows.map(({ id }) => id)
}

const waiting = ({ read }: Store) =>
  read
    .selectFrom('chunk')
    .select('chunk.id')
    .where('embedding_model', 'is', null)
    .where('until_revision', 'is', null)

const readTurns = (store: Store) =>
  store.read
    .selectFrom(
      waiting(store)
        .innerJoin('project', 'project.id', 'chunk.project_id')
        .select(turnOf('project.organization_id', 'chunk.id').as('turn'))
        .as('waiting'),
    )
    .select('id')
    .orderBy('turn')
    .orderBy('id')
    .limit(BATCH * BATCHES)
    .execute()

async function readWaiting({ read, dialect }: Store, ids: number[]): Promise<Waiting[]> {
  const rows = await read
    .selectFrom('chunk')
    .select(['id', 'hash', 'headings', 'content'])
    .where(isOneOf(dialect, 'id', ids))
    .where('embedding_model', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, hash, headings, content }) => ({
    id,
    hash,
    text: `${(JSON.parse(headings) as string[]).join(' > ')}\n${content}`.slice(0, TEXT_LENGTH),
  }))
}

/**
 * Halves a batch that the model refuses until the text that it refuses is alone. A model that refuses the probe too
 * fails: endpoints also answer so to a wrong name of a model.
 */
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
    await embedder.embed([PROBE], { timeoutMs: TIMEOUT_MS, signal })
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
