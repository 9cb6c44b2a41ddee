import { expect, test } from 'vitest'
import { makeChunkEmbedding } from '../agents/knowledge/search/embed-chunks.ts'
import { openEndpoint } from '../agents/knowledge/search/endpoint.ts'
import { reindexDocuments } from '../agents/knowledge/search/reindex-documents.ts'
import { indexTests } from '../history/tests/index-tests.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import { addOther, watched } from '../testing/fairness.ts'
import { putDocuments, startEmbeddings } from '../testing/knowledge.ts'
import { passed, run, send, settled } from '../testing/upload.ts'
import { applyRetention } from '../upkeep/retention/apply-retention.ts'
import { paced, RetentionStopped } from '../upkeep/retention/pace.ts'
import { DEFAULT_RETENTION } from '../upkeep/retention/periods.ts'

const never = new AbortController().signal

const MINUTE_MS = 60_000

onEachDatabase('organizations take turns', (make) => {
  test('when quiet executions settle', async () => {
    const app = await make()
    const { key, id } = await addOther(app)
    const large = { results: [passed('a')] }
    for (let count = 0; count < 5; count++) await send(app, run({ ...large, build: `build ${count}` }))
    app.advance(1)
    await send(app, run({ ...large, build: 'other' }), { key })
    app.advance(MINUTE_MS)
    expect(await app.sweep()).toBe(6)
    const events = await app.store.read
      .selectFrom('outbox')
      .select('organization_id')
      .where('kind', '=', 'execution.settled')
      .orderBy('id')
      .execute()
    expect(events.map(({ organization_id }) => organization_id).indexOf(id)).toBe(1)
  })

  test('when chunks get vectors', async () => {
    const app = await make()
    const { key } = await addOther(app)
    await settled(app, { results: [passed('a')] })
    await send(app, run({ results: [passed('a')] }), { key })
    const sections = Array.from(
      { length: 40 },
      (_, at) => `## Section ${at}\n\n${'many words '.repeat(300)}\n`,
    )
    await putDocuments(app, 'shop', { 'long.md': `# Long\n\n${sections.join('\n')}` })
    await putDocuments(app, 'shop', { 'short.md': '# Short\n\nOf the others.\n' }, { key })
    const standIn = await startEmbeddings()
    const embedder = openEndpoint({ url: standIn.url, model: 'meanings', key: null })
    expect(await makeChunkEmbedding(app.store, embedder, () => 0).run(never)).toBeGreaterThan(40)
    expect(standIn.requests[0]?.input.some((text) => text.includes('Of the others'))).toBe(true)
  })

  test('when documents and tests are indexed', async () => {
    const app = await make()
    const { key, id } = await addOther(app)
    const tests = Array.from({ length: 520 }, (_, at) => passed(`test ${at}`))
    await send(app, run({ results: tests }))
    await send(app, run({ results: tests.slice(0, 260) }), { key })
    await putDocuments(app, 'shop', { 'a.md': '# A\n', 'b.md': '# B\n', 'c.md': '# C\n' })
    await putDocuments(app, 'shop', { 'd.md': '# D\n' }, { key })
    const made: number[] = []
    const watchBlocks = watched(app.store, async () => {
      const rows = await app.store.read
        .selectFrom('test_block')
        .innerJoin('project', 'project.id', 'test_block.project_id')
        .select('first_id')
        .where('organization_id', '=', id)
        .execute()
      made.push(rows.length)
    })
    expect(await indexTests(watchBlocks)).toBe(3)
    expect(made[1]).toBe(1)
    await app.store.write((db) => db.updateTable('document_search').set({ analyzer: 0 }).execute())
    const ending = new AbortController()
    let count = 0
    const watchDocuments = watched(app.store, () => {
      if (++count === 2) ending.abort()
    })
    expect(await reindexDocuments(watchDocuments, ending.signal)).toBe(2)
    const indexed = await app.store.read
      .selectFrom('document_search')
      .innerJoin('document', 'document.id', 'document_search.document_id')
      .select('path')
      .where('analyzer', '<>', 0)
      .orderBy('path')
      .execute()
    expect(indexed.map(({ path }) => path)).toEqual(['a.md', 'd.md'])
  })

  test('when retention deletes', async () => {
    const app = await make()
    const { key } = await addOther(app)
    const change = { code: { branch: 'fix', pullRequest: 7 }, results: [passed('a')] }
    for (let count = 0; count < 11; count++) await settled(app, change)
    await send(app, run(change), { key })
    app.advance(MINUTE_MS)
    await app.sweep()
    app.advance(1_000 * 24 * 60 * MINUTE_MS)
    let isStopping = false
    const store = watched(app.store, async () => {
      const left = await app.get<unknown[]>('/api/executions', { key })
      isStopping = left.data.length === 0
    })
    const pace = paced(store, { timer: () => 0, rest: async () => undefined, isStopping: () => isStopping })
    const options = { defaults: DEFAULT_RETENTION, now: app.clock(), onFailure: () => undefined }
    await expect(applyRetention(pace, options)).rejects.toThrow(RetentionStopped)
    const { data } = await app.get<unknown[]>('/api/executions')
    expect(data.length).toBeGreaterThan(0)
  })
})
