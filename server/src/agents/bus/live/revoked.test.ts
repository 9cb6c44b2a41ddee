import { expect, test } from 'vitest'
import { beginSession, GRACE_MS, issueToken } from '../../../people/identity/sessions.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { makeAgent, openStream, send } from '../../../testing/live.ts'
import { makeApp, type TestApp } from '../../../testing/make-app.ts'
import { addPerson } from '../../../testing/people.ts'
import { serve } from '../../../testing/socket.ts'

/** A key that may act as an agent of its own. */
async function keyWithAgent(app: TestApp, name: string, more: object = {}) {
  const { data } = await app.post<{ id: string; value: string }>('/api/keys', {
    name,
    role: 'editor',
    scopes: ['read', 'bus'],
    ...more,
  })
  const { id } = await app.store.read
    .selectFrom('api_key')
    .select('id')
    .where('public_id', '=', data.id)
    .executeTakeFirstOrThrow()
  const agent = await makeAgent(app, name, { credential: `key:${id}` })
  return { id: data.id, key: data.value, rowId: id, agent }
}

const endings: [
  string,
  string,
  (app: TestApp, key: Awaited<ReturnType<typeof keyWithAgent>>) => Promise<unknown>,
][] = [
  ['its key is revoked', 'UNAUTHORIZED', (app, { id }) => app.delete(`/api/keys/${id}`)],
  ['its key expires', 'UNAUTHORIZED', async (app) => app.advance(2 * 86_400_000)],
  [
    'its key loses the scope',
    'FORBIDDEN',
    (app, { rowId }) =>
      app.store.write((db) =>
        db.updateTable('api_key').set({ scopes: 'read' }).where('id', '=', rowId).execute(),
      ),
  ],
  [
    'the agent is archived',
    'CONFLICT',
    (app, { agent }) =>
      app.store.write((db) =>
        db.updateTable('agent').set({ status: 'archived' }).where('id', '=', agent.id).execute(),
      ),
  ],
  [
    'the agent is taken over',
    'FORBIDDEN',
    (app, { agent }) =>
      app.store.write((db) =>
        db.updateTable('agent').set({ credential: 'key:1' }).where('id', '=', agent.id).execute(),
      ),
  ],
  [
    'the agent is deleted',
    'NOT_FOUND',
    (app, { agent }) => app.store.write((db) => db.deleteFrom('agent').where('id', '=', agent.id).execute()),
  ],
]

test.each(endings)('a stream ends when %s, at the latest after a minute', async (_, code, end) => {
  const app = await makeApp()
  const { url } = await serve(app)
  const key = await keyWithAgent(app, 'fixer', {
    expiresAt: new Date(app.clock() + 86_400_000).toISOString(),
  })
  const stream = await openStream(url, key.key)
  await send(app, key.agent, ['before'])
  expect(await stream.take(1)).toMatchObject([{ data: { message: 'before' } }])
  await end(app, key)
  for (let beat = 0; beat < 4; beat++) await app.channels.live.beat()
  const events = await stream.untilEnd()
  expect(events).toMatchObject([{ event: 'closing', data: { reason: 'refused' } }])
  expect(events[0]?.data.message).toMatch(new RegExp(`^${code}: `))
  expect(app.channels.live.counts().streams).toBe(0)
})

const firstOrganization = ({ store }: TestApp) =>
  store.read.selectFrom('organization').select('slug').executeTakeFirstOrThrow()

/** A timer that stands still: no poll is due, so that only a notice can end a stream. */
const NO_POLL = { liveTimer: () => 0 }

onEachDatabase('a stream without messages', (make) => {
  const calls: [string, string, (app: TestApp, id: string) => Promise<{ status: number }>][] = [
    ['its key is revoked', 'UNAUTHORIZED', (app, id) => app.delete(`/api/keys/${id}`)],
    ['its agent is archived', 'CONFLICT', (app) => app.delete('/api/bus/agents/fixer')],
    [
      'its agent is set to archived',
      'CONFLICT',
      (app) => app.post('/api/bus/agents/fixer', { status: 'archived' }),
    ],
    ['its agent is deleted', 'NOT_FOUND', (app) => app.delete('/api/bus/agents/fixer?hard=true')],
    [
      'its agent is taken over',
      'FORBIDDEN',
      async (app) => {
        const { slug } = await firstOrganization(app)
        const { token } = await addPerson(app, { [slug]: 'admin' })
        return app.post('/api/bus/agents/fixer/take-over', {}, { key: token })
      },
    ],
  ]

  test.each(calls)('ends at once when %s', async (_, code, call) => {
    const app = await make(NO_POLL)
    const { url } = await serve(app)
    const fixer = await keyWithAgent(app, 'fixer')
    const stream = await openStream(url, fixer.key)
    await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 1, behind: 0 })
    expect((await call(app, fixer.id)).status).toBe(200)
    const [ending] = await stream.untilEnd()
    expect(ending).toMatchObject({ event: 'closing', data: { reason: 'refused' } })
    expect(ending?.data.message).toMatch(new RegExp(`^${code}: `))
  })
})

test.each(endings.filter(([how]) => how !== 'its key loses the scope'))(
  'a stream whose notice was lost ends with the next poll when %s',
  async (_, code, end) => {
    const app = await makeApp(NO_POLL)
    const { url } = await serve(app)
    const key = await keyWithAgent(app, 'fixer', {
      expiresAt: new Date(app.clock() + 86_400_000).toISOString(),
    })
    const stream = await openStream(url, key.key)
    await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 1, behind: 0 })
    await app.channels.watch.poll()
    await end(app, key)
    await app.channels.watch.poll()
    const [ending] = await stream.untilEnd()
    expect(ending?.data.message).toMatch(new RegExp(`^${code}: `))
  },
)

