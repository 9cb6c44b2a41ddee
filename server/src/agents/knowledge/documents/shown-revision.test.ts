import { expect, test } from 'vitest'
import type { Context } from '../../../ground/kernel/context.ts'
import { onBothDatabases, onEachDatabase } from '../../../testing/each-database.ts'
import { watched } from '../../../testing/fairness.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import { addProjects, hitsOf, putDocuments, search } from '../../../testing/knowledge.ts'
import { contextIn, endingAfter, large, SECTIONS } from '../../../testing/large-documents.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { reindexDocuments } from '../search/reindex-documents.ts'
import { searchKnowledge } from '../search/search-knowledge.ts'
import { storeDocument } from '../store-documents.ts'
import { type DocumentWrite, writeDocument } from '../write-document.ts'
import { readDocumentText } from './read-here.ts'

const MANY = 500
const never = new AbortController().signal

/** Writes `a.md` of the project zoo, and looks after each transaction. */
async function write(
  app: TestApp,
  given: Partial<DocumentWrite> & Pick<DocumentWrite, 'text'>,
  look: () => Promise<void>,
) {
  const { projectId, ctx } = await contextIn(app, 'zoo', watched(app.store, look))
  const whole = { projectId, path: 'a.md', source: 'rest', ...given } as const
  await storeDocument(ctx, whole, (db, prepared) => writeDocument(db, ctx, prepared))
}

const animalsIn = async (app: TestApp, key?: string): Promise<string[]> => {
  const { data } = await search(app, 'crocodile buffalo', { limit: '50' }, key)
  return [
    ...new Set(
      data.hits.flatMap(({ snippet }) => snippet.match(/Crocodile Buffalo|Crocodile|Buffalo/g) ?? []),
    ),
  ].sort()
}

