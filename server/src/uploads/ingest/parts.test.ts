import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { passed, run, send } from '../../testing/upload.ts'

/** Sends another part of one execution. */
const join = (app: TestApp, leg: string) =>
  send(app, run({ build: 'one', part: { leg }, results: [passed('a')] }))
/** As if the first part, which has the leg `one`, were the last that an execution may have. */
const renumber = (app: TestApp) =>
  app.store.write((db) => db.updateTable('part').set({ number: LIMITS.parts }).execute())

/** Adds so many parts, each with a leg of its own, to the only execution. */
const addLegs = (app: TestApp, count: number) =>
  app.store.write(async (db) => {
    const part = await db.selectFrom('part').selectAll().executeTakeFirstOrThrow()
    const { project_id } = await db.selectFrom('leg').select('project_id').executeTakeFirstOrThrow()
    const names = Array.from({ length: count }, (_, i) => ({ project_id, name: `leg ${i + 1}` }))
    const legs = await db.insertInto('leg').values(names).returning('id').execute()
    const rows = legs.map(({ id }, i) => ({ ...part, leg_id: id, number: i + 2, journal: `journal ${i}` }))
    for (let index = 0; index < rows.length; index += 100)
      await db
        .insertInto('part')
        .values(rows.slice(index, index + 100))
        .execute()
  })

onBothDatabases('an execution', (makeApp) => {
  test('holds a limited number of parts', async () => {
    const app = await makeApp()
    await join(app, 'one')
    await renumber(app)
    expect(await join(app, 'one')).toMatchObject({
      status: 413,
      error: { code: 'PAYLOAD_TOO_LARGE', message: expect.stringMatching(/at most 10000 parts\. Split it/) },
    })
  })

  test('holds a limited number of legs', async () => {
    const app = await makeApp()
    await join(app, 'leg 0')
    await addLegs(app, LIMITS.legs - 1)
    expect(await join(app, 'one more')).toMatchObject({
      status: 413,
      error: { message: expect.stringMatching(/at most 500 legs/) },
    })
    expect((await join(app, 'leg 7')).status).toBe(200)
  })

  test('keeps a limited number of errors outside tests, of each part at least one, and says so', async () => {
    const app = await makeApp()
    const errors = (count: number) =>
      Array.from({ length: count }, () => ({ failure: { message: 'outside' } }))
    const part = async (leg: string, count: number) =>
      (await send(app, run({ build: 'many', part: { leg }, errors: errors(count) }))).data
    const dropped = (count: number) => [
      `An execution keeps 10,000 errors outside tests. The server dropped ${count} more of this upload.`,
    ]
    expect((await part('one', 10_003)).warnings).toEqual(dropped(3))
    expect((await part('two', 3)).warnings).toEqual(dropped(2))
    const { errors: kept, state } = await app.store.read
      .selectFrom('execution')
      .select(['errors', 'state'])
      .executeTakeFirstOrThrow()
    expect({ kept, state }).toEqual({ kept: 10_001, state: 'running' })
  })
})
