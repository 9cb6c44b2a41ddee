import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestApp } from '../testing/make-app.ts'
import { addOrganization } from '../testing/organization.ts'
import { addPerson, type TestPerson } from '../testing/people.ts'
import { plansOf } from '../testing/plans.ts'
import { hashKey } from './api-key.ts'
import { CREDENTIAL_KINDS, PERSONAL_TABLES } from './credential-kinds.ts'
import { backedKeys } from './key-authority.ts'
import { makePasswordLink } from './password-link.ts'

interface Key {
  id: string
  value: string
  scopes: string[]
  expiresAt: string | null
}
interface Settled {
  kept: number
  ended: number
}

const DAY_MS = 86_400_000
const PASSWORD = 'correct horse battery'
const ALL = ['ingest', 'read', 'knowledge', 'bus', 'admin']

const makeKey = (app: TestApp, key: string, body: object = {}) =>
  app.post<Key>('/api/keys', { name: 'ci', ...body }, { key })
const adminKey = async (app: TestApp, key: string, body: object = {}) =>
  (await makeKey(app, key, { name: 'root', role: 'admin', scopes: ALL, ...body })).data
const invite = async (app: TestApp, key: string, body: object = {}) =>
  (await app.post<{ id: string; token: string }>('/api/invitations', body, { key })).data
const remove = (app: TestApp, { publicId }: TestPerson, key: string, query = '') =>
  app.delete<Settled>(`/api/members/${publicId}${query}`, { key })
const demote = (app: TestApp, { publicId }: TestPerson, role: string, key: string, more: object = {}) =>
  app.post<Settled>(`/api/members/${publicId}`, { role, ...more }, { key })
const can = async (app: TestApp, key: string) => {
  const me = await app.get<{ key: { role: string; scopes: string[] } }>('/api/whoami', { key })
  return me.status === 200 ? [me.data.key.role, ...me.data.key.scopes] : me.status
}
const join = (app: TestApp, token: string, email: string) =>
  app.post('/auth/join', { token, email, password: PASSWORD }, { key: null })
const project = (app: TestApp, key: string, slug: string) =>
  app.post('/api/test-results', { project: slug, suite: 'unit', results: [] }, { key })
const actions = async (app: TestApp) =>
  (await app.get<{ action: string }[]>('/api/audit')).data.map(({ action }) => action)

/** Two admins, one of whom makes one credential of every kind. */
async function twoAdmins(app: TestApp) {
  const ada = await addPerson(app, { default: 'admin' })
  const bob = await addPerson(app, { default: 'admin' })
  const { token: key } = ada
  await project(app, key, 'shop')
  const ci = (await makeKey(app, key)).data
  const root = await adminKey(app, key)
  const invitation = await invite(app, key, { role: 'admin' })
  const trust = { repositoryId: '4711', repository: 'acme/shop' }
  await app.post('/api/oidc-trusts', trust, { key })
  await app.post('/api/webhooks', { name: 'channel', url: 'http://127.0.0.1:9/hook' }, { key })
  const badge = await app.post<{ url: string }>('/api/projects/shop/badge', {}, { key })
  return { ada, bob, ci, root, invitation, badgePath: new URL(badge.data.url).pathname }
}

const rowsLeft = async (app: TestApp) => {
  const left: Record<string, number> = {}
  for (const table of ['invitation', 'oidc_trust', 'webhook', 'badge'] as const)
    left[table] = (await app.store.read.selectFrom(table).selectAll().execute()).length
  return left
}

