import { expect, test, vi } from 'vitest'
import { ROWS_AT_ONCE } from '../../ground/store/delete-in-steps.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { passed, settled } from '../../testing/upload.ts'
import { endDeliveries } from './end-deliveries.ts'

const MANY = 2 * ROWS_AT_ONCE + 500
type State = 'waiting' | 'failed'

onBothDatabases('a webhook with many deliveries', (makeApp) => {
  test('sends all that failed again, in steps', async () => {
    const app = await makeApp()
    const { id } = await addWebhook(app, 'failed')
    const steps = await stepsInto(app, 'waiting', async () => {
      const { data } = await app.post<{ queued: number }>(`/api/webhooks/${id}/deliveries/resend`, {})
      expect(data.queued).toBe(MANY)
    })
    expect(steps).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE, 500])
  })

  test('gives them up in steps when it is turned off', async () => {
    const app = await makeApp()
    const { id } = await addWebhook(app, 'waiting')
    const steps = await stepsInto(app, 'failed', () => app.post(`/api/webhooks/${id}`, { enabled: false }))
    expect(steps).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE, 500])
  })

  test('leaves the rest of an interrupted end to the next one', async () => {
    const app = await makeApp()
    const off = await addWebhook(app, 'waiting')
    const gone = await addWebhook(app, 'failed')
    await app.store.write(async (db) => {
      await db.updateTable('webhook').set({ disabled_at: 1 }).where('public_id', '=', off.id).execute()
      await db.updateTable('webhook').set({ deleted_at: 1 }).where('public_id', '=', gone.id).execute()
    })
    await endDeliveries(app.store, app.clock())
    const left = await app.store.read
      .selectFrom('webhook_delivery')
      .select(['webhook_id', 'state', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy(['webhook_id', 'state'])
      .execute()
    expect(left.map((row) => ({ ...row, count: Number(row.count) }))).toEqual([
      { webhook_id: off.rowId, state: 'failed', count: MANY },
    ])
    expect(await app.store.read.selectFrom('webhook').select('id').execute()).toEqual([{ id: off.rowId }])
  })

  test('loses none of them while somebody turns it on again', async () => {
    const app = await makeApp()
    const { id } = await addWebhook(app, 'waiting')
    await app.post(`/api/webhooks/${id}`, { enabled: false })
    await app.post(`/api/webhooks/${id}`, { enabled: true })
    await app.post(`/api/webhooks/${id}/deliveries/resend`, {})
    await endDeliveries(app.store, app.clock())
    expect(await countOf(app, 'waiting')).toBe(MANY)
  })
})

onBothDatabases('events for many webhooks', (makeApp) => {
  test('become some deliveries in each transaction, each once', async () => {
    const app = await makeApp()
    for (let i = 0; i < 20; i++)
      expect(
        await app.post('/api/webhooks', {
          name: `w${i}`,
          url: `https://192.0.2.1/${i}`,
          events: ['test.became-flaky'],
        }),
      ).toMatchObject({ status: 200 })
    const executionId = await settled(app, { results: [passed('a')] })
    await app.deliver()
    app.advance(1)
    const events = Array.from({ length: 60 }, (_, at) => ({
      organization_id: 1,
      kind: 'test.became-flaky',
      payload: JSON.stringify({ project: 'shop', executionId, file: 'a', titles: ['a'], testId: 't' }),
      created_at: app.clock() + at,
    }))
    await app.store.write((db) => db.insertInto('outbox').values(events).execute())
    const counts = [0]
    const { write } = app.store
    vi.spyOn(app.store, 'write').mockImplementation(async (...given) => {
      const result = await write(...given)
      counts.push(await countOf(app, 'waiting'))
      return result
    })
    await app.deliver()
    expect(counts.at(-1)).toBe(20 * 60)
    expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBeLessThanOrEqual(250)
  })
})

/** A webhook with as many deliveries in one state. */
async function addWebhook(app: TestApp, state: State) {
  const { data } = await app.post<{ id: string }>('/api/webhooks', {
    name: state,
    url: 'https://192.0.2.1/hook',
  })
  const row = await app.store.read
    .selectFrom('webhook')
    .select(['id', 'organization_id'])
    .where('public_id', '=', data.id)
    .executeTakeFirstOrThrow()
  const delivery = (at: number) => ({
    public_id: `${data.id} ${at}`,
    webhook_id: row.id,
    organization_id: row.organization_id,
    project_id: null,
    event: 'base.broke',
    subject: `${at}`,
    payload: '{}',
    state,
    attempts: 1,
    next_at: app.clock() + 1_000_000,
    created_at: 0,
    ended_at: state === 'failed' ? 1 : null,
  })
  await app.store.write(async (db) => {
    for (let from = 0; from < MANY; from += 500)
      await db
        .insertInto('webhook_delivery')
        .values(Array.from({ length: 500 }, (_, at) => delivery(from + at)))
        .execute()
  })
  return { id: data.id, rowId: row.id }
}

const countOf = async (app: TestApp, state: State): Promise<number> => {
  const { count } = await app.store.read
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many deliveries each transaction of the work brings into a state, without those that bring none. */
async function stepsInto(app: TestApp, state: State, work: () => Promise<unknown>): Promise<number[]> {
  const counts = [await countOf(app, state)]
  const { write } = app.store
  vi.spyOn(app.store, 'write').mockImplementation(async (...given) => {
    const result = await write(...given)
    counts.push(await countOf(app, state))
    return result
  })
  await work()
  return counts.map((count, at) => count - (counts[at - 1] ?? count)).filter((count) => count > 0)
}
