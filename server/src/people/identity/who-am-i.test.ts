import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller, Context } from '../../ground/kernel/context.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addProjects } from '../../testing/knowledge.ts'
import { makeApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failed, passed, settled } from '../../testing/upload.ts'
import { recentProjects } from '../projects/recent-projects.ts'

interface Created {
  id: string
  value: string
}

onEachDatabase('who am I', (make) => {
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
      role: 'admin',
      projects: [],
      hasMoreProjects: false,
      features: { knowledge: true, bus: true, embeddings: false, organizations: 'open' },
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
    expect(answer.data).toMatchObject({ role: 'editor', projects: [] })
    expect(JSON.stringify(answer.data)).not.toContain(key.value)
    expect((await app.get('/api/executions', { key: key.value })).status).toBe(403)
  })

  test('names the projects by their newest run, and a held key only its own', async () => {
    const app = await make()
    const first = await settled(app, { project: 'shop', results: [failed('pays')] })
    const second = await settled(app, { project: 'bank', code: { branch: 'x' }, results: [passed('a')] })
    await addOrganization(app)
    const { data } = await app.get('/api/whoami')
    expect(data).toMatchObject({
      projects: [
        { slug: 'bank', lastExecution: { id: second, status: 'passed', branch: 'x', suite: 'default' } },
        { slug: 'shop', lastExecution: { id: first, status: 'failed', branch: 'main' } },
      ],
    })
    const { data: held } = await app.post<Created>('/api/keys', {
      name: 'held',
      scopes: ['read'],
      project: 'shop',
    })
    const { data: seen } = await app.get<{ projects: { slug: string }[] }>('/api/whoami', { key: held.value })
    expect(seen.projects.map(({ slug }) => slug)).toEqual(['shop'])
    // A person in two organizations who names none is shown none.
    const other = await app.store.read
      .selectFrom('organization')
      .select('slug')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const { token } = await addPerson(app, { default: 'viewer', [other.slug]: 'admin' })
    expect((await app.get('/api/whoami', { key: token })).data).toMatchObject({ role: null, projects: [] })
    expect((await app.get('/api/whoami?organization=default', { key: token })).data).toMatchObject({
      role: 'viewer',
      projects: [{ slug: 'bank' }, { slug: 'shop' }],
    })
    expect((await app.get(`/api/whoami?organization=${other.slug}`, { key: token })).data).toMatchObject({
      role: 'admin',
      projects: [],
    })
  })

  test('names the projects in the same order if there are many, and runs change it at once', async () => {
    const app = await make()
    const slugs = Array.from({ length: 20 }, (_, at) => `p${at}`)
    const newest = async (slug: string) => {
      app.advance(1_000)
      await settled(app, { project: slug, build: `at-${app.clock()}`, results: [passed('a')] })
      const { data } = await app.get<{ projects: { slug: string }[] }>('/api/whoami')
      return data.projects.map((project) => project.slug)
    }
    for (const slug of slugs) await newest(slug)
    expect(await newest('p3')).toEqual(['p3', ...slugs.filter((slug) => slug !== 'p3').reverse()])
    expect((await newest('p20')).slice(0, 3)).toEqual(['p20', 'p3', 'p19'])
    expect(await newest('p4')).toHaveLength(21)
    expect((await newest('p3')).slice(0, 4)).toEqual(['p3', 'p4', 'p20', 'p19'])
  })

  test('without a key, and with a revoked one, nothing is reported', async () => {
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

test('few projects are read on the request’s own thread, through indexes and within a limit', async () => {
  const app = await makeApp()
  await addProjects(app, 'shop', 'bank')
  let caller = {} as Caller
  const both = async (ctx: Context) => {
    caller = ctx.caller
    await recentProjects(ctx.store, caller)
    await recentProjects(ctx.store, { ...caller, projectId: 1 })
  }
  const statements = await statementsOf(app, both)
  expect(await statementsOf(app, both, 'read')).toEqual([])
  expect(statements).not.toEqual([])
  for (const { sql, parameters } of statements) {
    const plan = await app.store.write((db) =>
      db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(
          `explain query plan ${sql}`,
          parameters.map(() => null),
        ),
      ),
    )
    const details = plan.rows.map((row) => row.detail).join('\n')
    expect(details).toMatch(/SEARCH project/)
    expect(details).not.toMatch(/SCAN (?:project|execution)/)
  }
})
