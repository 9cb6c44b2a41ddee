import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declare, declared, download, png, put, runAttaching, store } from '../../testing/artifacts.ts'
import { migratedPostgres, onBothDatabases } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'

const rowOf = (app: TestApp) =>
  app.store.read.selectFrom('artifact').select(['public_id', 'state']).executeTakeFirstOrThrow()

const keyOf = async (app: TestApp) =>
  (await app.store.read.selectFrom('artifact_file').select('key').executeTakeFirstOrThrow()).key

test('an attachment declared again where its file is not stays stored, and its own replica continues serving it', async () => {
  const one = await makeApp({ address: await migratedPostgres() })
  const other = await makeApp({ beside: one })
  const shot = png('0123456789')
  const { journal } = await runAttaching(one, { pays: [shot] })
  const id = await store(one, journal, shot)
  const again = await declare(other, journal, [declared(shot, 0)])
  expect(again.data.items).toEqual([{ entry: 0, number: 0, state: 'send', id }])
  expect(await rowOf(one)).toEqual({ public_id: id, state: 'stored' })
  expect(String((await download(one, id)).bytes)).toBe('0123456789')
  expect((await declare(one, journal, [declared(shot, 0)])).data.items).toMatchObject([{ state: 'stored' }])
  // Whoever sends the bytes as asked makes the other replica serve them too.
  expect(await put(other, id, shot.bytes)).toMatchObject({ status: 200, data: { state: 'stored' } })
  for (const app of [one, other]) expect(String((await download(app, id)).bytes)).toBe('0123456789')
})

onBothDatabases('an artifact whose file is gone', (make) => {
  test('is asked for again, stays stored by its row, and comes back under its own key', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal } = await runAttaching(app, { pays: [shot] })
    const id = await store(app, journal, shot)
    const place = join(app.folder, 'artifacts', await keyOf(app))
    rmSync(place)
    expect((await download(app, id)).status).toBe(404)
    expect((await declare(app, journal, [declared(shot, 0)])).data.items).toMatchObject([
      { state: 'send', id },
    ])
    // Piece by piece, as any other.
    expect(await put(app, id, shot.bytes.subarray(0, 4))).toMatchObject({ data: { received: 4 } })
    expect((await app.get(`/api/artifacts/${id}/upload`)).data).toMatchObject({
      received: 4,
      state: 'awaited',
    })
    expect(await rowOf(app)).toMatchObject({ state: 'stored' })
    expect(await put(app, id, shot.bytes.subarray(4), { offset: 4 })).toMatchObject({
      data: { state: 'stored' },
    })
    expect([existsSync(place), String((await download(app, id)).bytes)]).toEqual([true, '0123456789'])
  })

  test('is not replaced by other bytes', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal } = await runAttaching(app, { pays: [shot] })
    const id = await store(app, journal, shot)
    const key = await keyOf(app)
    rmSync(join(app.folder, 'artifacts', key))
    // The reporter's file has changed, or is gone: what was attached was something else.
    for (const item of [declared(png('other'), 0), { entry: 0, number: 0, leftOut: 'vanished' }])
      expect((await declare(app, journal, [item])).data.items).toMatchObject([{ state: 'stored', id }])
    expect((await put(app, id, Buffer.from('abcdefghij'))).error?.code).toBe('INVALID_REQUEST')
    expect([await keyOf(app), await rowOf(app)]).toEqual([key, { public_id: id, state: 'stored' }])
    expect((await put(app, id, shot.bytes)).data?.state).toBe('stored')
  })
})
