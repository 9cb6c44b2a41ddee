import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { passed, settled } from '../../testing/upload.ts'
import { identitiesOf } from './former-names.ts'

/** Says that a test continues as another, without asking whether it may. */
const rename = ({ store, clock }: TestApp, from: number, to: number, undoneAt: number | null = null) =>
  store.write((db) =>
    db
      .insertInto('rename')
      .values({
        public_id: newId(clock()),
        project_id: 1,
        from_test_id: from,
        to_test_id: to,
        confirmed_by: 'somebody',
        confirmed_at: clock(),
        undone_by: undoneAt === null ? null : 'somebody',
        undone_at: undoneAt,
      })
      .execute(),
  )

onBothDatabases('identities of a test', (makeApp) => {
  test('its own and those of its earlier names, the latest first; not what is undone', async () => {
    const app = await makeApp()
    await settled(app, { results: ['a', 'b', 'c', 'd', 'e'].map((title) => passed(title)) })
    expect(await identitiesOf(app.store, 1, [])).toEqual(new Map())
    expect(await identitiesOf(app.store, 1, [1, 2])).toEqual(
      new Map([
        [1, [1]],
        [2, [2]],
      ]),
    )
    await rename(app, 1, 2)
    await rename(app, 2, 3)
    await rename(app, 4, 5, app.clock())
    expect(await identitiesOf(app.store, 1, [1, 2, 3, 5])).toEqual(
      new Map([
        [1, [1]],
        [2, [2, 1]],
        [3, [3, 2, 1]],
        [5, [5]],
      ]),
    )
    expect(await identitiesOf(app.store, 2, [3])).toEqual(new Map([[3, [3]]]))
    expect(await app.store.write((db) => identitiesOf({ ...app.store, read: db }, 1, [3]))).toEqual(
      new Map([[3, [3, 2, 1]]]),
    )
  })

  test('a chain that comes round ends', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a'), passed('b')] })
    await rename(app, 1, 2)
    await rename(app, 2, 1)
    expect(new Set((await identitiesOf(app.store, 1, [1])).get(1))).toEqual(new Set([1, 2]))
  })
})
