import { randomUUID } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { download, keysOf, png, put, runAttaching, store, want } from '../../testing/artifacts.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { describeOnS3 } from '../../testing/s3/describe-on-s3.ts'
import { dropReferences } from './drop-references.ts'
import { removeOrphans } from './remove-orphans.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'

const DAY_MS = 86_400_000

/** Also counts what is left of uploads, and removes it. */
const countFiles = async (app: TestApp) =>
  (await keysOf(app)).length + (await app.artifacts.incoming.removeOlder(Number.POSITIVE_INFINITY))

const release = async (app: TestApp, id: string, reason?: string) => {
  const { id: internal } = await app.store.read
    .selectFrom('execution')
    .select('id')
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow()
  return app.store.write((db) =>
    dropReferences(db, {
      dialect: app.store.dialect,
      executionIds: [internal],
      now: app.clock(),
      ...(reason === undefined ? {} : { reason }),
    }),
  )
}

const lettingGo = (make: () => Promise<TestApp>) => {
  test('a file goes with the last execution that refers to it', async () => {
    const app = await make()
    const [shared, own] = [png('shared'), png('own')]
    const first = await runAttaching(app, { pays: [shared, own] })
    const id = await store(app, first.journal, shared)
    const ownId = await store(app, first.journal, own, { number: 1 })
    const second = await runAttaching(app, { pays: [shared] }, { project: 'other' })
    const other = await store(app, second.journal, shared)
    expect(await countFiles(app)).toBe(2)
    expect(await release(app, first.execution)).toBe(2)
    expect((await download(app, id)).status).toBe(404)
    expect((await download(app, ownId)).status).toBe(404)
    await removeUnreferenced(app.store, app.artifacts, app.clock())
    expect(await countFiles(app)).toBe(1)
    expect(String((await download(app, other)).bytes)).toBe('shared')
    await release(app, second.execution)
    await removeUnreferenced(app.store, app.artifacts, app.clock())
    expect(await countFiles(app)).toBe(0)
    for (const table of ['artifact', 'artifact_file', 'artifact_garbage'] as const)
      expect(await app.store.read.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('rows may stay and say why there is nothing', async () => {
    const app = await make()
    const { journal, execution } = await runAttaching(app, { pays: [png('old')] })
    await store(app, journal, png('old'))
    expect(await release(app, execution, 'It was removed after 30 days.')).toBe(1)
    expect(await release(app, execution, 'again')).toBe(0)
    await removeUnreferenced(app.store, app.artifacts, app.clock())
    expect(await countFiles(app)).toBe(0)
    const { data } = await app.get<object[]>(`/api/executions/${execution}/artifacts`)
    expect(data).toMatchObject([{ state: 'left', reason: 'It was removed after 30 days.', url: null }])
  })

  test('a file that comes again while its former self is yet to be removed is kept', async () => {
    const app = await make()
    const first = await runAttaching(app, { pays: [png('again')] })
    await store(app, first.journal, png('again'))
    await release(app, first.execution)
    const second = await runAttaching(app, { pays: [png('again')] })
    const id = await store(app, second.journal, png('again'))
    await removeUnreferenced(app.store, app.artifacts, app.clock())
    expect(String((await download(app, id)).bytes)).toBe('again')
    expect(await countFiles(app)).toBe(1)
  })

  test('an upload whose execution is deleted meanwhile leaves nothing', async () => {
    const app = await make()
    const { journal, execution } = await runAttaching(app, { pays: [png('0123')] })
    const id = await want(app, journal, png('0123'))
    await put(app, id, Buffer.from('01'))
    await release(app, execution)
    expect(await put(app, id, Buffer.from('23'), { offset: 2 })).toMatchObject({ status: 404 })
    app.advance(8 * DAY_MS)
    // The files of a test are as old as the real clock says.
    await removeUnreferenced(app.store, app.artifacts, Date.now() + 8 * DAY_MS)
    expect(await countFiles(app)).toBe(0)
  })
}

onBothDatabases('letting go of artifacts', (make) => {
  lettingGo(make)

  test('a file without a row, which a kill can leave, is removed after a day; none with a row is', async () => {
    const app = await make()
    const { journal } = await runAttaching(app, { pays: [png('kept')] })
    const id = await store(app, journal, png('kept'))
    const folder = join(app.folder, 'artifacts', 'ab')
    mkdirSync(folder, { recursive: true })
    const orphan = join(folder, `${'0'.repeat(62)}.${randomUUID()}`)
    writeFileSync(orphan, 'orphan')
    expect(await removeOrphans(app.store, app.artifacts, Date.now())).toBe(0)
    const old = new Date(Date.now() - 2 * DAY_MS)
    utimesSync(orphan, old, old)
    expect(await removeOrphans(app.store, app.artifacts, Date.now())).toBe(1)
    expect(await removeOrphans(app.store, app.artifacts, Date.now() + 2 * DAY_MS)).toBe(0)
    expect(String((await download(app, id)).bytes)).toBe('kept')
  })
})

describeOnS3('letting go of artifacts on S3', (swift) =>
  lettingGo(async () => makeApp({ bucket: await swift().makeBucket() })),
)
