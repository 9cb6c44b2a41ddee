import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { makeAgent, send } from '../../testing/live.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addPerson } from '../../testing/people.ts'
import { receiver } from '../../testing/webhooks.ts'

const PATH = '/api/bus/agents/fixer/webhook'
const DEAD = '/api/bus/agents/fixer/dead-letters'

interface Shown {
  retry: { problem: string; nextAttemptAt: string } | null
}

const statusesOf = (app: TestApp) =>
  app.store.read
    .selectFrom('bus_message')
    .select('status')
    .orderBy('sequence')
    .execute()
    .then((rows) => rows.map(({ status }) => status))

onBothDatabases('webhooks of agents', (make) => {
  test('send each message once, signed, urgent first; a 2xx response acknowledges it', async () => {
    const app = await make()
    const fixer = await makeAgent(app, 'fixer')
    const to = await receiver()
    await send(app, fixer, ['low'], { priority: 3 })
    await send(app, fixer, ['urgent'], { priority: 0 })
    const { data } = await app.put<{ secret: string; address: string }>(PATH, { url: to.url })
    expect(data.address).not.toContain('/hook')
    await app.deliver()
    await app.deliver()
    await app.deliver()
    expect(to.got.map(({ body }) => JSON.parse(body).message.message)).toEqual(['urgent', 'low'])
    for (const { headers, body } of to.got) {
      const [, seconds, value] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['svc-signature'])) ?? []
      const expected = createHmac('sha256', data.secret).update(`${seconds}.${body}`).digest('hex')
      expect(value).toBe(expected)
      expect(headers['svc-event']).toBe('message')
      expect(JSON.parse(body)).toMatchObject({
        delivery: headers['svc-delivery'],
        message: { verified: true },
      })
    }
    expect(await statusesOf(app)).toEqual(['delivered', 'delivered'])
  })

  test('continue after a row whose sequence was changed behind the server', async () => {
    const app = await make()
    const fixer = await makeAgent(app, 'fixer')
    const to = await receiver()
    await app.put(PATH, { url: to.url })
    await send(app, fixer, ['changed'])
    await app.store.write((db) => db.updateTable('bus_message').set({ sequence: 101 }).execute())
    await app.deliver()
    await send(app, fixer, ['later'])
    await app.deliver()
    expect(to.got.map(({ body }) => JSON.parse(body).message.message)).toEqual(['later'])
  })

  test('try again, and keep what failed as dead letters that can be sent again', async () => {
    const app = await make()
    const fixer = await makeAgent(app, 'fixer')
    const to = await receiver()
    await app.put(PATH, { url: to.url })
    to.answer(500)
    const [sent] = await send(app, fixer, ['hello'])
    expect((await app.get<Shown>(PATH)).data.retry).toBeNull()
    await app.deliver()
    const { retry } = (await app.get<Shown>(PATH)).data
    expect(retry).toMatchObject({ message: sent?.public_id, attempts: 1, status: 500 })
    expect(retry?.problem).toContain('500')
    expect(Date.parse(retry?.nextAttemptAt ?? '')).toBeGreaterThan(app.clock())
    // Each attempt waits longer than the one before, for a day in all.
    for (let hour = 0; hour < 30; hour++) {
      await app.deliver()
      app.advance(3_600_000)
    }
    expect(to.got.length).toBeGreaterThan(3)
    expect(new Set(to.got.map(({ headers }) => headers['svc-delivery'])).size).toBe(1)
    const dead = await app.get<{ id: string; problem: string; message: string }[]>(DEAD)
    expect(dead.data).toMatchObject([{ status: 500, from: 'svc', priority: 'normal' }])
    expect((await app.get<Shown>(PATH)).data.retry).toBeNull()
    expect(await statusesOf(app)).toEqual(['pending'])
    to.answer(200)
    expect((await app.post(`${DEAD}/resend`, { delivery: dead.data[0]?.id })).data).toEqual({ queued: 1 })
    await app.deliver()
    expect(await statusesOf(app)).toEqual(['delivered'])
    expect((await app.get(DEAD)).data).toEqual([])
    expect((await app.post(`${DEAD}/resend`, {})).data).toEqual({ queued: 0 })
  })
})

test('a message that was changed, read or deleted meanwhile is not sent', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  const to = await receiver()
  await app.put(PATH, { url: to.url })
  const [changed, read] = await send(app, fixer, ['1', '2'])
  await app.store.write(async (db) => {
    await db
      .updateTable('bus_message')
      .set({ payload: 'forged' })
      .where('id', '=', changed?.id ?? 0)
      .execute()
    await db
      .updateTable('bus_message')
      .set({ status: 'read' })
      .where('id', '=', read?.id ?? 0)
      .execute()
  })
  for (let n = 0; n < 3; n++) await app.deliver()
  expect(to.got).toEqual([])
  expect(await statusesOf(app)).toEqual(['failed', 'read'])
  const dead = await app.get<{ problem: string }[]>(DEAD)
  expect(dead.data.map(({ problem }) => problem)).toEqual([expect.stringContaining('signature invalid')])
})

test('no address of a private network, no other credential, no archived agent', async () => {
  const app = await makeApp({ webhooks: { allowPrivate: false } })
  await makeAgent(app, 'fixer')
  await makeAgent(app, 'theirs', { credential: 'key:99' })
  for (const url of [
    'http://example.org/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://a.internal/',
    'x',
  ])
    expect((await app.put(PATH, { url })).status).toBe(400)
  const { data } = await app.post<{ value: string }>('/api/keys', {
    name: 'k',
    role: 'editor',
    scopes: ['bus'],
  })
  const asked = await app.put(PATH, { url: 'https://example.org/' }, { key: data.value })
  expect(asked.status).toBe(403)
  expect((await app.get(PATH)).data).toBeNull()
  expect((await app.put('/api/bus/agents/nobody/webhook', { url: 'https://example.org/' })).status).toBe(404)
})

test('an admin key directs the mail of no other credential to its own address; a person may', async () => {
  const app = await makeApp()
  await makeAgent(app, 'theirs', { credential: 'key:99' })
  const path = '/api/bus/agents/theirs/webhook'
  const url = 'https://example.org/'
  const refused = await app.put(path, { url })
  expect(refused).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
  expect((await app.get(path)).data).toBeNull()
  const { slug } = await app.store.read.selectFrom('organization').select('slug').executeTakeFirstOrThrow()
  const admin = await addPerson(app, { [slug]: 'admin' })
  expect((await app.put(path, { url }, { key: admin.token })).status).toBe(200)
})

test('it stops with the key that set it, and with its agent', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  const to = await receiver()
  await app.put(PATH, { url: to.url })
  await app.store.write((db) =>
    db.updateTable('agent').set({ status: 'archived' }).where('id', '=', fixer.id).execute(),
  )
  await app.deliver()
  await app.store.write((db) => db.deleteFrom('agent').where('id', '=', fixer.id).execute())
  await app.deliver()
  expect(await app.store.read.selectFrom('webhook').select('id').execute()).toEqual([])
  // Webhooks of events never show those of agents.
  expect((await app.get('/api/webhooks')).data).toEqual([])
})
