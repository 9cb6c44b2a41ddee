import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import { declare, declared, png, put, runAttaching, store, want } from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { mostPerWrite } from '../../testing/rows-per-write.ts'

/** As if so many other attempts of its run had attached the same. */
const copy = ({ store: { read, write } }: TestApp, id: string, count: number) =>
  write(async (db) => {
    const { id: _, ...row } = await read
      .selectFrom('artifact')
      .selectAll()
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < count; at += 100)
      await db
        .insertInto('artifact')
        .values(
          Array.from({ length: 100 }, (_, i) => ({ ...row, number: at + i + 1, public_id: newId(at + i) })),
        )
        .execute()
  })

onEachDatabase('a file that many runs attach', (make) => {
  test('is noted with each in several transactions when it arrives', async () => {
    const app = await make()
    const shot = png('shared')
    const { journal } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    await copy(app, id, 2_300)
    const count = async (state: 'awaited' | 'stored') =>
      (await app.store.read.selectFrom('artifact').select('id').where('state', '=', state).execute()).length
    const most = await mostPerWrite(
      app,
      () => count('stored'),
      () => put(app, id, shot.bytes),
    )
    expect([most, await count('awaited'), await count('stored')]).toEqual([1_000, 0, 2_301])
  })

  test('is known to a project by a few of the artifacts, however many there are', async () => {
    const app = await make()
    const shot = png('shared')
    const sent = async (project: string) =>
      store(app, (await runAttaching(app, { pays: [shot] }, { project })).journal, shot)
    await sent('shop')
    const stateOf = async (build: string) => {
      const { journal } = await runAttaching(app, { pays: [shot] }, { project: 'shop', build })
      return (await declare(app, journal, [declared(shot, 0)])).data.items[0]?.state
    }
    expect(await stateOf('2')).toBe('stored')
    await copy(app, await sent('blog'), 300)
    // The newest are all of the other project, so the bytes are asked for once more.
    expect(await stateOf('3')).toBe('send')
  })
})
