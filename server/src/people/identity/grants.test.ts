import { expect, test } from 'vitest'
import {
  ALL,
  adminKey,
  can,
  DAY_MS,
  demote,
  invite,
  join,
  makeKey,
  project,
  remove,
  rowsLeft,
  twoAdmins,
} from '../../testing/credentials.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { hashKey } from './secret-token.ts'

onEachDatabase('what a credential may', (make) => {
  test('is what its maker may now, even where a row outlived its maker', async () => {
    const app = await make()
    const { ada, root, ci, invitation, badgePath } = await twoAdmins(app)
    const child = (await makeKey(app, root.value)).data
    const setRole = (role: 'admin' | 'editor' | 'viewer') =>
      app.store.write((db) =>
        db.updateTable('member').set({ role }).where('person_id', '=', ada.id).execute(),
      )
    await setRole('editor')
    expect(await can(app, root.value)).toEqual(['editor', 'ingest', 'read', 'knowledge', 'bus'])
    expect((await makeKey(app, root.value)).error?.code).toBe('FORBIDDEN')
    expect((await app.post('/auth/invitation', { token: invitation.token }, { key: null })).status).toBe(404)
    expect((await join(app, invitation.token, 'eve@example.com')).status).toBe(404)
    await setRole('viewer')
    expect(await can(app, child.value)).toEqual(['viewer', 'read', 'knowledge', 'bus'])
    expect((await project(app, ci.value, 'shop')).status).toBe(403)
    expect((await app.request(badgePath, { key: null })).status).toBe(200)
    await app.store.write((db) => db.deleteFrom('member').where('person_id', '=', ada.id).execute())
    for (const { value } of [root, ci, child]) {
      const { status, error } = await app.get('/api/whoami', { key: value })
      expect([status, error?.message]).toEqual([401, expect.stringMatching(/left the organization/)])
    }
    expect((await app.request(badgePath, { key: null })).status).toBe(404)
    await setRole('admin')
  })

  test('ends with the key that made it, even where a row outlived that', async () => {
    const app = await make()
    const root = await adminKey(app, app.key)
    const ci = (await makeKey(app, root.value)).data
    const { token } = await invite(app, root.value)
    await app.store.write((db) =>
      db.updateTable('api_key').set({ revoked_at: 1 }).where('public_id', '=', root.id).execute(),
    )
    expect((await app.get('/api/whoami', { key: ci.value })).error?.message).toMatch(/key that made it/)
    expect((await join(app, token, 'eve@example.com')).status).toBe(404)
  })

  test('of a key stays within its own role, scopes, projects and time for every credential that it creates', async () => {
    const app = await make()
    await project(app, app.key, 'shop')
    const person = await addPerson(app, { default: 'viewer' })
    const bare = (await makeKey(app, app.key, { role: 'admin', scopes: ['admin'] })).data.value
    const expiresAt = new Date(app.clock() + DAY_MS).toISOString()
    const short = (await adminKey(app, app.key, { expiresAt })).value
    const bound = (await adminKey(app, app.key, { project: 'shop' })).value
    const url = 'http://127.0.0.1:9/hook'
    const attempts: [what: string, path: string, body: object][] = [
      ['key', '/api/keys', { name: 'x' }],
      ['admin key', '/api/keys', { name: 'x', role: 'admin', scopes: ALL }],
      ['later key', '/api/keys', { name: 'x', expiresAt: new Date(app.clock() + 2 * DAY_MS).toISOString() }],
      ['invitation', '/api/invitations', { role: 'admin' }],
      ['invited viewer', '/api/invitations', { role: 'viewer' }],
      ['promotion', `/api/members/${person.publicId}`, { role: 'admin' }],
      ['trust', '/api/oidc-trusts', { repositoryId: '1' }],
      ['webhook', '/api/webhooks', { name: 'x', url }],
      ['badge', '/api/projects/shop/badge', {}],
    ]
    const refused = async (key: string) => {
      const names: string[] = []
      for (const [what, path, body] of attempts)
        if ((await app.post(path, body, { key })).error?.code === 'FORBIDDEN') names.push(what)
      return names
    }
    const all = attempts.map(([what]) => what)
    expect(await refused(bare)).toEqual(all)
    // One that ends gives only what ends by then, and says so without being asked.
    expect(await refused(short)).toEqual(all.filter((what) => !['key', 'admin key'].includes(what)))
    const made = await makeKey(app, short)
    expect(made.data.expiresAt).toBe(expiresAt)
    expect((await makeKey(app, short, { expiresAt: '2099-01-01T00:00:00Z' })).error?.message).toMatch(
      /later than this key/,
    )
    // Of its own project a badge is all that it may make.
    expect(await refused(bound)).toEqual(all.filter((what) => what !== 'badge'))
    expect(await refused(app.key)).toEqual([])
    // With fewer scopes than is usual, it gives of those what it has.
    const narrow = (await makeKey(app, app.key, { role: 'admin', scopes: ['admin', 'ingest'] })).data.value
    expect((await makeKey(app, narrow)).data.scopes).toEqual(['ingest'])
    expect((await makeKey(app, narrow, { scopes: ['read'] })).error?.message).toMatch(/this key lacks read/)
  })

  test('is not limited by an owner for a key that the machine made', async () => {
    const app = await make()
    const machine = await addOrganization(app)
    const made = await makeKey(app, machine)
    expect(made.status).toBe(200)
    const [row] = await app.store.read
      .selectFrom('api_key')
      .select(['owner_id', 'parent_key_id'])
      .where('hash', '=', hashKey(made.data.value))
      .execute()
    expect(row).toEqual({ owner_id: null, parent_key_id: expect.any(Number) })
  })
})

onEachDatabase('at the same moment', (make) => {
  test('of two admins who demote each other one is left, even beside a third', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'admin' })
    const bob = await addPerson(app, { default: 'admin' })
    const answers = await Promise.all([
      demote(app, bob, 'viewer', ada.token),
      demote(app, ada, 'viewer', bob.token),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('who is taken out leaves nothing that they were just making', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'admin' })
    const root = await adminKey(app, ada.token)
    await project(app, app.key, 'shop')
    const [removed, ...made] = await Promise.all([
      remove(app, ada, app.key, '?credentials=revoke'),
      ...[ada.token, root.value].flatMap((key) => [
        makeKey(app, key),
        app.post('/api/invitations', { role: 'admin' }, { key }),
        app.post('/api/oidc-trusts', { repositoryId: key === root.value ? '1' : '2' }, { key }),
        app.post('/api/webhooks', { name: 'x', url: 'http://127.0.0.1:9/hook' }, { key }),
      ]),
    ])
    expect(removed?.status).toBe(200)
    for (const { status } of made) expect([200, 401, 403]).toContain(status)
    for (const answer of made) {
      const { value } = (answer.data ?? {}) as { value?: string }
      if (value !== undefined) expect(await can(app, value)).toBe(401)
    }
    expect(await rowsLeft(app)).toMatchObject({ invitation: 0, oidc_trust: 0, webhook: 0 })
  })

  test('of a removal and a use of an invitation, whichever comes second finds what the first did', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'admin' })
    const { token } = await invite(app, ada.token, { role: 'admin' })
    const eve = await addPerson(app)
    const [removed, joined] = await Promise.all([
      remove(app, ada, app.key),
      app.post('/api/invitations/accept', { token }, { key: eve.token }),
    ])
    expect(removed.data.ended).toBe(joined.status === 200 ? 0 : 1)
    expect([200, 404]).toContain(joined.status)
  })
})
