import { expect, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'
import { makeApiKey } from './secret-token.ts'

const unauthorized = (message: RegExp) => ({ code: 'UNAUTHORIZED', message: expect.stringMatching(message) })

interface Created {
  id: string
  value: string
}

test('a request without a key says which header to send', async () => {
  const { get } = await makeApp()
  const response = await get('/api/keys', { key: null })
  expect(response.status).toBe(401)
  expect(response.error).toEqual(unauthorized(/Authorization: Bearer <API_KEY>/))
  expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
})

test('another scheme, a malformed key and a typo are distinguished from an unknown key', async () => {
  const { get, key } = await makeApp()
  const say = async (authorization: string) => {
    const response = await get('/api/keys', { headers: { Authorization: authorization } })
    expect(response.status).toBe(401)
    return response.error
  }
  expect(await say(`Basic ${key}`)).toEqual(unauthorized(/Send your API key/))
  expect(await say('Bearer ')).toEqual(unauthorized(/Send your API key/))
  expect(await say('Bearer svc_short')).toEqual(unauthorized(/mistyped/))
  const typo = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
  expect(await say(`Bearer ${typo}`)).toEqual(unauthorized(/mistyped/))
  expect(await say(`Bearer ${makeApiKey()}`)).toEqual(
    unauthorized(/unknown or was revoked.*create a new key/),
  )
})

test('the scheme may be written in any case', async () => {
  const { get, key } = await makeApp()
  expect((await get('/api/keys', { headers: { Authorization: `bearer ${key}` } })).status).toBe(200)
})

test('a revoked key stops with the next request, and reads as an unknown one', async () => {
  const app = await makeApp()
  const { data } = await app.post<Created>('/api/keys', { name: 'ci', role: 'admin', scopes: ['admin'] })
  expect((await app.get('/api/keys', { key: data.value })).status).toBe(200)
  expect((await app.delete(`/api/keys/${data.id}`)).status).toBe(200)
  const revoked = await app.get('/api/keys', { key: data.value })
  const unknown = await app.get('/api/keys', { key: makeApiKey() })
  expect(revoked.status).toBe(401)
  expect(revoked.error).toEqual(unknown.error)
})

test('a key that expires is valid until that moment and then says when it was', async () => {
  const app = await makeApp()
  const expiresAt = new Date(app.clock() + 60_000).toISOString()
  const { data } = await app.post<Created>('/api/keys', {
    name: 'ci',
    role: 'admin',
    scopes: ['admin'],
    expiresAt,
  })
  app.advance(59_999)
  expect((await app.get('/api/keys', { key: data.value })).status).toBe(200)
  app.advance(1)
  const expired = await app.get('/api/keys', { key: data.value })
  expect(expired.status).toBe(401)
  expect(expired.error).toEqual(unauthorized(new RegExp(`expired at ${expiresAt}`)))
})

test('the database holds no key, only its hash', async () => {
  const { store, key } = await makeApp()
  const rows = await store.read.selectFrom('api_key').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(rows[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('the time of last use is written at most once a minute', async () => {
  const app = await makeApp()
  const lastUsed = async () => {
    await app.idle()
    const { data } = await app.get<{ lastUsedAt: string }[]>('/api/keys')
    return data[0]?.lastUsedAt
  }
  const first = new Date(app.clock()).toISOString()
  await app.get('/api/keys')
  expect(await lastUsed()).toBe(first)
  app.advance(59_999)
  await app.get('/api/keys')
  expect(await lastUsed()).toBe(first)
  app.advance(1)
  await app.get('/api/keys')
  expect(await lastUsed()).toBe(new Date(app.clock()).toISOString())
})
