import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { addProjects, hitsOf, putDocuments, search, startEmbeddings } from '../../../testing/knowledge.ts'
import { makeApp } from '../../../testing/make-app.ts'
import { makeChunkEmbedding } from './embed-chunks.ts'
import { EmbeddingError, toVectors } from './embedder.ts'
import { openEndpoint } from './endpoint.ts'
import { openLocalModel } from './local-model.ts'
import { makeVectorSearch } from './vector-search.ts'

const never = new AbortController().signal
const DOCUMENTS = {
  'a.md': '# Garage\n\nPark the automobile here.\n',
  'b.md': '# Harbour\n\nThe vessel is moored.\n',
  'c.md': '# Food\n\nThe recipe of the kitchen.\n',
}

async function makeEmbeddings(model = 'meanings') {
  const standIn = await startEmbeddings()
  const failed: EmbeddingError[] = []
  let now = 0
  const embedder = openEndpoint({ url: standIn.url, model, key: 'secret' })
  const vectors = makeVectorSearch(embedder, { timer: () => now, failed: (error) => failed.push(error) })
  return { standIn, embedder, vectors, failed, timer: () => now, advance: (ms: number) => (now += ms) }
}

onEachDatabase('embeddings', (make) => {
  test('a search says lexical until chunks have vectors, then finds what words do not', async () => {
    const { standIn, embedder, vectors, timer } = await makeEmbeddings()
    const app = await make({ vectors })
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', DOCUMENTS)
    const before = await search(app, 'car', { project: 'shop' })
    expect(before.data).toMatchObject({
      mode: 'lexical',
      hits: [],
      embeddings: { model: 'meanings', coverage: 0, reason: 'No chunk in scope has a vector yet.' },
    })
    expect(standIn.requests).toEqual([])
    expect(await makeChunkEmbedding(app.store, embedder, timer).run(never)).toBe(3)
    expect(standIn.requests[0]).toMatchObject({ model: 'meanings', authorization: 'Bearer secret' })
    const after = await search(app, 'car', { project: 'shop' })
    expect(after.data).toMatchObject({ mode: 'hybrid', embeddings: { coverage: 1, reason: null } })
    expect(after.data.hits[0]?.document.path).toBe('a.md')
    expect((await hitsOf(app, 'ship', { project: 'shop' }))[0]).toBe('b.md#Harbour')
    expect(await hitsOf(app, 'car -parking path:c.md', { project: 'shop' })).not.toContain('a.md#Garage')
    await putDocuments(app, 'shop', { 'd.md': '# Car\n\nThe car is red, and the red one is a car.\n' })
    await makeChunkEmbedding(app.store, embedder, timer).run(never)
    expect(await hitsOf(app, 'car "one red"', { project: 'shop' })).toEqual([])
    expect(await hitsOf(app, 'car "red one"', { project: 'shop' })).toEqual(['d.md#Car'])
    const sent = standIn.requests.length
    await search(app, 'car', { project: 'shop' })
    expect(standIn.requests).toHaveLength(sent)
  })

  test('a changed chunk, and another model, get new vectors', async () => {
    const { standIn, embedder, timer } = await makeEmbeddings()
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', DOCUMENTS)
    const embedding = makeChunkEmbedding(app.store, embedder, timer)
    expect(await embedding.run(never)).toBe(3)
    expect(await embedding.run(never)).toBe(0)
    await putDocuments(app, 'shop', { 'a.md': '# Garage\n\nPark the boat here.\n' })
    expect(await embedding.run(never)).toBe(1)
    expect(standIn.requests.at(-1)?.input).toEqual(['Garage\nPark the boat here.'])
    const other = openEndpoint({ url: standIn.url, model: 'other', key: null })
    expect(await makeChunkEmbedding(app.store, other, timer).run(never)).toBe(3)
    const rows = await app.store.read.selectFrom('chunk').select(['embedding', 'embedding_model']).execute()
    expect(rows.map((row) => row.embedding_model)).toEqual(['other', 'other', 'other'])
    expect(rows[0]?.embedding?.byteLength).toBe(16)
  })

  test('an endpoint that is down leaves a search lexical, with the reason', async () => {
    const { standIn, embedder, vectors, failed, timer, advance } = await makeEmbeddings()
    const app = await make({ vectors })
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', DOCUMENTS)
    await makeChunkEmbedding(app.store, embedder, timer).run(never)
    standIn.answer = () => ({ status: 503, body: 'down' })
    const { data } = await search(app, 'kitchen', { project: 'shop' })
    expect(data).toMatchObject({
      mode: 'lexical',
      embeddings: { coverage: 1, reason: 'The embedding endpoint answered with status 503.' },
    })
    expect(data.hits[0]?.document.path).toBe('c.md')
    expect(failed).toHaveLength(1)
    const sent = standIn.requests.length
    await search(app, 'boat', { project: 'shop' })
    expect(standIn.requests).toHaveLength(sent)
    standIn.answer = null
    advance(10_000)
    expect((await search(app, 'boat', { project: 'shop' })).data.mode).toBe('hybrid')
  })

  test('vectors of another size are not called hybrid, and are made again', async () => {
    const { standIn, embedder, vectors, timer } = await makeEmbeddings()
    const app = await make({ vectors })
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', DOCUMENTS)
    await makeChunkEmbedding(app.store, embedder, timer).run(never)
    expect((await search(app, 'car', { project: 'shop' })).data.mode).toBe('hybrid')
    standIn.answer = (input) => ({
      status: 200,
      body: JSON.stringify({ data: input.map(() => ({ embedding: [1, 2] })) }),
    })
    expect((await search(app, 'kitchen', { project: 'shop' })).data).toMatchObject({
      mode: 'lexical',
      embeddings: {
        coverage: 0,
        reason: expect.stringMatching(/^3 chunks in scope have vectors of another size/),
      },
    })
    await putDocuments(app, 'shop', { 'd.md': '# D\n\nText.\n' })
    const later = makeChunkEmbedding(app.store, embedder, timer)
    expect(await later.run(never)).toBe(4)
    expect(await later.run(never)).toBe(0)
    const rows = await app.store.read.selectFrom('chunk').select('embedding').execute()
    expect(rows.map(({ embedding }) => embedding?.byteLength)).toEqual([8, 8, 8, 8])
    expect((await search(app, 'kitchen', { project: 'shop' })).data).toMatchObject({
      mode: 'hybrid',
      embeddings: { coverage: 1, reason: null },
    })
    // The first search kept the vector of its query.
    expect((await search(app, 'car', { project: 'shop' })).data.mode).toBe('lexical')
    expect((await search(app, 'car', { project: 'shop' })).data.mode).toBe('hybrid')
  })

  test('vectors show each caller only readable documents', async () => {
    const { embedder, vectors, timer } = await makeEmbeddings()
    const app = await make({ vectors })
    await addProjects(app, 'shop', 'till')
    await putDocuments(app, 'till', DOCUMENTS)
    await putDocuments(app, 'shop', { 'own.md': '# Own\n\nA recipe.\n' })
    await makeChunkEmbedding(app.store, embedder, timer).run(never)
    expect(await hitsOf(app, 'car', { project: 'shop' })).toEqual(['own.md#Own'])
    expect((await hitsOf(app, 'car', { scope: 'org' }))[0]).toBe('a.md#Garage')
    const shared = await search(app, 'car', { scope: 'shared' })
    expect(shared.data).toMatchObject({ mode: 'lexical', hits: [] })
  })
})