onEachDatabase('a stream by time', (make) => {
  test('of a session or a key ends with it, and that of another session continues', async () => {
    const app = await make(NO_POLL)
    const { url } = await serve(app)
    const { slug } = await firstOrganization(app)
    const ada = await addPerson(app, { [slug]: 'editor' })
    const ofAda = await makeAgent(app, 'of-ada', { credential: `person:${ada.id}` })
    const day = { expiresAt: new Date(app.clock() + 86_400_000).toISOString() }
    const key = await keyWithAgent(app, 'of-key', day)
    const first = await openStream(url, ada.token)
    const ofKey = await openStream(url, key.key)
    await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 2, behind: 0 })
    app.advance(2 * 86_400_000)
    expect(await ofKey.untilEnd()).toMatchObject([{ event: 'closing', data: { reason: 'refused' } }])
    const later = await app.store.write((db) =>
      beginSession(db, { address: '192.0.2.1', userAgent: 'a test' }, ada.id, app.clock()),
    )
    const second = await openStream(url, later.token)
    await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 2, behind: 0 })
    // The first one was last used two days before.
    app.advance(12.5 * 86_400_000)
    const [ending] = await first.untilEnd()
    expect(ending?.data.message).toMatch(/^UNAUTHORIZED: /)
    await send(app, ofAda, ['heard'])
    expect(await second.take(1)).toMatchObject([{ data: { message: 'heard' } }])
  })

  test('a stream of a session that was signed out ends, although another session of the person has one', async () => {
    const app = await make(NO_POLL)
    const { url } = await serve(app)
    const { slug } = await firstOrganization(app)
    const ada = await addPerson(app, { [slug]: 'editor' })
    const agent = await makeAgent(app, 'of-ada', { credential: `person:${ada.id}` })
    const later = await app.store.write((db) =>
      beginSession(db, { address: '192.0.2.1', userAgent: 'a test' }, ada.id, app.clock()),
    )
    const [first, second] = [await openStream(url, ada.token), await openStream(url, later.token)]
    await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 2, behind: 0 })
    expect((await app.post('/api/sign-out', {}, { key: later.token })).status).toBe(200)
    expect(await second.untilEnd()).toMatchObject([{ event: 'closing', data: { reason: 'refused' } }])
    await send(app, agent, ['heard'])
    expect(await first.take(1)).toMatchObject([{ data: { message: 'heard' } }])
    expect(second.text()).not.toContain('heard')
  })

  test('a stream with a replaced token ends with the token, although the session has one with the new token', async () => {
    const app = await make(NO_POLL)
    const { url } = await serve(app)
    const { slug } = await firstOrganization(app)
    const ada = await addPerson(app, { [slug]: 'editor' })
    const agent = await makeAgent(app, 'of-ada', { credential: `person:${ada.id}` })
    const { id } = await app.store.read
      .selectFrom('session')
      .select('id')
      .where('person_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    const replacing = await app.store.write((db) => issueToken(db, id, app.clock(), false))
    const owners = await openStream(url, replacing)
    // In the grace period, which the first use of the new token began.
    const thiefs = await openStream(url, ada.token)
    await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 2, behind: 0 })
    app.advance(GRACE_MS)
    const [ending] = await thiefs.untilEnd()
    expect(ending?.data.message).toMatch(/^UNAUTHORIZED: /)
    await send(app, agent, ['heard'])
    expect(await owners.take(1)).toMatchObject([{ data: { message: 'heard' } }])
  })
})

test('streams of a session end with it, those of other agents and of another organization go on', async () => {
  const app = await makeApp(NO_POLL)
  const { url } = await serve(app)
  const { slug } = await firstOrganization(app)
  const [ada, bob] = [await addPerson(app, { [slug]: 'admin' }), await addPerson(app, { [slug]: 'admin' })]
  await makeAgent(app, 'of-ada', { credential: `person:${ada.id}` })
  const ofBob = await makeAgent(app, 'of-bob', { credential: `person:${bob.id}` })
  const ofKey = await makeAgent(app, 'of-key')
  const streams = {
    ada: await openStream(url, ada.token),
    bob: await openStream(url, bob.token),
    key: await openStream(url, app.key),
  }
  expect((await app.post('/api/sign-out', {}, { key: ada.token })).status).toBe(200)
  expect(await streams.ada.untilEnd()).toMatchObject([{ event: 'closing', data: { reason: 'refused' } }])
  expect((await app.delete(`/api/members/${bob.publicId}?credentials=revoke`)).status).toBe(200)
  expect(await streams.bob.untilEnd()).toMatchObject([{ event: 'closing', data: { reason: 'refused' } }])
  await send(app, ofBob, ['unheard'])
  await send(app, ofKey, ['heard'])
  expect(await streams.key.take(1)).toMatchObject([{ data: { message: 'heard' } }])
})

test('a message after the revocation reaches nobody, and other streams of the agent go on', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const key = await keyWithAgent(app, 'fixer')
  const stream = await openStream(url, key.key)
  await send(app, key.agent, ['before'])
  await stream.take(1)
  await app.delete(`/api/keys/${key.id}`)
  await send(app, key.agent, ['after'])
  expect(await stream.untilEnd()).toMatchObject([{ event: 'closing' }])
  expect(stream.text()).not.toContain('after')
})

test("another credential's agent, and another organization's, have no stream", async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const mine = await keyWithAgent(app, 'mine')
  await keyWithAgent(app, 'theirs')
  const statusOf = async (agent: string) => (await openStream(url, mine.key, { agent })).status
  expect(await statusOf('mine')).toBe(200)
  expect(await statusOf('theirs')).toBe(403)
  expect(await statusOf('nobody')).toBe(404)
})