onEachDatabase('credentials of who goes', (make) => {
  test('nobody goes before somebody said what becomes of them; revoke ends all, each with an audit row', async () => {
    const app = await make()
    const { ada, bob, ci, root, invitation, badgePath } = await twoAdmins(app)
    const asked = await remove(app, ada, bob.token)
    expect(asked.error).toEqual({
      code: 'CONFLICT',
      message:
        `${ada.email} answers for 5 credentials: key ci, key root (ends in any case), trust acme/shop, webhook channel, badge shop. ` +
        'Send credentials=revoke to end them, or credentials=keep to answer for them yourself. ' +
        `GET /api/members/${ada.publicId}/credentials lists them all.`,
    })
    expect([await can(app, root.value), (await rowsLeft(app)).invitation]).toEqual([['admin', ...ALL], 1])
    const listed = `/api/members/${ada.publicId}/credentials`
    for (const key of [ada.token, bob.token])
      expect((await app.get(listed, { key })).data).toMatchObject({
        total: 6,
        credentials: [
          { kind: 'invitation', isKeepable: false, role: 'admin' },
          { kind: 'key', id: ci.id, isKeepable: true },
          { kind: 'key', id: root.id, isKeepable: false },
          { kind: 'trust', name: 'acme/shop', role: 'editor', scopes: ['ingest', 'read'] },
          { kind: 'webhook', name: 'channel' },
          { kind: 'badge', id: 'shop', role: 'viewer' },
        ],
      })
    const viewer = await addPerson(app, { default: 'viewer' })
    expect((await app.get(listed, { key: viewer.token })).status).toBe(403)
    expect((await app.get(listed, { key: await addOrganization(app) })).status).toBe(404)
    expect((await app.request(badgePath, { key: null })).status).toBe(200)
    expect((await remove(app, ada, bob.token, '?credentials=revoke')).data).toMatchObject({
      kept: 0,
      ended: 6,
    })
    expect(await rowsLeft(app)).toEqual({ invitation: 0, oidc_trust: 0, webhook: 0, badge: 0 })
    expect([await can(app, ci.value), await can(app, root.value)]).toEqual([401, 401])
    expect((await join(app, invitation.token, 'ada@elsewhere.example')).status).toBe(404)
    expect((await app.get('/api/keys', { key: ada.token })).status).toBe(403)
    expect((await actions(app)).slice(0, 7)).toEqual([
      'member.removed',
      'badge.deleted',
      'webhook.deleted',
      'trust.deleted',
      'key.revoked',
      'key.revoked',
      'invitation.withdrawn',
    ])
  })

  test('what is kept is bounded by the admin who kept it; invitations and keys of scope admin end all the same', async () => {
    const app = await make()
    const { ada, bob, ci, root, invitation } = await twoAdmins(app)
    const answer = await demote(app, ada, 'editor', bob.token, { credentials: 'keep' })
    expect(answer.data).toMatchObject({ role: 'editor', kept: 4, ended: 2 })
    expect([await can(app, ci.value), await can(app, root.value)]).toEqual([
      ['editor', 'ingest', 'read', 'knowledge', 'bus'],
      401,
    ])
    expect((await join(app, invitation.token, 'ada@elsewhere.example')).status).toBe(404)
    // They are Bob's now: she may go without a word of them, and he may not.
    expect((await remove(app, ada, ada.token)).status).toBe(200)
    expect(await can(app, ci.value)).toHaveLength(5)
    expect((await remove(app, bob, app.key)).error?.message).toMatch(/4 credentials: key ci, trust/)
    const keys = await app.get<object[]>('/api/keys')
    expect(keys.data[0]).toMatchObject({ createdBy: { email: ada.email }, owner: { email: bob.email } })
    expect((await demote(app, bob, 'viewer', app.key, { credentials: 'revoke' })).data.ended).toBe(4)
    expect(await rowsLeft(app)).toEqual({ invitation: 0, oidc_trust: 0, webhook: 0, badge: 0 })
    expect((await actions(app)).filter((action) => /\.kept$/.test(action))).toEqual([
      'badge.kept',
      'webhook.kept',
      'trust.kept',
      'key.kept',
    ])
  })

  test('who leaves, or steps down, keeps nothing by themselves, nor by a key of their own', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'admin' })
    const ci = (await makeKey(app, ada.token)).data
    const root = await adminKey(app, ada.token)
    const keep = '?credentials=keep'
    for (const refused of [
      await remove(app, ada, ada.token, keep),
      await remove(app, ada, root.value, keep),
      await demote(app, ada, 'viewer', ada.token, { credentials: 'keep' }),
    ])
      expect(refused.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(/another admin/),
      })
    expect((await remove(app, ada, ada.token)).error?.code).toBe('CONFLICT')
    expect((await remove(app, ada, ada.token, '?credentials=revoke')).data).toMatchObject({ ended: 2 })
    expect([await can(app, ci.value), await can(app, root.value)]).toEqual([401, 401])
  })

  test('an invitation for their own address is no way back, nor is a link to a password', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'admin' })
    const { token } = await invite(app, app.key, { role: 'admin', email: ada.email })
    expect((await demote(app, ada, 'viewer', app.key)).data).toMatchObject({ ended: 1 })
    expect((await remove(app, ada, ada.token)).status).toBe(200)
    const accepted = await app.post('/api/invitations/accept', { token }, { key: ada.token })
    expect(accepted.error?.code).toBe('NOT_FOUND')
    const link = await app.store.write((db) => makePasswordLink(db, ada.id, app.clock()))
    const set = await app.post<{ token: string; organizations: unknown[] }>(
      '/auth/password',
      { token: link, password: PASSWORD },
      { key: null },
    )
    expect(set.data.organizations).toEqual([])
    expect((await app.get('/api/executions', { key: set.data.token })).error?.code).toBe('FORBIDDEN')
  })

  test('a key that is revoked takes along what it made, or somebody answers for that', async () => {
    const app = await make()
    const bob = await addPerson(app, { default: 'admin' })
    const root = await adminKey(app, app.key)
    const below = await adminKey(app, root.value, { name: 'below' })
    const ci = (await makeKey(app, below.value)).data
    const { token } = await invite(app, below.value, { role: 'admin' })
    const revoke = (key: string, query = '') => app.delete<Settled>(`/api/keys/${root.id}${query}`, { key })
    expect((await revoke(bob.token)).error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^The key root answers for 2 .*key below \(ends in any case\), key ci\./,
      ),
    })
    for (const key of [root.value, below.value])
      expect((await revoke(key, '?credentials=keep')).error?.code).toBe('FORBIDDEN')
    expect((await revoke(bob.token, '?credentials=keep')).data).toMatchObject({ kept: 1, ended: 2 })
    expect([await can(app, root.value), await can(app, below.value)]).toEqual([401, 401])
    expect(await can(app, ci.value)).toHaveLength(5)
    expect((await join(app, token, 'eve@example.com')).status).toBe(404)
    expect((await remove(app, bob, app.key, '?credentials=revoke')).data).toMatchObject({ ended: 1 })
    expect(await can(app, ci.value)).toBe(401)
  })
})

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

  test('of a key is within its own role, scopes, projects and time, whatever it gives', async () => {
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

  test('is no more for a key that the machine made, and nobody answers for that', async () => {
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
  test('of two admins who demote each other one is left, whoever else is admin', async () => {
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

onEachDatabase('kinds of credentials', (make) => {
  test('every table that says who made a row, or that has a secret, is one of them', async () => {
    const { store } = await make()
    const columns = await store.read.introspection.getTables()
    const having = (...names: string[]) =>
      columns
        .filter((table) => table.columns.some(({ name }) => names.includes(name)))
        .map(({ name }) => name)
        .sort()
    const kinds = CREDENTIAL_KINDS.map(({ table }) => table)
    const rest = having('created_by', 'made_by', 'owner_id', 'parent_key_id', 'token', 'token_hash')
    expect(rest).toEqual([...kinds].sort())
    expect(having('owner_id')).toEqual(having('parent_key_id'))
    // Those of a person carry what the person may, which is read with each request.
    expect(having('person_id').filter((name) => name !== 'member')).toEqual(
      PERSONAL_TABLES.filter((table) => having('person_id').includes(table)).sort(),
    )
  })

  test('who asks is told by unique keys alone', async () => {
    const app = await make()
    const query = backedKeys(app.store.lookup).where('api_key.hash', '=', 'x').compile()
    const plan = (await plansOf(app, [query])).flatMap(([, lines]) => lines.split('\n'))
    expect(plan.join('\n')).not.toMatch(/\bSCAN\b|Seq Scan|TEMP B-TREE|Sort/)
    expect(plan.filter((line) => /(SEARCH|Index.* Scan)/.test(line))).toHaveLength(3)
  })
})
