import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { exchange, listedIssuer, type Trust, trust } from '../../testing/workflows.ts'

interface Changed extends Trust {
  refs: string[]
  events: string[]
  repository: string | null
  keysRevoked: number
}

const change = (app: TestApp, id: string, input: object, key?: string) =>
  app.post<Changed>(`/api/oidc-trusts/${id}`, input, key === undefined ? {} : { key })

const statusOf = async (app: TestApp, key: string) => (await app.get('/api/whoami', { key })).status

onEachDatabase('a changed trust', (make) => {
  test('with more references, events or projects it gives keys for them, and earlier keys still work', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const made = { refs: ['refs/heads/main'], events: ['push'], project: 'shop' }
    const { id } = (await trust(app, issuer, made)).data
    const given = (await exchange(app, issuer, { ref: 'refs/heads/main' })).data.key
    const release = { ref: 'refs/heads/release-1' }
    expect((await exchange(app, issuer, release)).status).toBe(401)
    const { data } = await change(app, id, {
      refs: ['refs/heads/main', 'refs/heads/release-*', 'refs/heads/main'],
      project: null,
      repository: 'acme/store',
    })
    expect(data).toMatchObject({
      id,
      refs: ['refs/heads/main', 'refs/heads/release-*'],
      events: ['push'],
      project: null,
      repository: 'acme/store',
      keysRevoked: 0,
    })
    expect((await exchange(app, issuer, release)).data.project).toBe(null)
    expect(await statusOf(app, given)).toBe(200)
    const { data: all } = await change(app, id, { refs: ['*'], events: ['push', 'schedule'] })
    expect(all).toMatchObject({ keysRevoked: 0 })
    expect(await statusOf(app, given)).toBe(200)
    const { data: audit } = await app.get<{ target: object; detail: object }[]>(
      '/api/audit?action=trust.changed',
    )
    expect(audit).toMatchObject([
      { detail: { refs: ['*'], events: ['push', 'schedule'], keysRevoked: 0 } },
      { target: { kind: 'trust', id, name: 'acme/store' }, detail: { project: null } },
    ])
  })

  test('keys that it no longer allows end at once', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const { id } = (await trust(app, issuer, { events: ['push', 'schedule'] })).data
    for (const input of [{ events: ['push'] }, { refs: ['refs/heads/*'] }, { project: 'shop' }]) {
      const given = (await exchange(app, issuer, { ref: 'refs/heads/main' })).data.key
      expect((await change(app, id, input)).data).toMatchObject({ keysRevoked: 1 })
      expect(await statusOf(app, given)).toBe(401)
    }
    expect((await exchange(app, issuer, { event_name: 'schedule' })).status).toBe(401)
    expect((await exchange(app, issuer, { ref: 'refs/heads/main' })).data.project).toBe('shop')
  })

  test('an exchange beside the change gives no key that outlives it', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const { id } = (await trust(app, issuer)).data
    const bring = () => exchange(app, issuer, { ref: 'refs/heads/main' })
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(bring),
      change(app, id, { refs: ['refs/heads/other'] }),
      ...[1, 2, 3, 4].map(bring),
    ])
    for (const { status, data } of answers)
      if (status === 200 && 'key' in data) expect(await statusOf(app, data.key)).toBe(401)
  })

  test('changing its conditions makes the caller its owner; renaming it changes nothing else', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const [first, second] = [
      await addPerson(app, { default: 'admin' }),
      await addPerson(app, { default: 'admin' }),
    ]
    const { id } = (await trust(app, issuer, {}, first.token)).data
    const ownerOf = async () =>
      (await app.store.read.selectFrom('oidc_trust').select('owner_id').executeTakeFirstOrThrow()).owner_id
    await change(app, id, { repository: 'acme/renamed' }, second.token)
    await change(app, id, {}, second.token)
    expect(await ownerOf()).toBe(first.id)
    await change(app, id, { events: ['push'] }, second.token)
    expect(await ownerOf()).toBe(second.id)
    const { data } = await app.get<{ createdBy: { id: string } }[]>('/api/oidc-trusts')
    expect(data[0]?.createdBy.id).toBe(first.publicId)
  })

  test('refuses a second trust of equal conditions, a page’s name, nothing at all, and others’ trusts', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const one = (await trust(app, issuer, { events: ['push', 'schedule'] })).data.id
    const two = (await trust(app, issuer, { events: ['push'] })).data.id
    expect(await change(app, two, { events: ['schedule', 'push'] })).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message: expect.stringContaining(one) },
    })
    expect((await change(app, two, { events: ['push'] })).status).toBe(200)
    expect((await change(app, two, { project: 'settings' })).status).toBe(400)
    for (const input of [{ refs: [] }, { events: ['Push'] }, { repositoryId: '1' }])
      expect((await change(app, two, input)).status).toBe(400)
    const stranger = await addOrganization(app)
    expect(await change(app, two, { events: ['schedule'] }, stranger)).toMatchObject({ status: 404 })
    expect((await change(app, crypto.randomUUID(), { repository: 'a/b' })).status).toBe(404)
  })
})