onEachDatabase('a large document with a new revision', (make) => {
  test('is found by its last text until search has all of the new one, and never by both', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    await putDocuments(app, 'zoo', { 'a.md': `${large('Crocodile')}\n## Gate\n\nCrocodile gate.\n` })
    const seen: string[][] = []
    const readable: unknown[] = []
    // More chunks than a search ranks, which all match better.
    const next = readDocumentText(large('Crocodile Buffalo', MANY))
    await write(app, { text: next }, async () => {
      seen.push(await animalsIn(app))
      const { data } = await search(app, '"crocodile gate"')
      for (const { chunkId, document } of data.hits) {
        const { data: read } = await app.get<{
          chunks: { content: string; document: { revision: number } }[]
        }>(`/api/chunks?ids=${chunkId}`)
        readable.push(read.chunks.map((one) => [one.content, one.document.revision]))
        expect(document.revision).toBe(1)
      }
    })
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.every((animals) => animals.length === 1)).toBe(true)
    expect(seen.flat()[0]).toBe('Crocodile')
    expect(seen.flat().at(-1)).toBe('Crocodile Buffalo')
    expect(readable.length).toBeGreaterThan(2)
    expect(new Set(readable.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([['Crocodile gate.', 1]])]),
    )
    const rows = await app.store.read.selectFrom('chunk').select('until_revision').execute()
    expect(rows).toEqual(Array.from({ length: MANY }, () => ({ until_revision: null })))
  })

  test('never vanishes for those who search while others write', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    await putDocuments(app, 'zoo', { 'a.md': large('Crocodile') })
    let isOver = false
    const found: string[][] = []
    const searching = (async () => {
      while (!isOver) found.push(await animalsIn(app))
    })()
    for (const animal of ['Buffalo', 'Crocodile', 'Buffalo'])
      await putDocuments(app, 'zoo', { 'a.md': large(animal) })
    isOver = true
    await searching
    expect(found.filter((animals) => animals.length !== 1)).toEqual([])
  })

  test('with another title only keeps its text in search, which is not read again', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const text = readDocumentText(large('Crocodile'))
    await putDocuments(app, 'zoo', { 'a.md': text.content })
    const chunks = () => app.store.read.selectFrom('chunk').selectAll().orderBy('id').execute()
    const before = await chunks()
    // What search would find if it read the texts again.
    await app.store.write((db) => db.updateTable('chunk').set({ content: 'Unread.' }).execute())
    const seen: string[][] = []
    await write(app, { text, title: 'Safari' }, async () => {
      seen.push(await hitsOf(app, `crocodile ${SECTIONS - 1}`, { limit: '1' }))
    })
    expect(new Set(seen.flat())).toEqual(new Set([`a.md#Cage ${SECTIONS - 1}`]))
    expect(await hitsOf(app, 'safari crocodile', { limit: '1' })).toHaveLength(1)
    expect(await hitsOf(app, 'unread')).toEqual([])
    expect((await chunks()).map(({ id, position }) => [id, position])).toEqual(
      before.map(({ id, position }) => [id, position]),
    )
  })

  test('is hidden at once from those who may no longer see it, and its last text from those who never might', async () => {
    const app = await make()
    await addProjects(app, 'zoo', 'farm')
    const { value: farm } = await addKey(app, { id: 1 }, { role: 'viewer', project: 'farm' })
    await putDocuments(app, 'zoo', { 'a.md': large('Crocodile') })
    const widened: string[][] = []
    await write(
      app,
      { text: readDocumentText(large('Buffalo')), visibility: 'shared' },
      async () => void widened.push(await animalsIn(app, farm)),
    )
    expect(new Set(widened.flat())).toEqual(new Set(['Buffalo']))
    expect(widened[0]).toEqual([])
    expect(widened.at(-1)).toEqual(['Buffalo'])
    const narrowed: string[][] = []
    await write(
      app,
      { text: readDocumentText(large('Crocodile')), visibility: 'project' },
      async () => void narrowed.push(await animalsIn(app, farm)),
    )
    expect(narrowed.flat()).toEqual([])
  })

  test('is the same after a kill at each step of its index, and the next start removes what is left', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    await putDocuments(app, 'zoo', { 'a.md': large('Crocodile') })
    const animals = ['Buffalo', 'Crocodile']
    let isWhole = false
    for (let transactions = 1; !isWhole; transactions++) {
      const [animal = '', last = ''] = transactions % 2 === 1 ? animals : animals.toReversed()
      const { projectId, ctx } = await contextIn(app, 'zoo', endingAfter(app.store, transactions))
      const given = {
        projectId,
        path: 'a.md',
        text: readDocumentText(large(animal)),
        source: 'rest',
      } as const
      isWhole = await storeDocument(ctx, given, (db, prepared) => writeDocument(db, ctx, prepared)).then(
        () => true,
        () => false,
      )
      expect([[animal], [last]]).toContainEqual(await animalsIn(app))
      await reindexDocuments(app.store, never)
      expect(await animalsIn(app)).toEqual([animal])
      const left = await app.store.read
        .selectFrom('chunk')
        .fullJoin('chunk_search', 'chunk_search.chunk_id', 'chunk.id')
        .select(['chunk.id', 'chunk_search.chunk_id', 'chunk.until_revision'])
        .execute()
      expect(left).toHaveLength(SECTIONS)
      expect(left.every((one) => one.id === one.chunk_id && one.until_revision === null)).toBe(true)
    }
    const words = await app.store.read
      .selectFrom('search_term')
      .select(['term', 'chunks'])
      .where('term', 'in', ['buffalo', 'crocodil'])
      .where('chunks', '<>', 0)
      .execute()
    expect(words.map(({ chunks }) => chunks)).toEqual([SECTIONS])
  })
})

onBothDatabases('a small document with a new revision', (make) => {
  test('is found by a search during which it is written', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const put = (i: number) => putDocuments(app, 'zoo', { 'a.md': `# Fox\n\nWolverine ${i} sleeps.\n` })
    await put(0)
    const { ctx } = await contextIn(app, 'zoo', app.store)
    // After each of the statements that a search takes.
    for (let wanted = 1, isOver = false; !isOver; wanted++) {
      let statements = 0
      const read = app.store.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (++statements === wanted) await put(wanted)
          return result
        },
      })
      const asker = { ...ctx, store: { ...app.store, read } } as Context
      const input = {
        query: 'wolverine',
        project: 'zoo',
        scope: 'project',
        limit: 5,
        maxTokens: 2_000,
      } as const
      const { hits } = await searchKnowledge(null)({ ctx: asker, input })
      expect(hits.map(({ document }) => document.path)).toEqual(['a.md'])
      isOver = statements < wanted
    }
  })
})
