import { expect, onTestFinished, test } from 'vitest'
import type { Event } from '../../ground/kernel/consumer.ts'
import { dispatchEvents } from '../../ground/kernel/events.ts'
import { newId } from '../../ground/kernel/id.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { makeDeliverer } from './deliverer.ts'

/** The organization of the app, and another one with its key. */
async function twoOrganizations(app: TestApp) {
  const key = await addOrganization(app)
  const rows = await app.store.read.selectFrom('organization').select('id').orderBy('id').execute()
  const [first = 0, other = 0] = rows.map(({ id }) => id)
  return { first, other, key }
}

/** Writes events as the settling of an execution with thousands of tests does. */
const addEvents = ({ store, clock }: TestApp, organizationId: number, count: number) =>
  store.write(async (db) => {
    const row = { organization_id: organizationId, kind: 'test.became-flaky', created_at: clock() }
    const rows = Array.from({ length: count }, (_, at) => ({ ...row, payload: JSON.stringify({ at }) }))
    while (rows.length > 0) await db.insertInto('outbox').values(rows.splice(0, 100)).execute()
  })

const addWebhook = async (app: TestApp, url: string, key?: string): Promise<string> => {
  const { data } = await app.post<{ id: string }>(
    '/api/webhooks',
    { name: 'ours', url },
    { ...(key && { key }) },
  )
  return data.id
}

/** Gives a webhook due deliveries. */
const addDeliveries = ({ store, clock }: TestApp, webhook: string, count: number) =>
  store.write(async (db) => {
    const { id, organization_id } = await db
      .selectFrom('webhook')
      .select(['id', 'organization_id'])
      .where('public_id', '=', webhook)
      .executeTakeFirstOrThrow()
    const at = clock()
    const rows = Array.from({ length: count }, (_, turn) => ({
      public_id: newId(at),
      webhook_id: id,
      organization_id,
      project_id: null,
      event: 'execution.settled',
      subject: `execution.settled ${turn}`,
      payload: '{}',
      state: 'waiting' as const,
      attempts: 0,
      next_at: at,
      created_at: at,
    }))
    await db.insertInto('webhook_delivery').values(rows).execute()
  })

const attemptsOf = ({ store }: TestApp, webhook: string) =>
  store.read
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select('webhook_delivery.attempts')
    .where('webhook.public_id', '=', webhook)
    .execute()

onEachDatabase('between organizations', (make) => {
  test('an event is handled before the rest of the thousands of another organization', async () => {
    const app = await make()
    const { first, other } = await twoOrganizations(app)
    await addEvents(app, first, 1_300)
    await addEvents(app, other, 2)
    const heard: Event[] = []
    const handle = (event: Event) => void heard.push(event)
    const consumers = [{ name: 'hears', kinds: ['test.became-flaky'], handle }]
    const dispatch = () => dispatchEvents(app.store, { consumers, log: () => undefined }, app.clock())
    while ((await dispatch()) > 0);
    const places = heard.flatMap(({ organizationId }, place) => (organizationId === other ? [place] : []))
    expect(places).toHaveLength(2)
    expect(Math.max(...places)).toBeLessThan(200)
    const order = heard
      .filter(({ organizationId }) => organizationId === first)
      .map(({ payload }) => payload.at)
    expect(order).toEqual(Array.from({ length: 1_300 }, (_, at) => at))
  })

  test('a delivery waits neither for thousands nor for the slow receivers of another organization', async () => {
    const app = await make()
    const { key } = await twoOrganizations(app)
    const silent = await openReceiver()
    silent.answer(() => undefined)
    const receiver = await openReceiver()
    onTestFinished(() => receiver.close())
    for (let turn = 0; turn < 18; turn++) await addDeliveries(app, await addWebhook(app, silent.url), 70)
    app.advance(1)
    const webhook = await addWebhook(app, receiver.url, key)
    await addDeliveries(app, webhook, 1)
    const { store, clock } = app
    const deliverer = makeDeliverer({ store, clock, log: () => undefined, allowPrivate: true })
    await deliverer.tick()
    const attempts = await attemptsOf(app, webhook)
    await silent.close()
    await deliverer.stop()
    expect(attempts).toEqual([{ attempts: 1 }])
  })

  test('the deliveries of a deleted organization hide no others', async () => {
    const app = await make()
    const { first, key } = await twoOrganizations(app)
    const receiver = await openReceiver()
    onTestFinished(() => receiver.close())
    const gone = await addWebhook(app, receiver.url)
    await addDeliveries(app, gone, 1_001)
    app.advance(1)
    const webhook = await addWebhook(app, receiver.url, key)
    await addDeliveries(app, webhook, 1)
    const { store, clock } = app
    await store.write((db) =>
      db.updateTable('organization').set({ deleted_at: clock() }).where('id', '=', first).execute(),
    )
    const deliverer = makeDeliverer({ store, clock, log: () => undefined, allowPrivate: true })
    await deliverer.tick()
    await deliverer.idle()
    expect(await attemptsOf(app, webhook)).toEqual([{ attempts: 1 }])
  })
})
