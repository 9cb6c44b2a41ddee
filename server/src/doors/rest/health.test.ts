import { expect, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'

test('health asks for no key and counts against no limit', async () => {
  const app = await makeApp({ rateLimits: { reads: 1, failures: 1 } })
  for (let i = 0; i < 3; i++) {
    expect(await app.get('/healthz', { key: null })).toMatchObject({ status: 200, data: { status: 'ok' } })
    expect(await app.get('/readyz', { key: null })).toMatchObject({ status: 200, data: { status: 'ready' } })
  }
})

test('a server that is shutting down is alive but not ready', async () => {
  const app = await makeApp()
  app.state.draining = true
  expect((await app.get('/healthz', { key: null })).status).toBe(200)
  expect(await app.get('/readyz', { key: null })).toMatchObject({
    status: 503,
    error: { message: 'The server is shutting down.' },
  })
})

test('a server whose database is gone is alive but not ready', async () => {
  const app = await makeApp()
  expect((await app.get('/readyz', { key: null })).status).toBe(200)
  await app.store.lookup.destroy()
  expect((await app.get('/healthz', { key: null })).status).toBe(200)
  expect(await app.get('/readyz', { key: null })).toMatchObject({
    status: 503,
    error: { message: 'The database cannot be reached.' },
  })
})

test('a check in words that balancers use is answered without a body', async () => {
  const app = await makeApp()
  for (const path of ['/', '/healthz', '/readyz']) {
    const answer = await app.request(path, { method: 'OPTIONS', key: null })
    expect([answer.status, await answer.text(), answer.headers.get('Allow')]).toEqual([
      200,
      '',
      'GET, HEAD, OPTIONS',
    ])
  }
  expect((await app.request('/readyz', { method: 'POST', key: null })).status).toBe(404)
})

test('a server that works in spite of a problem is ready, and names it', async () => {
  const app = await makeApp({ problem: () => 'Replicas do not hear each other.' })
  expect(await app.get('/readyz', { key: null })).toMatchObject({
    status: 200,
    data: { status: 'ready', problem: 'Replicas do not hear each other.' },
  })
})
