import { expect, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'

test('what nobody foresaw is logged whole and told as INTERNAL with a number to ask by', async () => {
  const app = await makeApp()
  await app.idle()
  await app.store.write((db) => db.schema.alterTable('api_key').renameTo('gone').execute())
  const answer = await app.get('/api/keys')
  expect(answer).toMatchObject({ status: 500, error: { code: 'INTERNAL' } })
  expect(answer.error?.message).not.toMatch(/api_key|SQL|no such table/i)
  expect(app.logged).toMatchObject([
    {
      level: 'error',
      method: 'GET',
      path: '/api/keys',
      error: { message: expect.stringMatching(/api_key/) },
    },
  ])
  expect(answer.error?.message).toContain(app.logged[0]?.requestId)
  expect(JSON.stringify(app.logged)).not.toContain(app.key)
})

test('a failure has the id and the trace that a proxy gave its request, unless they are other texts', async () => {
  const app = await makeApp()
  await app.store.write((db) => db.schema.alterTable('badge').renameTo('gone').execute())
  const fail = (headers: Record<string, string>) =>
    app.request('/badge/AAAAAAAAAAAAAAAAAAAAAA.svg', { key: null, headers })
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const told = await (await fail({ 'X-Request-Id': 'edge-7f3a.1', traceparent })).text()
  await fail({ 'X-Request-Id': '1 {"level":"info"}', traceparent: '00-secret' })
  expect(told).toContain('edge-7f3a.1')
  expect(app.logged).toMatchObject([
    { requestId: 'edge-7f3a.1', traceparent },
    { requestId: expect.stringMatching(/^[\da-f-]{36}$/) },
  ])
  expect(app.logged[1]).not.toHaveProperty('traceparent')
})

test('the token of a badge, which is in its address, does not go into the log', async () => {
  const app = await makeApp()
  await app.store.write((db) => db.schema.alterTable('badge').renameTo('gone').execute())
  const token = 'AAAAAAAAAAAAAAAAAAAAAA'
  expect((await app.request(`/badge/${token}.svg`, { key: null })).status).toBe(500)
  expect(app.logged).toMatchObject([{ event: 'request failed', path: '/badge/…' }])
  expect(JSON.stringify(app.logged)).not.toContain(token)
})