test('a refused text is left out alone, and errors wait longer each time', async () => {
  const { standIn, embedder, timer, advance } = await makeEmbeddings()
  const app = await makeApp()
  await addProjects(app, 'shop')
  await putDocuments(app, 'shop', DOCUMENTS)
  standIn.answer = (input) =>
    input.some((text) => text.includes('vessel')) ? { status: 400, body: 'no' } : null
  const embedding = makeChunkEmbedding(app.store, embedder, timer)
  expect(await embedding.run(never)).toBe(2)
  expect(await embedding.run(never)).toBe(0)
  await putDocuments(app, 'shop', { 'd.md': '# D\n\nText.\n' })
  standIn.answer = () => ({ status: 429, body: '', headers: { 'Retry-After': '7' } })
  await expect(embedding.run(never)).rejects.toThrow('status 429')
  const sent = standIn.requests.length
  advance(6_999)
  expect(await embedding.run(never)).toBe(0)
  expect(standIn.requests).toHaveLength(sent)
  standIn.answer = null
  advance(1)
  expect(await embedding.run(never)).toBe(1)
})

test('chunks that version 0.1 gave up get another attempt', async () => {
  const { embedder, timer } = await makeEmbeddings()
  const app = await makeApp()
  await addProjects(app, 'shop')
  await putDocuments(app, 'shop', DOCUMENTS)
  await app.store.write((db) =>
    db.updateTable('chunk').set({ embedding_model: 'refused:meanings' }).execute(),
  )
  expect(await makeChunkEmbedding(app.store, embedder, timer).run(never)).toBe(3)
})

