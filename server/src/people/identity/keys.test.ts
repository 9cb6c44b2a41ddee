import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addPerson } from '../../testing/people.ts'
import { bootstrap } from './bootstrap.ts'

interface Key {
  id: string
  name: string
  scopes: string[]
  project: string | null
  value: string
}

const create = (app: TestApp, body: object, key?: string) =>
  app.post<Key>('/api/keys', body, key === undefined ? {} : { key })
const names = (keys: Key[]) => keys.map((key) => key.name)

onEachDatabase('keys', (make) => {
  test('a second start makes no second key', async () => {
    const { store, clock } = await make()
    expect(await bootstrap(store, clock, 'ci')).toBeNull()
    expect(await store.read.selectFrom('organization').selectAll().execute()).toHaveLength(1)
    expect(await store.read.selectFrom('member').selectAll().execute()).toMatchObject([{ role: 'admin' }])
  })

  test('of several servers that start at once, one makes the key', async () => {
    const { store, clock } = await make()
    await store.write(async (db) => {
      for (const table of ['api_key', 'member', 'person', 'organization'] as const) {
        await db.deleteFrom(table).execute()
      }
    })
    const keys = await Promise.all([1, 2, 3, 4].map(() => bootstrap(store, clock, 'ci')))
    expect(keys.filter((key) => key !== null)).toHaveLength(1)
  })

  test('no key speaks as the server: its name is shown as the author of documents', async () => {
    const app = await make()
    for (const name of ['svc', 'SVC (official)', 'ѕvс', 'The Server']) {
      const { error } = await create(app, { name })
      expect([name, error?.code, error?.message]).toEqual([
        name,
        'INVALID_REQUEST',
        expect.stringMatching(/^name must not be ".*reserved for the server/),
      ])
    }
    for (const name of ['server-tests', 'svc-tests']) expect((await create(app, { name })).status).toBe(200)
  })

  test('a new key is an editor with every scope but admin, and shows its value once', async () => {
    const app = await make()
    const { status, data } = await create(app, { name: 'ci' })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      name: 'ci',
      role: 'editor',
      scopes: ['ingest', 'read', 'knowledge', 'bus'],
      project: null,
      expiresAt: null,
      lastUsedAt: null,
    })
    const list = await app.get<Key[]>('/api/keys')
    expect(names(list.data)).toEqual(['ci', 'First key'])
    expect(JSON.stringify(list.data)).not.toContain(data.value)
  })

  test('a viewer may hold read, knowledge and bus only', async () => {
    const app = await make()
    expect((await create(app, { name: 'v', role: 'viewer' })).data.scopes).toEqual([
      'read',
      'knowledge',
      'bus',
    ])
    const refused = await create(app, { name: 'v', role: 'viewer', scopes: ['read', 'ingest'] })
    expect(refused).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } })
    expect(refused.error?.message).toMatch(/viewer may have the scopes read, knowledge, bus; not ingest/)
  })

  test('managing keys takes an admin with the scope admin, and says so', async () => {
    const app = await make()
    const editor = (await create(app, { name: 'e' })).data.value
    const narrow = (await create(app, { name: 'a', role: 'admin' })).data.value
    expect((await create(app, { name: 'x' }, editor)).error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/needs the role admin.*editor/),
    })
    expect((await create(app, { name: 'x' }, narrow)).error?.message).toMatch(/needs the scope admin/)
  })

  test('a key can be bound to a project of its own organization only', async () => {
    const app = await make()
    await addProject(app, 1, 'shop')
    const other = await addOrganization(app, 'other')
    await addProject(app, other, 'secret')
    expect((await create(app, { name: 'k', project: 'secret' })).status).toBe(404)
    const bound = await create(app, { name: 'k', project: 'shop', role: 'admin', scopes: ['admin'] })
    expect(bound.data.project).toBe('shop')
    const wider = await create(app, { name: 'wide' }, bound.data.value)
    expect(wider).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
  })

  test('the list says who made a key: a person by name, and nobody where a key or the machine did', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'admin' })
    const byAda = await create(app, { name: 'by Ada' }, ada.token)
    await create(app, { name: 'by a key' })
    const { data } = await app.get<(Key & { createdBy: { email: string } | null })[]>('/api/keys')
    expect(data.map(({ name, createdBy }) => [name, createdBy?.email ?? null])).toEqual([
      ['by a key', null],
      ['by Ada', ada.email],
      ['First key', 'admin@localhost'],
    ])
    expect(byAda.data).toMatchObject({ createdBy: { id: ada.publicId, email: ada.email } })
  })

  test("a session makes keys as its role there allows, whatever it is elsewhere, and a key its maker's at most", async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'editor' })
    await app.post('/api/organizations', { name: 'Acme', slug: 'acme' }, { key: ada.token })
    const makeIn = (slug: string, role: string) =>
      app.post<Key>(
        '/api/keys',
        { name: 'k', role, scopes: ['read'] },
        { key: ada.token, headers: { 'Svc-Organization': slug } },
      )
    for (const role of ['viewer', 'admin'])
      expect((await makeIn('default', role)).error?.message).toMatch(
        /needs the role admin; you have the role editor/,
      )
    expect((await makeIn('acme', 'admin')).status).toBe(200)
    // Taken back with the role: from now on she makes none.
    const members = await app.get<{ id: string }[]>('/api/members', {
      key: ada.token,
      headers: { 'Svc-Organization': 'acme' },
    })
    const second = await addPerson(app, { acme: 'admin' })
    await app.post(
      `/api/members/${members.data[0]?.id}`,
      { role: 'viewer', credentials: 'revoke' },
      { key: second.token },
    )
    expect((await makeIn('acme', 'viewer')).error?.message).toMatch(/you have the role viewer/)
  })

  test("another organization's key is not found, neither to list nor to revoke", async () => {
    const app = await make()
    const other = await addOrganization(app, 'other')
    const id = newId(app.clock())
    await app.store.write((db) =>
      db
        .insertInto('api_key')
        .values({
          public_id: id,
          organization_id: other,
          name: 'theirs',
          hash: 'h',
          hint: 'h',
          role: 'admin',
          scopes: 'admin',
          project_id: null,
          created_by: null,
          created_at: 1,
          expires_at: null,
          last_used_at: null,
          revoked_at: null,
        })
        .execute(),
    )
    expect((await app.delete(`/api/keys/${id}`)).status).toBe(404)
    expect(JSON.stringify((await app.get('/api/keys')).data)).not.toContain('theirs')
  })

  test('an expired key is not listed as active', async () => {
    const app = await make()
    const expiresAt = new Date(app.clock() + 60_000).toISOString()
    expect((await create(app, { name: 'short', expiresAt })).data).toMatchObject({ state: 'active' })
    const states = async () => {
      const { data } = await app.get<(Key & { state: string })[]>('/api/keys')
      return data.map(({ name, state }) => [name, state])
    }
    expect(await states()).toEqual([
      ['short', 'active'],
      ['First key', 'active'],
    ])
    app.advance(60_000)
    expect(await states()).toEqual([
      ['short', 'expired'],
      ['First key', 'active'],
    ])
  })

  test('revoking twice says the same time, and a revoked key leaves the list', async () => {
    const app = await make()
    const { data } = await create(app, { name: 'ci' })
    const revoke = async () => (await app.delete(`/api/keys/${data.id}`)).data
    const first = await revoke()
    app.advance(1_000)
    expect(await revoke()).toEqual(first)
    expect((await app.get('/api/keys')).data).toHaveLength(1)
  })

  test('keys are listed in pages that neither repeat nor skip while new ones are made', async () => {
    const app = await make()
    for (const name of ['a', 'b', 'c', 'd']) await create(app, { name })
    const first = await app.get<Key[]>('/api/keys?limit=2')
    expect(names(first.data)).toEqual(['d', 'c'])
    await create(app, { name: 'e' })
    const second = await app.get<Key[]>(`/api/keys?limit=3&cursor=${first.page?.nextCursor}`)
    expect(names(second.data)).toEqual(['b', 'a', 'First key'])
    expect(second.page).toEqual({ nextCursor: null })
  })
})

