import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addPerson, type TestPerson } from '../../testing/people.ts'
import { settled } from '../../testing/upload.ts'

interface Member {
  id: string
  email: string
  role: string
}
interface Removed {
  kept: number
  ended: number
}

const membersOf = async (app: TestApp, key = app.key) =>
  (await app.get<Member[]>('/api/members', { key })).data.map(({ email, role }) => [email, role])
const setRole = (app: TestApp, { publicId }: TestPerson, role: string, key = app.key) =>
  app.post(`/api/members/${publicId}`, { role }, { key })
const remove = (app: TestApp, { publicId }: TestPerson, key = app.key, query = '') =>
  app.delete<Removed>(`/api/members/${publicId}${query}`, { key })

/** Two organizations, and a person who is in both with different roles. */
async function twoOrganizations(app: TestApp) {
  const founder = await addPerson(app)
  await app.post('/api/organizations', { name: 'Acme', slug: 'acme' }, { key: founder.token })
  const both = await addPerson(app, { default: 'viewer', acme: 'admin' })
  const as = (slug: string) => ({ key: both.token, headers: { 'Svc-Organization': slug } })
  return { founder, both, as }
}

onEachDatabase('organizations', (make) => {
  test('the creator of an organization is its admin, and each slug exists only once', async () => {
    const app = await make()
    const ada = await addPerson(app)
    const create = (slug: unknown) =>
      app.post('/api/organizations', { name: 'Acme', slug }, { key: ada.token })
    expect((await create('Acme-1')).data).toEqual({ slug: 'acme-1', name: 'Acme', role: 'admin' })
    expect((await create('acme-1')).error?.code).toBe('CONFLICT')
    expect((await create('default')).error?.code).toBe('CONFLICT')
    for (const slug of ['', '-a', 'a-', 'a b', '~deleted', 'ä', 'a'.repeat(51), 1, null])
      expect((await create(slug)).error?.message).toMatch(/^slug (is required and )?must/)
    const list = await app.get('/api/organizations', { key: ada.token })
    expect(list.data).toEqual({ organizations: [{ slug: 'acme-1', name: 'Acme', role: 'admin' }] })
    expect((await app.get('/api/organizations')).data).toEqual({
      organizations: [{ slug: 'default', name: 'Default', role: 'admin' }],
    })
  })

  test('only the operator gives one a name that invitations would show as the server’s', async () => {
    const app = await make()
    const ada = await addPerson(app)
    const create = (body: object) => app.post('/api/organizations', body, { key: ada.token })
    expect((await create({ name: 'Acme', slug: 'acme' })).status).toBe(200)
    const change = (body: object) => app.post('/api/organization', body, { key: ada.token })
    for (const [field, value] of [
      ['name', 'SVC (official)'],
      ['slug', 'the-server'],
    ] as const) {
      const message = expect.stringMatching(new RegExp(`^${field} must not be .*reserved for the server`))
      expect((await create({ name: 'Shop', slug: 'shop', [field]: value })).error?.message).toEqual(message)
      expect((await change({ [field]: value })).error?.message).toEqual(message)
    }
    // The operator's choice stays, whatever else changes.
    await app.store.write((db) =>
      db.updateTable('organization').set({ slug: 'svc' }).where('slug', '=', 'acme').execute(),
    )
    expect((await change({ name: 'Acme 2', slug: 'svc' })).data).toEqual({ name: 'Acme 2', slug: 'svc' })
  })

  test('who may make one is what the operator says, and the refusal says whom to ask', async () => {
    const create = (app: TestApp, slug: string, key: string) =>
      app.post('/api/organizations', { name: slug, slug }, { key })
    const codes = async (organizations: 'open' | 'admins' | 'closed') => {
      const app = await make({ organizations })
      const people = [
        await addPerson(app),
        await addPerson(app, { default: 'viewer' }),
        await addPerson(app, { default: 'editor' }),
        await addPerson(app, { default: 'admin' }),
      ]
      const answers = []
      for (const [i, { token }] of people.entries()) answers.push(await create(app, `o-${i}`, token))
      const made = (await app.store.read.selectFrom('organization').select('slug').execute()).length - 1
      return { statuses: answers.map(({ status }) => status), made, first: answers[0]?.error, app, people }
    }
    expect(await codes('open')).toMatchObject({ statuses: [200, 200, 200, 200], made: 4 })
    expect(await codes('closed')).toMatchObject({
      statuses: [403, 403, 403, 403],
      made: 0,
      first: {
        code: 'FORBIDDEN',
        message: expect.stringMatching(/SVC_ORGANIZATIONS=closed.*svc-server organizations create/),
      },
    })
    const { app, people, ...admins } = await codes('admins')
    expect(admins).toMatchObject({
      statuses: [403, 403, 403, 200],
      made: 1,
      first: { code: 'FORBIDDEN', message: expect.stringMatching(/SVC_ORGANIZATIONS=admins.*Ask an admin/) },
    })
    // Of a deleted organization nobody is an admin any more; and a key is nobody.
    const [admin] = people.slice(-1) as [TestPerson]
    await setRole(app, admin, 'viewer')
    expect((await create(app, 'again', admin.token)).status).toBe(200)
    for (const slug of ['again', 'o-3'])
      await app.delete(`/api/organization?confirm=${slug}`, {
        key: admin.token,
        headers: { 'Svc-Organization': slug },
      })
    expect((await create(app, 'third', admin.token)).error?.code).toBe('FORBIDDEN')
    expect((await create(app, 'third', app.key)).error?.code).toBe('FORBIDDEN')
  })

  test('a person in several says which one is meant, and has the role there', async () => {
    const app = await make()
    const { both, as } = await twoOrganizations(app)
    const id = await settled(app, {})
    const open = await app.get('/api/executions', { key: both.token })
    expect(open.error).toEqual({
      code: 'INVALID_REQUEST',
      message:
        'The header Svc-Organization, or the parameter organization of a GET, must be one of your organizations: acme, default.',
    })
    const foreign = await app.get('/api/executions', as('nobodys'))
    expect(foreign.error).toEqual(open.error)
    expect((await app.get<unknown[]>('/api/executions', as('Default'))).data).toHaveLength(1)
    expect((await app.get<unknown[]>('/api/executions', as('acme'))).data).toEqual([])
    expect((await app.get(`/api/executions/${id}`, as('acme'))).status).toBe(404)
    expect((await app.get('/api/keys', as('acme'))).status).toBe(200)
    expect((await app.get('/api/keys', as('default'))).error?.message).toMatch(
      /needs the role admin; you have the role viewer/,
    )
    expect((await app.get('/api/whoami', { key: both.token })).data).toMatchObject({ organization: null })
    expect((await app.get('/api/whoami', as('acme'))).data).toMatchObject({ organization: { slug: 'acme' } })
  })

  test('a key has one organization, and asking for another is refused', async () => {
    const app = await make()
    await twoOrganizations(app)
    const ask = (slug: string) => app.get('/api/executions', { headers: { 'Svc-Organization': slug } })
    expect((await ask('default')).status).toBe(200)
    for (const slug of ['acme', 'nobodys'])
      expect((await ask(slug)).error).toEqual({
        code: 'INVALID_REQUEST',
        message:
          'The header Svc-Organization, or the parameter organization of a GET, must be default, the organization of this API key.',
      })
  })

  test('a person in none can do what needs none', async () => {
    const app = await make()
    const { token } = await addPerson(app)
    expect((await app.get('/api/executions', { key: token })).error).toMatchObject({ code: 'FORBIDDEN' })
    expect((await app.get('/api/whoami', { key: token })).data).toMatchObject({ organizations: [] })
    expect((await app.get('/api/sessions', { key: token })).status).toBe(200)
  })

  test('what an editor and a viewer may not do is refused by its role', async () => {
    const app = await make()
    const editor = await addPerson(app, { default: 'editor' })
    const viewer = await addPerson(app, { default: 'viewer' })
    const upload = (key: string) => app.post('/api/test-results', { project: 'shop', results: [] }, { key })
    expect((await upload(viewer.token)).status).toBe(403)
    expect((await upload(editor.token)).status).toBe(200)
    expect((await app.get('/api/executions', { key: viewer.token })).status).toBe(200)
    for (const { token: key } of [editor, viewer]) {
      const codes = [
        await app.get('/api/keys', { key }),
        await app.post('/api/keys', { name: 'x' }, { key }),
        await app.get('/api/audit', { key }),
        await app.post('/api/invitations', {}, { key }),
        await app.post('/api/organization', { name: 'x' }, { key }),
        await setRole(app, viewer, 'admin', key),
        await remove(app, key === viewer.token ? editor : viewer, key),
      ].map(({ error }) => error?.code)
      expect(codes).toEqual(codes.map(() => 'FORBIDDEN'))
      expect((await membersOf(app, key)).length).toBe(3)
    }
  })

  test('an organization is renamed, and answers to its new slug', async () => {
    const app = await make()
    const { as } = await twoOrganizations(app)
    const rename = (body: object) => app.post('/api/organization', body, as('acme'))
    expect((await rename({ slug: 'default' })).error?.code).toBe('CONFLICT')
    expect((await rename({ name: 'Acme Ltd', slug: 'acme-ltd' })).data).toEqual({
      name: 'Acme Ltd',
      slug: 'acme-ltd',
    })
    expect((await app.get('/api/executions', as('acme'))).status).toBe(400)
    expect((await app.get('/api/executions', as('acme-ltd'))).status).toBe(200)
  })
})

