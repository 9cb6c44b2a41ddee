import { expect, test } from 'vitest'
import type { Store } from '../../../ground/store/open.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { addOther, watched } from '../../../testing/fairness.ts'
import { addProjects, hitsOf, putDocuments, search } from '../../../testing/knowledge.ts'
import { contextIn, endingAfter, large, SECTIONS } from '../../../testing/large-documents.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { passed, run, send } from '../../../testing/upload.ts'
import { removeAllLeftovers } from '../remove-leftovers.ts'
import { reindexDocuments } from '../search/reindex-documents.ts'
import { storeDocument } from '../store-documents.ts'
import { writeDocument } from '../write-document.ts'
import { deleteDocument } from './delete-document.ts'
import { readDocumentText } from './read-here.ts'

const never = new AbortController().signal
const contextOf = (app: TestApp, store: Store) => contextIn(app, 'zoo', store)
const findsIn = (app: TestApp, query: string) => hitsOf(app, query, { project: 'zoo' })

onEachDatabase('large documents', (make) => {
  test('others write while one is indexed, and its answer comes when search has all of it', async () => {
    const app = await make()
    const { key } = await addOther(app)
    await addProjects(app, 'zoo')
    const between: unknown[] = []
    const store = watched(app.store, async () => {
      if (between.length > 0) return
      // It waits for the database's only writer.
      await send(app, run({ results: [passed('b')] }), { key })
      const { data } = await search(app, 'crocodile', { project: 'zoo' })
      between.push(data)
    })
    const { projectId, ctx } = await contextOf(app, store)
    const write = {
      projectId,
      path: 'a.md',
      text: readDocumentText(large('Crocodile')),
      source: 'rest',
    } as const
    await storeDocument(ctx, write, (db, prepared) => writeDocument(db, ctx, prepared))
    expect(between).toEqual([expect.objectContaining({ index: { documents: 1, indexed: 0 }, hits: [] })])
    expect(await findsIn(app, `"crocodile ${SECTIONS - 1}"`)).toEqual([`a.md#Cage ${SECTIONS - 1}`])
    expect(await findsIn(app, '"crocodile 0"')).toEqual(['a.md#Cage 0'])
  })

  test('a server that ends between two steps completes the index after its next start', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    await putDocuments(app, 'zoo', { 'a.md': large('Crocodile') })
    const { projectId, ctx } = await contextOf(app, endingAfter(app.store, 3))
    const write = {
      projectId,
      path: 'a.md',
      text: readDocumentText(large('Buffalo')),
      source: 'rest',
    } as const
    await expect(
      storeDocument(ctx, write, (db, prepared) => writeDocument(db, ctx, prepared)),
    ).rejects.toThrow('killed')
    // The revision is there; search shows the last text, and nothing of the new one.
    const { data } = await search(app, 'buffalo', { project: 'zoo' })
    expect(data).toMatchObject({ index: { documents: 1, indexed: 0 }, hits: [] })
    expect(await findsIn(app, `"crocodile ${SECTIONS - 1}"`)).toEqual([`a.md#Cage ${SECTIONS - 1}`])
    expect(await reindexDocuments(app.store, never)).toBe(1)
    expect(await findsIn(app, `"buffalo ${SECTIONS - 1}"`)).toEqual([`a.md#Cage ${SECTIONS - 1}`])
    expect(await findsIn(app, 'crocodile')).toEqual([])
    const words = await app.store.read
      .selectFrom('search_term')
      .select(['term', 'chunks'])
      .where('term', 'in', ['buffalo', 'crocodil'])
      .orderBy('term')
      .execute()
    expect(words).toEqual([{ term: 'buffalo', chunks: SECTIONS }])
  })

  test('the same text sent again completes the index of an interrupted write', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const { projectId, ctx } = await contextOf(app, endingAfter(app.store, 2))
    const content = large('Buffalo')
    const write = { projectId, path: 'a.md', text: readDocumentText(content), source: 'push' } as const
    await expect(
      storeDocument(ctx, write, (db, prepared) => writeDocument(db, ctx, prepared)),
    ).rejects.toThrow('killed')
    expect(await findsIn(app, 'buffalo')).toEqual([])
    const { data } = await app.post<{ results: { outcome: string }[] }>('/api/documents/push', {
      project: 'zoo',
      documents: [{ path: 'a.md', content }],
    })
    expect(data.results[0]?.outcome).toBe('unchanged')
    expect(await findsIn(app, `"buffalo ${SECTIONS - 1}"`)).toEqual([`a.md#Cage ${SECTIONS - 1}`])
  })

  test('writers of one document at the same time leave the index of the last one', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const animals = ['Crocodile', 'Buffalo', 'Flamingo', 'Giraffe']
    await Promise.all(animals.map((animal) => putDocuments(app, 'zoo', { 'a.md': large(animal) })))
    const [{ id, revision } = { id: '', revision: 0 }] = (
      await app.get<{ id: string; revision: number }[]>('/api/documents?project=zoo')
    ).data
    expect(revision).toBe(animals.length)
    const { data } = await app.get<{ content: string }>(`/api/documents/${id}`)
    for (const animal of animals)
      expect(await findsIn(app, `"${animal.toLowerCase()} 7"`)).toEqual(
        data.content.includes(animal) ? ['a.md#Cage 7'] : [],
      )
  })

  test('a server that ends during a deletion removes the rest after its next start', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    await putDocuments(app, 'zoo', { 'a.md': large('Crocodile') })
    const [{ id } = { id: '' }] = (await app.get<{ id: string }[]>('/api/documents?project=zoo')).data
    const { ctx } = await contextOf(app, endingAfter(app.store, 2))
    await expect(deleteDocument({ ctx: ctx as never, input: { id } })).rejects.toThrow('killed')
    expect((await app.get<unknown[]>('/api/documents?project=zoo')).data).toEqual([])
    expect(await findsIn(app, 'crocodile')).toEqual([])
    await removeAllLeftovers(app.store, never)
    await reindexDocuments(app.store, never)
    for (const table of [
      'deleted_document',
      'document_revision',
      'chunk',
      'chunk_search',
      'document_search',
      'search_gram',
    ] as const)
      expect(await app.store.read.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('a deletion removes entries of long texts in more transactions', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const sections = Array.from(
      { length: 80 },
      (_, at) => `## Cage ${at}\n\n${'Filler text. '.repeat(120)}\n`,
    )
    await putDocuments(app, 'zoo', { 'a.md': `# Zoo\n\n${sections.join('\n')}` })
    const [{ id } = { id: '' }] = (await app.get<{ id: string }[]>('/api/documents?project=zoo')).data
    const charactersLeft = async () =>
      (await app.store.read.selectFrom('chunk_search').select('words').execute()).reduce(
        (sum, { words }) => sum + words.length,
        0,
      )
    const left = [await charactersLeft()]
    const store = watched(app.store, async () => void left.push(await charactersLeft()))
    const { ctx } = await contextOf(app, store)
    await deleteDocument({ ctx: ctx as never, input: { id } })
    expect(left.at(-1)).toBe(0)
    const removed = left.slice(1).map((characters, at) => (left[at] as number) - characters)
    expect(Math.max(...removed)).toBeLessThan(96 * 1024)
  })

  test('a push refuses the document with too many sections and writes the others', async () => {
    const app = await make()
    const { data } = await app.post<{ results: { path: string; outcome: string; error: unknown }[] }>(
      '/api/documents/push',
      {
        project: 'zoo',
        documents: [
          { path: 'a.md', content: '# A\n\nCrocodile.\n' },
          { path: 'b.md', content: '# 1\n'.repeat(5_001) },
          { path: 'c.md', content: '# C\n\nCrocodile.\n' },
        ],
      },
    )
    expect(data.results.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['b.md', 'refused'],
      ['a.md', 'created'],
      ['c.md', 'created'],
    ])
    expect(data.results[0]?.error).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message:
        'A document has at most 5000 sections of text for search, and this one has 5001. Split it, or use fewer headings.',
    })
    expect((await findsIn(app, 'crocodile')).sort()).toEqual(['a.md#A', 'c.md#C'])
  })
})
