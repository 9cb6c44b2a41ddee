import { expect, test, vi } from 'vitest'
import { pruneExpired } from '../../people/identity/prune-expired.ts'
import { forgetTokens } from '../../people/oidc/forget-tokens.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { passed, run, send } from '../../testing/upload.ts'
import { dispatchEvents } from '../kernel/events.ts'
import { deleteInSteps, ROWS_AT_ONCE } from './delete-in-steps.ts'
import type { Store } from './open.ts'

const DUE = 2 * ROWS_AT_ONCE + 500
const rows = <Row>(count: number, row: (i: number) => Row) => Array.from({ length: count }, (_, i) => row(i))

type Counted = 'oidc_token' | 'brake' | 'webhook_delivery'

/** A store that says how many rows are left after each transaction. */
function counting(app: TestApp, table: Counted) {
  const left: number[] = []
  const store: Store = {
    ...app.store,
    async write(work) {
      const result = await app.store.write(work)
      left.push(await countOf(app, table))
      return result
    },
  }
  return { store, left }
}

const countOf = async (app: TestApp, table: Counted | 'outbox') =>
  Number(
    (
      await app.store.read
        .selectFrom(table as 'brake')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** In pieces: a statement takes a limited number of values. */
const insert = (app: TestApp, table: Counted | 'outbox', all: object[]) =>
  app.store.write(async (db) => {
    for (let i = 0; i < all.length; i += 500)
      await db
        .insertInto(table as 'brake')
        .values(all.slice(i, i + 500) as never)
        .execute()
  })

onBothDatabases('rows that are due together', (makeApp) => {
  test('are deleted in several transactions, and younger ones stay', async () => {
    const app = await makeApp()
    const now = app.clock()
    const ofTokens = counting(app, 'oidc_token')
    const tokenOf = (forget_at: number) => (i: number) => ({ hash: `${forget_at} ${i}`, forget_at })
    await insert(app, 'oidc_token', [...rows(DUE, tokenOf(now)), ...rows(3, tokenOf(now + 1))])
    await forgetTokens(ofTokens.store, now)
    expect(ofTokens.left).toEqual([ROWS_AT_ONCE + 503, 503, 3])

    const ofBrakes = counting(app, 'brake')
    const brakeOf = (clear_at: number) => (i: number) => ({
      subject: `address ${clear_at} ${i}`,
      clear_at,
      open_at: 0,
      recent: '[]',
    })
    await insert(app, 'brake', [...rows(DUE, brakeOf(now)), ...rows(3, brakeOf(now + 1))])
    await pruneExpired(ofBrakes.store, now)
    expect(ofBrakes.left).toEqual([ROWS_AT_ONCE + 503, 503, 3])
  })

  test('a step that deletes exactly all ends the next time', async () => {
    const app = await makeApp()
    const { store, left } = counting(app, 'oidc_token')
    await insert(
      app,
      'oidc_token',
      rows(ROWS_AT_ONCE, (i) => ({ hash: `${i}`, forget_at: 0 })),
    )
    await deleteInSteps(store, (db, limit) =>
      db
        .deleteFrom('oidc_token')
        .where('hash', 'in', db.selectFrom('oidc_token').select('hash').limit(limit))
        .executeTakeFirst(),
    )
    expect(left).toEqual([0, 0])
  })

  test('old events leave with the next ones, not all with one', async () => {
    const app = await makeApp()
    const now = app.clock()
    const { id } = await app.store.read.selectFrom('organization').select('id').executeTakeFirstOrThrow()
    const eventOf = () => ({
      organization_id: id,
      kind: 'old',
      payload: '{}',
      created_at: 0,
      dispatched_at: 0,
    })
    await insert(app, 'outbox', rows(DUE, eventOf))
    const left: number[] = []
    for (const suite of ['a', 'b', 'c']) {
      await send(app, run({ suite, solitary: true, results: [passed('a')] }))
      await dispatchEvents(app.store, { consumers: [], log: () => undefined }, now + 30 * 86_400_000)
      left.push(await countOf(app, 'outbox'))
    }
    expect(left[0]).toBeGreaterThan(ROWS_AT_ONCE)
    expect(left.at(-1)).toBeLessThan(ROWS_AT_ONCE)
  })

  test('a webhook leaves its deliveries in steps', async () => {
    const app = await makeApp()
    const { data } = await app.post<{ id: string }>('/api/webhooks', {
      name: 'channel',
      url: 'https://192.0.2.1/hook',
    })
    const hook = await app.store.read
      .selectFrom('webhook')
      .select(['id', 'organization_id'])
      .executeTakeFirstOrThrow()
    await insert(
      app,
      'webhook_delivery',
      rows(DUE, (i) => ({
        public_id: `d${i}`,
        webhook_id: hook.id,
        organization_id: hook.organization_id,
        event: 'execution.settled',
        subject: `${i}`,
        payload: '{}',
        state: 'delivered',
        attempts: 1,
        next_at: 0,
        created_at: 0,
        ended_at: 1,
      })),
    )
    const write = vi.spyOn(app.store, 'write')
    expect((await app.delete(`/api/webhooks/${data.id}`)).status).toBe(200)
    // Three of deliveries, and one of the webhook.
    expect(write.mock.calls.length).toBeGreaterThanOrEqual(4)
    expect(await countOf(app, 'webhook_delivery')).toBe(0)
    expect((await app.delete(`/api/webhooks/${data.id}`)).status).toBe(404)
  })
})