onEachDatabase('members', (make) => {
  test('a role holds from the next request on', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'viewer' })
    expect((await app.get('/api/keys', { key: ada.token })).status).toBe(403)
    expect((await setRole(app, ada, 'admin')).data).toMatchObject({ email: ada.email, role: 'admin' })
    expect((await app.get('/api/keys', { key: ada.token })).status).toBe(200)
    expect((await setRole(app, ada, 'owner')).error?.message).toMatch(/role must be one of/)
  })

  test('a removed member is out at once; an admin keeps or revokes their keys', async () => {
    const app = await make()
    const people = [
      await addPerson(app, { default: 'admin' }),
      await addPerson(app, { default: 'admin' }),
    ] as const
    const [ada, bob] = people
    const keys: string[] = []
    for (const { token } of people) {
      const made = await app.post<{ value: string }>('/api/keys', { name: 'ci' }, { key: token })
      keys.push(made.data.value)
    }
    const removed = async (person: TestPerson, choice: string) =>
      (await remove(app, person, app.key, `?credentials=${choice}`)).data
    expect(await removed(ada, 'keep')).toMatchObject({ kept: 1, ended: 0 })
    expect(await removed(bob, 'revoke')).toMatchObject({ kept: 0, ended: 1 })
    const status = async (key: string | undefined) =>
      (await app.get('/api/executions', key ? { key } : {})).status
    expect([await status(ada.token), await status(keys[0]), await status(keys[1])]).toEqual([403, 200, 401])
    expect((await remove(app, ada)).status).toBe(404)
  })

  test('a member may leave, regardless of the role; the last admin neither leaves nor steps down', async () => {
    const app = await make()
    const viewer = await addPerson(app, { default: 'viewer' })
    expect((await remove(app, viewer, viewer.token)).status).toBe(200)
    const { founder } = await twoOrganizations(app)
    const key = founder.token
    const second = await addPerson(app, { acme: 'admin' })
    const third = (await app.get<Member[]>('/api/members', { key })).data.filter(
      ({ role, email }) => role === 'admin' && email !== founder.email && email !== second.email,
    )
    for (const { id } of third) await app.post(`/api/members/${id}`, { role: 'viewer' }, { key })
    expect((await setRole(app, founder, 'editor', key)).status).toBe(200)
    const last = [await setRole(app, second, 'viewer', second.token), await remove(app, second, second.token)]
    for (const { error } of last) expect(error).toMatchObject({ code: 'CONFLICT' })
    expect((await app.get('/api/keys', { key: second.token })).status).toBe(200)
  })

  test('of two admins who take out each other at once, one stays', async () => {
    const app = await make()
    const founder = await addPerson(app)
    await app.post('/api/organizations', { name: 'Acme', slug: 'acme' }, { key: founder.token })
    const other = await addPerson(app, { acme: 'admin' })
    const answers = await Promise.all([remove(app, other, founder.token), remove(app, founder, other.token)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const rows = await app.store.read
      .selectFrom('member')
      .innerJoin('organization', 'organization.id', 'member.organization_id')
      .select('role')
      .where('slug', '=', 'acme')
      .execute()
    expect(rows).toEqual([{ role: 'admin' }])
  })

  test("another organization's members are not found", async () => {
    const app = await make()
    const { founder } = await twoOrganizations(app)
    expect((await remove(app, founder)).status).toBe(404)
    expect((await setRole(app, founder, 'viewer')).status).toBe(404)
    expect((await membersOf(app)).map(([email]) => email)).not.toContain(founder.email)
  })

  test('addresses of people are told to colleagues and admin keys, not to any key', async () => {
    const app = await make()
    const made = await app.post<{ value: string }>('/api/keys', { name: 'ci' })
    expect((await app.get('/api/members', { key: made.data.value })).error?.code).toBe('FORBIDDEN')
    const viewer = await addPerson(app, { default: 'viewer' })
    expect(await membersOf(app, viewer.token)).toEqual([
      [viewer.email, 'viewer'],
      ['admin@localhost', 'admin'],
    ])
  })
})

