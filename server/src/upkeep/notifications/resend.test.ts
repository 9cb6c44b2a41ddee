import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { passed, settled } from '../../testing/upload.ts'
import { receiver } from '../../testing/webhooks.ts'

interface Delivery {
  id: string
  event: string
  state: string
  attempts: number
  createdAt: string
}

const DAY_MS = 86_400_000

/** A webhook of each settled execution, with so many deliveries that a receiver refused for a day. */
async function failedHook(app: TestApp, count: number) {
  const to = await receiver()
  to.answer(500)
  const { id } = (
    await app.post<{ id: string }>('/api/webhooks', {
      name: 'ours',
      url: to.url,
      events: ['execution.settled'],
    })
  ).data
  for (let i = 0; i < count; i++) await settled(app, { build: `b${i}`, results: [passed('a')] })
  await app.deliver()
  app.advance(DAY_MS)
  for (let i = 0; i < count; i++) await app.deliver()
  expect((await list(app, id)).map(({ state }) => state)).toEqual(Array(count).fill('failed'))
  to.got.length = 0
  to.answer(200)
  return { id, to }
}

const list = async (app: TestApp, id: string) =>
  (await app.get<Delivery[]>(`/api/webhooks/${id}/deliveries`)).data

const resend = (app: TestApp, id: string, input: object = {}, key?: string) =>
  app.post<{ queued: number }>(
    `/api/webhooks/${id}/deliveries/resend`,
    input,
    key === undefined ? {} : { key },
  )

onEachDatabase('deliveries that are sent again', (make) => {
  test('one keeps its id, and is retried like a new one', async () => {
    const app = await make()
    const { id, to } = await failedHook(app, 2)
    const [newest, oldest] = await list(app, id)
    to.answer(503)
    expect((await resend(app, id, { delivery: oldest?.id })).data).toEqual({ queued: 1 })
    await app.deliver()
    expect(to.got.map(({ headers }) => headers['svc-delivery'])).toEqual([oldest?.id])
    expect(await list(app, id)).toMatchObject([
      { id: newest?.id, state: 'failed' },
      { id: oldest?.id, state: 'waiting', attempts: 1 },
    ])
    // Waiting, it is sent at once instead of after its pause.
    to.answer(200)
    expect((await resend(app, id, { delivery: oldest?.id })).data).toEqual({ queued: 1 })
    await app.deliver()
    expect((await list(app, id))[1]).toMatchObject({ state: 'delivered', attempts: 2 })
    // Delivered, it is sent once more: the receiver may have lost it.
    await resend(app, id, { delivery: oldest?.id?.toUpperCase() })
    await app.deliver()
    expect(to.got).toHaveLength(3)
    expect(new Set(to.got.map(({ body }) => body)).size).toBe(1)
  })

  test('all that failed are sent, but no test and nothing that arrived', async () => {
    const app = await make()
    const { id, to } = await failedHook(app, 3)
    const [newest] = await list(app, id)
    await resend(app, id, { delivery: newest?.id })
    await app.deliver()
    to.answer(500)
    await app.post(`/api/webhooks/${id}/test`, {})
    to.answer(200)
    to.got.length = 0
    expect((await resend(app, id)).data).toEqual({ queued: 2 })
    for (let i = 0; i < 2; i++) await app.deliver()
    expect(to.got).toHaveLength(2)
    expect((await resend(app, id)).data).toEqual({ queued: 0 })
    expect((await list(app, id)).map(({ event, state }) => `${event} ${state}`)).toEqual([
      'test failed',
      ...Array(3).fill('execution.settled delivered'),
    ])
  })

  test('a webhook that is off, or whose maker has left, sends nothing and says why', async () => {
    const app = await make()
    const { id } = await failedHook(app, 1)
    const [delivery] = await list(app, id)
    await app.post(`/api/webhooks/${id}`, { enabled: false })
    expect(await resend(app, id, { delivery: delivery?.id })).toMatchObject({
      status: 409,
      error: { message: 'The webhook is off: It was turned off. Turn it on first.' },
    })
    await app.post(`/api/webhooks/${id}`, { enabled: true })
    expect((await resend(app, id)).data).toEqual({ queued: 1 })
    const ada = await addPerson(app, { default: 'admin' })
    await app.store.write((db) => db.updateTable('webhook').set({ owner_id: ada.id }).execute())
    await app.store.write((db) => db.deleteFrom('member').where('person_id', '=', ada.id).execute())
    expect(await resend(app, id)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
  })

  test('what another webhook, another organization or nobody sent is not found', async () => {
    const app = await make()
    const { id } = await failedHook(app, 1)
    const other = await failedHook(app, 1)
    const [theirs] = await list(app, other.id)
    for (const delivery of [theirs?.id, randomUUID()])
      expect(await resend(app, id, { delivery })).toMatchObject({
        status: 404,
        error: { message: expect.stringContaining('no such delivery') },
      })
    const stranger = await addOrganization(app)
    expect((await resend(app, id, {}, stranger)).status).toBe(404)
    await app.delete('/api/projects/shop')
    expect((await resend(app, id)).data).toEqual({ queued: 0 })
  })
})
