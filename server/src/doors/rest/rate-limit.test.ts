import { expect, test } from 'vitest'
import { makeApiKey } from '../../people/identity/secret-token.ts'
import { makeApp } from '../../testing/make-app.ts'

const limitsOf = ({ headers }: { headers: Headers }) =>
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => headers.get(name))

test('reads and writes are counted apart, per key, and every answer tells what is left', async () => {
  const app = await makeApp({ rateLimits: { reads: 3, writes: 2 } })
  expect(limitsOf(await app.get('/api/keys'))).toEqual(['3', '2', '60'])
  const other = await app.post<{ value: string }>('/api/keys', {
    name: 'b',
    role: 'admin',
    scopes: ['admin'],
  })
  expect(limitsOf(other)).toEqual(['2', '1', '60'])
  expect(limitsOf(await app.get('/api/keys', { key: other.data.value }))).toEqual(['3', '2', '60'])
  expect(limitsOf(await app.get('/api/nothing'))).toEqual(['3', '1', '60'])
  expect(limitsOf(await app.get('/api/keys?limit=0'))).toEqual(['3', '0', '60'])
})

test('over the limit is 429 with the seconds to wait, after which it works again', async () => {
  const app = await makeApp({ rateLimits: { reads: 2 } })
  await app.get('/api/keys')
  app.advance(15_000)
  await app.get('/api/keys')
  const refused = await app.get('/api/keys')
  expect(refused.status).toBe(429)
  expect(refused.error).toEqual({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/2 reads a minute.*45 s/),
  })
  expect(refused.headers.get('Retry-After')).toBe('45')
  expect(limitsOf(refused)).toEqual(['2', '0', '45'])
  app.advance(45_000)
  expect((await app.get('/api/keys')).status).toBe(200)
  expect((await app.get('/api/keys')).status).toBe(429)
})

test('requests without a valid key are limited by address, and never stop a valid key there', async () => {
  const app = await makeApp({ rateLimits: { failures: 2, reads: 100 } })
  const refused = await app.get('/api/keys', { key: makeApiKey() })
  expect(refused.status).toBe(401)
  expect(limitsOf(refused)).toEqual(['2', '1', '60'])
  expect((await app.get('/api/keys', { key: null })).status).toBe(401)
  const limited = await app.get('/api/keys', { key: null })
  expect(limited.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/Authorization: Bearer/),
  })
  expect(limited.headers.get('Retry-After')).toBe('60')
  expect((await app.get('/api/keys')).status).toBe(200)
  expect((await app.get('/api/keys', { key: null, remoteAddress: '192.0.2.9' })).status).toBe(401)
})

test('behind a proxy the address is what the proxy wrote, not what the client claims', async () => {
  const app = await makeApp({ proxies: 1, rateLimits: { failures: 1 } })
  const from = async (forwarded: string) =>
    (await app.get('/api/keys', { key: null, headers: { 'X-Forwarded-For': forwarded } })).status
  expect(await from('198.51.100.1')).toBe(401)
  expect(await from('10.0.0.7, 198.51.100.1')).toBe(429)
  expect(await from('198.51.100.2')).toBe(401)
})

test('without a proxy the header says nothing', async () => {
  const app = await makeApp({ rateLimits: { failures: 1 } })
  const from = async (forwarded: string) =>
    (await app.get('/api/keys', { key: null, headers: { 'X-Forwarded-For': forwarded } })).status
  expect(await from('198.51.100.1')).toBe(401)
  expect(await from('198.51.100.2')).toBe(429)
})

test('an IPv6 address counts by its network, of which a client has 2^64 addresses', async () => {
  const app = await makeApp({ rateLimits: { failures: 1 } })
  const from = async (remoteAddress: string) =>
    (await app.get('/api/keys', { key: null, remoteAddress })).status
  expect(await from('2001:db8:1:2::1')).toBe(401)
  expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
  expect(await from('2001:db8:1:3::1')).toBe(401)
  expect(await from('::ffff:192.0.2.1')).toBe(401)
  expect(await from('192.0.2.1')).toBe(429)
})

test('limits that are off leave no headers', async () => {
  const app = await makeApp()
  expect(limitsOf(await app.get('/api/keys'))).toEqual([null, null, null])
})

test('a write that is refused costs a read, and one that stores something costs a write', async () => {
  const app = await makeApp({ rateLimits: { reads: 4, writes: 2 } })
  const key = { name: 'b', role: 'viewer', scopes: ['read'] }
  for (const [path, body, status] of [
    ['/api/keys', { ...key, role: 'king' }, 400],
    ['/api/executions/01a2031f-6ca0-73a0-88a8-1f47ab260de7/settle', {}, 404],
    ['/api/keys', { ...key, project: 'gone' }, 404],
  ] as const) {
    const refused = await app.post(path, body)
    expect([refused.status, ...limitsOf(refused)]).toEqual([status, '2', '2', '0'])
  }
  expect(limitsOf(await app.post('/api/keys', key))).toEqual(['2', '1', '60'])
  expect(limitsOf(await app.get('/api/keys'))).toEqual(['4', '0', '60'])
  // Refusals are bounded: without reads they are writes.
  expect(limitsOf(await app.post('/api/keys', { ...key, role: 'king' }))).toEqual(['2', '0', '60'])
  expect((await app.post('/api/keys', { ...key, role: 'king' })).status).toBe(429)
})