onEachDatabase('the audit trail', (make) => {
  test('who did what to what, newest first, in pages, by action and time', async () => {
    const app = await make()
    const admin = await addPerson(app, { default: 'admin' })
    const viewer = await addPerson(app, { default: 'viewer' })
    const made = await app.post<{ id: string }>('/api/keys', { name: 'ci' }, { key: admin.token })
    app.advance(60_000)
    const then = new Date(app.clock()).toISOString()
    await setRole(app, viewer, 'editor', admin.token)
    await app.delete(`/api/keys/${made.data.id}`)
    const { data } = await app.get('/api/audit')
    expect(data).toMatchObject([
      {
        action: 'key.revoked',
        actor: { kind: 'key', name: 'First key' },
        target: { kind: 'key', id: made.data.id, name: 'ci' },
      },
      {
        action: 'member.role-changed',
        at: then,
        actor: { kind: 'person', id: admin.publicId, name: admin.email },
        target: { kind: 'person', id: viewer.publicId, name: viewer.email },
        detail: { from: 'viewer', to: 'editor' },
      },
      { action: 'key.created', detail: { role: 'editor', project: null } },
    ])
    const actions = async (query: string) => {
      const page = await app.get<{ action: string }[]>(`/api/audit?${query}`)
      return { of: page.data.map(({ action }) => action), next: page.page?.nextCursor }
    }
    expect((await actions(`from=${then}`)).of).toEqual(['key.revoked', 'member.role-changed'])
    expect((await actions(`to=${then}`)).of).toEqual(['key.created'])
    expect((await actions('action=key.created')).of).toEqual(['key.created'])
    const first = await actions('limit=2')
    expect((await actions(`limit=2&cursor=${first.next}`)).of).toEqual(['key.created'])
  })

  test("it is the organization's own, and the database itself refuses to change a row", async () => {
    const app = await make()
    const { as } = await twoOrganizations(app)
    const { data } = await app.get<{ action: string }[]>('/api/audit', as('acme'))
    expect(data.map(({ action }) => action)).toEqual(['organization.created'])
    expect((await app.get('/api/audit')).data).toEqual([])
    const change = app.store.write((db) => db.updateTable('audit').set({ action: 'nothing' }).execute())
    await expect(change).rejects.toThrow(/rows of audit are never changed/)
  })
})