async function addOrganization({ store }: TestApp, slug: string): Promise<number> {
  const row = { public_id: slug, slug, name: slug, plan: 'free', created_at: 1 } as const
  const added = await store.write((db) =>
    db.insertInto('organization').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return added.id
}

async function addProject({ store }: TestApp, organization_id: number, slug: string): Promise<void> {
  const row = {
    public_id: slug,
    organization_id,
    slug,
    name: slug,
    repository: null,
    default_branch: null,
    created_at: 1,
  }
  await store.write((db) => db.insertInto('project').values(row).execute())
}

onBothDatabases('keys of one organization', (makeApp) => {
  test('are limited, and a revoked one makes room', async () => {
    const app = await makeApp()
    const first = await app.store.read.selectFrom('api_key').selectAll().executeTakeFirstOrThrow()
    const { id, ...key } = first
    await app.store.write(async (db) => {
      for (let from = 1; from < LIMITS.keys; from += 100)
        await db
          .insertInto('api_key')
          .values(
            Array.from({ length: Math.min(100, LIMITS.keys - from) }, (_, at) => ({
              ...key,
              public_id: `${from + at}`,
              hash: `${from + at}`,
            })),
          )
          .execute()
    })
    const make = () => app.post<{ id: string }>('/api/keys', { name: 'one more' })
    const { status, error } = await make()
    expect([status, error?.message]).toEqual([409, expect.stringMatching(/at most 5000 API keys .*Revoke/)])
    await app.store.write((db) =>
      db.updateTable('api_key').set({ revoked_at: 1 }).where('public_id', '=', '1').execute(),
    )
    expect((await make()).status).toBe(200)
    expect((await make()).status).toBe(409)
  })
})
