import { expect, test } from 'vitest'
import { makeAgent, openStream, send } from '../../testing/live.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { serve } from '../../testing/socket.ts'

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