test.for([400, 413, 422])(
  'a model that refuses every text with %s fails, and no chunk is given up',
  async (status) => {
    const { standIn, embedder, timer, advance } = await makeEmbeddings()
    const app = await makeApp()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', DOCUMENTS)
    standIn.answer = () => ({ status, body: 'no' })
    const embedding = makeChunkEmbedding(app.store, embedder, timer)
    await expect(embedding.run(never)).rejects.toThrow(`status ${status}`)
    standIn.answer = null
    expect(await embedding.run(never)).toBe(0)
    advance(5_000)
    expect(await embedding.run(never)).toBe(3)
  },
)

test.for([
  ['{"data": 1}', 'did not return embeddings'],
  ['{"data": [{"embedding": [1, "x"]}]}', 'not of finite numbers'],
  ['{"data": [{"embedding": [0, 0]}]}', 'not of finite numbers'],
  ['{"data": []}', 'one vector for each text'],
  ['<html>', 'JSON'],
])('an endpoint that answers %s', async ([body, message]) => {
  const { standIn, embedder } = await makeEmbeddings()
  standIn.answer = () => ({ status: 200, body: body as string })
  await expect(embedder.embed(['x'], { timeoutMs: 60_000 })).rejects.toThrow(message as string)
})

test('an endpoint that redirects gets no key elsewhere', async () => {
  const { standIn, embedder } = await makeEmbeddings()
  standIn.answer = () => ({ status: 307, body: '', headers: { Location: 'http://127.0.0.1:1/' } })
  await expect(embedder.embed(['x'], { timeoutMs: 60_000 })).rejects.toThrow('cannot be reached')
})

test('vectors have the length 1', () => {
  expect(toVectors([[3, 4]], 1)[0]).toEqual(Float32Array.from([0.6, 0.8]))
  expect(() => toVectors([[1], [1, 2]], 2)).toThrow(EmbeddingError)
})

test('a local model loads from its folder alone, and says what is missing', async () => {
  const missing = openLocalModel({
    folder: '/models/small',
    model: 'small',
    load: () => import('node:nowhere' as string),
  })
  await expect(missing.embed(['x'], { timeoutMs: 1 })).rejects.toThrow(
    '@huggingface/transformers is not installed',
  )
  const env = { allowRemoteModels: true, allowLocalModels: false, localModelPath: '' }
  const asked: unknown[] = []
  const pipeline = async (...given: unknown[]) => {
    asked.push(given)
    return async (texts: string[]) => ({ tolist: () => texts.map((text) => [text.length, 0]) })
  }
  const model = openLocalModel({
    folder: '/models/small',
    model: 'small',
    load: async () => ({ env, pipeline }),
  })
  expect(await model.embed(['ab', 'c'], { timeoutMs: 1 })).toEqual([
    Float32Array.from([1, 0]),
    Float32Array.from([1, 0]),
  ])
  await model.embed(['again'], { timeoutMs: 1 })
  expect(asked).toEqual([['feature-extraction', 'small', { dtype: 'fp32' }]])
  expect(env).toEqual({ allowRemoteModels: false, allowLocalModels: true, localModelPath: '/models' })
})
