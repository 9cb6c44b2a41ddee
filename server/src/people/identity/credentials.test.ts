import { expect, test } from 'vitest'
import {
  ALL,
  actions,
  adminKey,
  can,
  demote,
  invite,
  join,
  makeKey,
  PASSWORD,
  remove,
  rowsLeft,
  twoAdmins,
} from '../../testing/credentials.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { CREDENTIAL_KINDS, PERSONAL_TABLES } from './credential-kinds.ts'
import { backedKeys } from './grants.ts'
import { makePasswordLink } from './password-link.ts'

interface Settled {
  kept: number
  ended: number
}

onEachDatabase('credentials of who goes', (make) => {
  test('nobody goes before somebody said what becomes of them; revoke ends all, each with an audit row', async () => {
    const app = await make()
    const { ada, bob, ci, root, invitation, badgePath } = await twoAdmins(app)
    const refusal = await remove(app, ada, bob.token)
    expect(refusal.error).toEqual({
      code: 'CONFLICT',
      message: expect.stringMatching(
        new RegExp(
          `^${ada.email} .* 5 credentials: key ci, key root \\(ends in any case\\), trust acme/shop, webhook channel, badge shop\\. ` +
            `.*credentials=revoke .*credentials=keep .*GET /api/members/${ada.publicId}/credentials`,
        ),
      ),
    })
    expect([await can(app, root.value), (await rowsLeft(app)).invitation]).toEqual([['admin', ...ALL], 1])
    const listed = `/api/members/${ada.publicId}/credentials`
    for (const key of [ada.token, bob.token])
      expect((await app.get(listed, { key })).data).toMatchObject({
        total: 6,
        credentials: [
          { kind: 'invitation', isKeepable: false, role: 'admin', host: null },
          { kind: 'key', id: ci.id, isKeepable: true },
          { kind: 'key', id: root.id, isKeepable: false },
          { kind: 'trust', name: 'acme/shop', role: 'editor', scopes: ['ingest', 'read'] },
          { kind: 'webhook', name: 'channel', scopes: ['read'], host: '127.0.0.1:9' },
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
    expect((await app.get('/api/keys', { key: ada.token })).error?.message).toMatch(
      /you have the role editor/,
    )
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

  test('neither an invitation to their own address nor a password link is a way back', async () => {
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

  test('revoking a key ends the credentials that it made, unless somebody takes them over', async () => {
    const app = await make()
    const bob = await addPerson(app, { default: 'admin' })
    const root = await adminKey(app, app.key)
    const below = await adminKey(app, root.value, { name: 'below' })
    const ci = (await makeKey(app, below.value)).data
    const { token } = await invite(app, below.value, { role: 'admin' })
    const revoke = (key: string, query = '') => app.delete<Settled>(`/api/keys/${root.id}${query}`, { key })
    expect((await revoke(bob.token)).error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^The key root .* 2 .*key below \(ends in any case\), key ci\./),
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

onEachDatabase('kinds of credentials', (make) => {
  test('every table that says who made a row, or that has a secret, is one of them', async () => {
    const { store } = await make()
    const columns = await store.read.introspection.getTables()
    const having = (...names: string[]) =>
      columns
        .filter((table) => table.columns.some(({ name }) => names.includes(name)))
        .map(({ name }) => name)
        .sort()
    // A task names the agent that created it; it grants nothing.
    const kinds = [...CREDENTIAL_KINDS.map(({ table }) => table), 'task']
    const rest = having('created_by', 'made_by', 'owner_id', 'parent_key_id', 'token', 'token_hash')
    expect(rest).toEqual([...kinds].sort())
    expect(having('owner_id')).toEqual(having('parent_key_id'))
    // A person's own credentials carry the person's role, which each request reads.
    expect(having('person_id').filter((name) => name !== 'member')).toEqual(
      PERSONAL_TABLES.filter((table) => having('person_id').includes(table)).sort(),
    )
  })

  test('authentication looks at rows by unique keys alone', async () => {
    const app = await make()
    const query = backedKeys(app.store.lookup).where('api_key.hash', '=', 'x').compile()
    const plan = (await plansOf(app, [query])).flatMap(([, lines]) => lines.split('\n'))
    expect(plan.join('\n')).not.toMatch(/\bSCAN\b|Seq Scan|TEMP B-TREE|Sort/)
    expect(plan.filter((line) => /(SEARCH|Index.* Scan)/.test(line))).toHaveLength(4)
  })
})
