import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { passed, settled } from '../../testing/upload.ts'

interface Webhook {
  id: string
  address: string
  events: string[]
  kind: string
  project: string | null
  secret: string | null
  disabledAt: string | null
}

const URL_OF = 'https://hooks.example.com/services/T000/B000/verysecret'
const create = (app: TestApp, more: object = {}, key?: string) =>
  app.post<Webhook>('/api/webhooks', { name: 'ours', url: URL_OF, ...more }, key ? { key } : {})

onEachDatabase('webhooks', (make) => {
  test('the secret is shown once, and the database contains neither it nor the address in plain text', async () => {
    const app = await make()
    const { data } = await create(app)
    expect(data).toMatchObject({
      kind: 'json',
      address: 'https://hooks.example.com/…cret',
      events: ['base.broke', 'test.became-flaky'],
      project: null,
      secret: expect.stringMatching(/^svw_[\w-]{43}$/),
    })
    const { data: list } = await app.get<Webhook[]>('/api/webhooks')
    expect(list).toHaveLength(1)
    expect(JSON.stringify(list)).not.toContain('svw_')
    expect(JSON.stringify(list)).not.toContain('verysecret')
    const rows = JSON.stringify([
      await app.store.read.selectFrom('webhook').selectAll().execute(),
      await app.store.read.selectFrom('audit').selectAll().execute(),
    ])
    expect(rows).not.toContain('verysecret')
    expect(rows).not.toContain(data.secret)
    for (const kind of ['slack', 'teams', 'discord'])
      expect((await create(app, { kind })).data).toMatchObject({ kind, secret: null })
  })

  test('changed, turned off and on, deleted; and who did it', async () => {
    const app = await make()
    const { data } = await create(app)
    const path = `/api/webhooks/${data.id}`
    const off = await app.post<Webhook>(path, {
      name: 'theirs',
      events: ['execution.settled'],
      enabled: false,
    })
    expect(off.data).toMatchObject({
      name: 'theirs',
      events: ['execution.settled'],
      disabledAt: '2026-03-02T09:00:00.000Z',
      disabledBecause: 'It was turned off.',
    })
    expect((await app.post<Webhook>(path, { enabled: true })).data.disabledAt).toBeNull()
    expect((await app.delete(path)).status).toBe(200)
    expect((await app.delete(path)).status).toBe(404)
    const { data: audit } = await app.get<{ action: string; target: { name: string } }[]>('/api/audit')
    expect(audit.map(({ action, target }) => `${action} ${target.name}`)).toEqual([
      'webhook.deleted theirs',
      'webhook.changed theirs',
      'webhook.changed theirs',
      'webhook.created ours',
    ])
  })

  test('another organization has none of it, and a restricted or lesser key is refused', async () => {
    const app = await make()
    await settled(app, { results: [passed('a')] })
    const other = await addOrganization(app)
    const { data } = await create(app, { project: 'shop' })
    expect(data.project).toBe('shop')
    expect((await app.get<Webhook[]>('/api/webhooks', { key: other })).data).toEqual([])
    for (const path of ['', '/test'])
      expect((await app.post(`/api/webhooks/${data.id}${path}`, {}, { key: other })).status).toBe(404)
    expect((await app.get(`/api/webhooks/${data.id}/deliveries`, { key: other })).status).toBe(404)
    expect((await app.delete(`/api/webhooks/${data.id}`, { key: other })).status).toBe(404)
    expect((await create(app, { project: 'shop' }, other)).status).toBe(404)
    const keyFor = async (more: object) =>
      (await app.post<{ value: string }>('/api/keys', { name: 'k', ...more })).data.value
    const editor = await keyFor({ role: 'editor' })
    const bound = await keyFor({ role: 'admin', scopes: ['admin'], project: 'shop' })
    for (const key of [editor, bound]) {
      expect((await app.get('/api/webhooks', { key })).status).toBe(403)
      expect((await create(app, {}, key)).status).toBe(403)
      expect((await app.post(`/api/webhooks/${data.id}/test`, {}, { key })).status).toBe(403)
    }
    // It goes with its project.
    await app.delete('/api/projects/shop')
    expect((await app.get<Webhook[]>('/api/webhooks')).data).toEqual([])
    await app.removeDeleted()
    expect(await app.store.read.selectFrom('webhook').selectAll().execute()).toEqual([])
  })

  test('an organization has at most 20, however many are asked for at once', async () => {
    const app = await make({ uploads: { atOnce: 0 } })
    const answers = await Promise.all(Array.from({ length: 23 }, () => create(app)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.find(({ status }) => status === 409)?.error?.message).toContain('at most 20')
    const first = await app.get<Webhook[]>('/api/webhooks?limit=15')
    const next = await app.get<Webhook[]>(`/api/webhooks?limit=15&cursor=${first.page?.nextCursor}`)
    expect(new Set([...first.data, ...next.data].map(({ id }) => id)).size).toBe(20)
    expect(next.page?.nextCursor).toBeNull()
  })

  test('bad input is named', async () => {
    const app = await make({ webhooks: { allowPrivate: false } })
    const refused = async (more: object, path = '/api/webhooks') => {
      const { status, error } = await app.post(path, { name: 'a', url: URL_OF, ...more })
      return `${status} ${error?.message}`
    }
    expect(await refused({ name: ' ' })).toMatch(/^400 name /)
    expect(await refused({ kind: 'email' })).toMatch(/^400 kind /)
    expect(await refused({ events: [] })).toMatch(/^400 events /)
    expect(await refused({ events: ['test.broke'] })).toMatch(/^400 events\[0\] /)
    expect(await refused({ project: 'no' })).toMatch(/^404 /)
    expect(await refused({ more: 1 })).toMatch(/^400 There is no parameter "more"/)
    for (const url of [
      'http://example.com',
      'ftp://example.com',
      'hooks',
      '',
      'https://',
      'javascript:alert(1)',
    ])
      expect(await refused({ url })).toMatch(/^400 url must be an address that begins with https:/)
    expect(await refused({ url: 'https://a:b@example.com' })).toMatch(/without name and password/)
    for (const host of [
      'localhost',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '10.1.2.3',
      '169.254.169.254',
      'metadata.google.internal',
      'a.localhost.',
    ])
      expect(await refused({ url: `https://${host}/x` })).toMatch(
        /^400 url must be an address on the internet/,
      )
    const { data } = await create(app)
    expect(await refused({}, `/api/webhooks/${data.id}`)).toMatch(/^400 There is no parameter "url"/)
    expect((await app.get('/api/webhooks/no/deliveries')).status).toBe(404)
    expect((await app.get(`/api/webhooks/${data.id}/deliveries?cursor=abc`)).status).toBe(400)
  })
})
