import { expect, onTestFinished, test } from 'vitest'
import { openStore, type Store } from '../../../ground/store/open.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { watched } from '../../../testing/fairness.ts'
import { addProjects, hitsOf, putDocuments } from '../../../testing/knowledge.ts'
import { contextIn, large, SECTIONS } from '../../../testing/large-documents.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { storeDocument } from '../store-documents.ts'
import { writeDocument } from '../write-document.ts'
import { readDocumentText } from './read-here.ts'

const WRITERS = 12
/** That wait for their turn, of one organization. */
const ROOM = 50

const text = readDocumentText(large('Crocodile'))

async function write(app: TestApp, store: Store, given = text, path = 'a.md') {
  const { projectId, ctx } = await contextIn(app, 'zoo', store)
  const { document } = await storeDocument(
    ctx,
    { projectId, path, text: given, source: 'rest' },
    (db, prepared) => writeDocument(db, ctx, prepared),
  )
  return document.revision
}

/** Another replica on Postgres; SQLite has one server. */
async function otherReplica({ store }: TestApp): Promise<Store> {
  if (store.dialect === 'sqlite') return store
  const other = await openStore(store.address)
  onTestFinished(() => other.close())
  return other
}

onBothDatabases('concurrent writes', (make) => {
  test('of one large document wait in line, and complete its index together', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    await putDocuments(app, 'zoo', { 'a.md': large('Crocodile') })
    const indexed: number[] = []
    const store = watched(app.store, async () => {
      const { revision } = await app.store.read
        .selectFrom('document_search')
        .select('revision')
        .executeTakeFirstOrThrow()
      if (indexed.at(-1) !== revision) indexed.push(revision)
    })
    const texts = Array.from({ length: WRITERS }, (_, at) => readDocumentText(large(`Animal${at}`)))
    const revisions = await Promise.all(texts.map((one) => write(app, store, one)))
    const last = revisions.indexOf(WRITERS + 1)
    expect(revisions.toSorted((a, b) => a - b)).toEqual(texts.map((_, at) => at + 2))
    // The first writer's, and that of those who came meanwhile.
    expect(indexed).toEqual([1, 2, WRITERS + 1])
    expect(await hitsOf(app, `"animal${last} ${SECTIONS - 1}"`)).toEqual([`a.md#Cage ${SECTIONS - 1}`])
  })

  test('of one document on two replicas are all stored', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const other = await otherReplica(app)
    const texts = ['Crocodile', 'Buffalo', 'Flamingo', 'Giraffe'].map((animal) =>
      readDocumentText(large(animal)),
    )
    const short = ['Hippo', 'Lion', 'Zebra'].map((animal) => readDocumentText(`# Zoo\n\n${animal}.\n`))
    const writes = [...texts, ...short].map((one, at) => write(app, at % 2 === 0 ? app.store : other, one))
    const revisions = await Promise.all(writes)
    expect(revisions.sort((a, b) => a - b)).toEqual(writes.map((_, at) => at + 1))
    const rows = await app.store.read
      .selectFrom('document')
      .innerJoin('document_search', 'document_search.document_id', 'document.id')
      .select(['document.revision', 'document_search.revision as indexed'])
      .execute()
    expect(rows).toEqual([{ revision: writes.length, indexed: writes.length }])
    const left = await app.store.read
      .selectFrom('chunk')
      .fullJoin('chunk_search', 'chunk_search.chunk_id', 'chunk.id')
      .select(['chunk.id', 'chunk_search.chunk_id', 'until_revision'])
      .execute()
    expect(left.every((one) => one.id === one.chunk_id && one.until_revision === null)).toBe(true)
  })

  test('of large documents let small ones pass, and have room for 50 that wait', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const held = Promise.withResolvers<void>()
    const line = 'large documents of 1'
    const first = app.store.rounds.run(line, { begin: () => held.promise, complete: async () => undefined })
    await putDocuments(app, 'zoo', { 'b.md': '# B\n\nHippo.\n' })
    expect(await hitsOf(app, 'hippo')).toEqual(['b.md#B'])
    const waiting = Array.from({ length: ROOM }, () => write(app, app.store))
    await expect.poll(() => app.store.rounds.waitingFor(line)).toBe(ROOM)
    await expect(write(app, app.store, text, 'c.md')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: '50 writes of documents wait for their turn already. Send fewer at a time.',
    })
    held.resolve()
    await first
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: ROOM }, () => 1))
  })

  test('of a small document ask for no index to complete: their transaction has written it', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const { projectId } = await contextIn(app, 'zoo', app.store)
    const given = {
      projectId,
      path: 'a.md',
      text: readDocumentText('# A\n\nA hippo.\n'),
      source: 'rest',
    } as const
    const read = await statementsOf(app, (ctx) =>
      storeDocument(ctx, given, (db, prepared) => writeDocument(db, ctx, prepared)),
    )
    expect(read.filter(({ sql }) => sql.includes('document_search'))).toEqual([])
    expect(await hitsOf(app, 'hippo')).toEqual(['a.md#A'])
  })
})
