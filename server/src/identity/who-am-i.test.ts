import { expect, test } from 'vitest'
import { onBothDatabases } from '../testing/each-database.ts'

interface Created {
  id: string
  value: string
}

onBothDatabases('who am I', (make) => {
  test('a key hears its organization, its name, its rights, and the version of the server', async () => {
    const app = await make()
    const { status, data } = await app.get('/api/whoami')
    expect(status).toBe(200)
    expect(data).toEqual({
      organization: { slug: 'default', name: 'Default' },
      key: {
        name: 'First key',
        role: 'admin',
        scopes: ['ingest', 'read', 'knowledge', 'bus', 'admin'],
        project: null,
        expiresAt: null,
      },
      person: null,
      organizations: [{ slug: 'default', name: 'Default', role: 'admin' }],
      server: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    })
  })

  test('a key that may only upload, held to one project, hears it too and nothing else', async () => {
    const app = await make()
    await app.post('/api/test-results', { project: 'shop', results: [] })
    const expiresAt = new Date(app.clock() + 60_000).toISOString()
    const body = { name: 'ci', scopes: ['ingest'], project: 'shop', expiresAt }
    const { data: key } = await app.post<Created>('/api/keys', body)
    const answer = await app.get('/api/whoami', { key: key.value })
    expect(answer.data).toMatchObject({
      key: { name: 'ci', role: 'editor', scopes: ['ingest'], project: 'shop', expiresAt },
    })
    expect(JSON.stringify(answer.data)).not.toContain(key.value)
    expect((await app.get('/api/executions', { key: key.value })).status).toBe(403)
  })

  test('without a key, and with a revoked one, nothing is told', async () => {
    const app = await make()
    const { data: key } = await app.post<Created>('/api/keys', { name: 'ci' })
    await app.delete(`/api/keys/${key.id}`)
    expect((await app.get('/api/whoami', { key: null })).status).toBe(401)
    expect((await app.get('/api/whoami', { key: key.value })).status).toBe(401)
  })

  test('asking counts as a read', async () => {
    const app = await make({ rateLimits: { reads: 2 } })
    expect((await app.get('/api/whoami')).headers.get('RateLimit-Remaining')).toBe('1')
    await app.get('/api/whoami')
    expect((await app.get('/api/whoami')).status).toBe(429)
  })
})
