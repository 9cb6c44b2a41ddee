import { expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '../../ground/kernel/problem.ts'
import { pruneActiveProjects } from '../../people/accounts/prune-active-projects.ts'
import { countSearch } from '../../people/plans/count-search.ts'
import { pruneSearchCounts } from '../../people/plans/prune-search-counts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { addPerson } from '../../testing/people.ts'
import { READ_ONLY, tool } from './tool.ts'

/** A tool that searches nothing, and one that does less. */
const find = tool({
  name: 'svc_find',
  title: 'Find',
  description: 'Finds nothing.',
  input: z.strictObject({ fails: z.boolean().optional() }),
  role: 'viewer',
  scope: 'any',
  annotations: READ_ONLY,
  limit: 'search',
  async call({ fails }) {
    if (fails) throw new Problem('NOT_FOUND', 'There is nothing.')
    return null
  },
  render: () => ({ text: 'nothing', structured: {} }),
})
const noop = tool({
  name: 'svc_noop',
  title: 'Do nothing',
  description: 'Does nothing.',
  input: z.strictObject({}),
  role: 'viewer',
  scope: 'any',
  annotations: READ_ONLY,
  call: async () => null,
  render: () => ({ text: 'done', structured: {} }),
})
const mcpRows = { tools: [find, noop], prompts: [], instructions: '' }

const setPlan = (app: TestApp, plan: 'free' | 'pro' | 'enterprise') =>
  app.store.write((db) => db.updateTable('organization').set({ plan }).execute())

const newKey = async (app: TestApp) =>
  (await app.post<{ value: string }>('/api/keys', { name: 'agent' })).data.value

const seconds = (hours: number, minutes = 0) => hours * 3_600 + minutes * 60

test.for([
  ['free', 10],
  ['pro', 60],
] as const)('the plan %s allows %i calls a minute for each key', async ([plan, limit]) => {
  const app = await makeApp({ mcpRows })
  await setPlan(app, plan)
  const key = await newKey(app)
  const agent = await connectAgent(app, { key })
  for (let i = 0; i < limit; i++) {
    expect((await agent.call('svc_noop')).isError).toBe(false)
    if (i === 0) app.advance(15_000)
  }
  const refused = await agent.call('svc_noop')
  expect(refused.isError).toBe(true)
  expect(refused.text).toBe(
    `RATE_LIMITED: Your organization's plan ${plan} allows each API key ${limit} calls a minute. Wait 45 s, then call again. Agents with one key share its calls: an admin can give each agent a key of its own.`,
  )
  expect(refused.structured.error.retryAfterSeconds).toBe(45)
  // Lists and connections are no calls, and another key has its own count.
  await agent.client.listTools()
  const other = await connectAgent(app, { key: await newKey(app) })
  expect((await other.call('svc_noop')).isError).toBe(false)
  app.advance(45_000)
  expect((await agent.call('svc_noop')).isError).toBe(false)
})

test('the plan enterprise has no limit', async () => {
  const app = await makeApp({ mcpRows })
  const agent = await connectAgent(app)
  for (let i = 0; i < 70; i++) expect((await agent.call('svc_find')).isError).toBe(false)
  expect(await app.store.read.selectFrom('search_count').selectAll().execute()).toEqual([])
})

test('calls over MCP and requests to REST are counted separately', async () => {
  const app = await makeApp({ mcpRows, rateLimits: { reads: 2, writes: 2 } })
  await setPlan(app, 'free')
  const agent = await connectAgent(app)
  for (let i = 0; i < 9; i++) await agent.call('svc_noop')
  expect((await app.get('/api/whoami')).headers.get('RateLimit-Remaining')).toBe('1')
  expect((await agent.call('svc_noop')).isError).toBe(false)
  expect((await agent.call('svc_noop')).isError).toBe(true)
  expect((await app.get('/api/whoami')).status).toBe(200)
})

test('all sessions of a person share one count', async () => {
  const app = await makeApp({ mcpRows })
  await setPlan(app, 'free')
  const { token } = await addPerson(app, { default: 'viewer' })
  const agents = [await connectAgent(app, { key: token }), await connectAgent(app, { key: token })]
  for (let i = 0; i < 10; i++) await agents[i % 2]?.call('svc_noop')
  expect((await agents[0]?.call('svc_noop'))?.text).toContain('allows each person 10 calls a minute')
})

test('a refused call tells clients what is left, and wrong arguments are no call', async () => {
  const app = await makeApp({ mcpRows })
  await setPlan(app, 'free')
  const call = (args: object) =>
    app.request('/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'svc_noop', arguments: args },
      }),
    })
  expect((await call({})).headers.get('RateLimit-Remaining')).toBe('9')
  expect((await call({ wrong: 1 })).headers.get('RateLimit-Remaining')).toBeNull()
  expect((await call({})).headers.get('RateLimit-Remaining')).toBe('8')
})

test('a refused prompt says that its arguments are not the reason, and how long to wait', async () => {
  const app = await makeApp()
  await setPlan(app, 'free')
  await app.post('/api/projects', { slug: 'shop', name: 'Shop' })
  const { client } = await connectAgent(app)
  const get = () =>
    client.getPrompt({ name: 'svc_auditor' }).then(
      () => null,
      (error: unknown) => error,
    )
  for (let i = 0; i < 10; i++) await get()
  expect(await get()).toMatchObject({
    code: -32_000,
    message: expect.stringContaining('RATE_LIMITED: '),
    data: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
  })
})

test('a flood of other messages ends with 429', async () => {
  const app = await makeApp({ mcpRows })
  await setPlan(app, 'free')
  const list = () =>
    app.request('/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))),
    })
  for (let i = 0; i < 6; i++) expect((await list()).status).toBe(200)
  const refused = await list()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  const batch = await app.request('/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Array.from({ length: 51 }, () => ({ jsonrpc: '2.0', method: 'ping' }))),
  })
  expect(batch.status).toBe(400)
})

onEachDatabase('searches of a day', (make) => {
  test('the plan free allows 100, regardless of the replica, and the error says when more are allowed', async () => {
    const app = await make({ mcpRows })
    await setPlan(app, 'free')
    const key = await newKey(app)
    const agent = await connectAgent(app, { key })
    await agent.call('svc_find')
    const [row] = await app.store.read.selectFrom('search_count').selectAll().execute()
    expect(row?.count).toBe(1)
    await app.store.write((db) => db.updateTable('search_count').set({ count: 99 }).execute())
    // The 100th of a replica is the 100th of all.
    const replica = 'postgres' in app.store.address ? await makeApp({ beside: app, mcpRows }) : app
    const there = await connectAgent(replica, { key })
    expect((await there.call('svc_find')).isError).toBe(false)
    const refused = await agent.call('svc_find')
    expect(refused.text).toBe(
      'RATE_LIMITED: The plan free allows this API key 100 searches a day, and they are used up. Searches are possible again at 2026-03-03T00:00Z. Until then, read documents by title or path.',
    )
    expect(refused.structured.error.retryAfterSeconds).toBe(seconds(15))
    // Another key has its own count, and other tools still work.
    const other = await connectAgent(app, { key: await newKey(app) })
    expect((await other.call('svc_find')).isError).toBe(false)
    expect((await agent.call('svc_noop')).isError).toBe(false)
    app.advance(seconds(15) * 1_000 - 1)
    expect((await agent.call('svc_find')).isError).toBe(true)
    app.advance(1)
    expect((await agent.call('svc_find')).isError).toBe(false)
  })

  test('a search that fails is not counted, and concurrent ones never exceed the limit', async () => {
    const app = await make({ mcpRows })
    await setPlan(app, 'free')
    const agent = await connectAgent(app)
    await agent.call('svc_find')
    expect((await agent.call('svc_find', { fails: true })).text).toBe('NOT_FOUND: There is nothing.')
    const count = async () =>
      (await app.store.read.selectFrom('search_count').select('count').execute()).map((row) => row.count)
    expect(await count()).toEqual([1])
    await app.store.write((db) => db.updateTable('search_count').set({ count: 95 }).execute())
    const { caller } = await callerOf(app)
    const done = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        countSearch(
          { store: app.store, caller },
          { plan: 'free', time: async () => app.clock(), search: async () => 'found' },
        ),
      ),
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await count()).toEqual([100])
  })

  test('counts of past days and accounts of removed keys are tidied up', async () => {
    const app = await make({ mcpRows })
    await setPlan(app, 'free')
    await (await connectAgent(app)).call('svc_find')
    const time = async () => app.clock()
    const prune = async () => {
      await pruneActiveProjects(app.store)
      await pruneSearchCounts(app.store, time)
    }
    const left = async () => [
      (await app.store.read.selectFrom('search_count').selectAll().execute()).length,
      (await app.store.read.selectFrom('active_project').select('credential').execute()).map(
        ({ credential }) => credential,
      ),
    ]
    const organization = await app.store.read
      .selectFrom('organization')
      .select('id')
      .executeTakeFirstOrThrow()
    await app.store.write(async (db) => {
      const { id: projectId } = await db
        .insertInto('project')
        .values({
          public_id: 'p',
          organization_id: organization.id,
          slug: 'shop',
          name: 'shop',
          repository: null,
          default_branch: null,
          created_at: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const credential of ['key:1', 'key:987654', 'person:1'])
        await db
          .insertInto('active_project')
          .values({ organization_id: organization.id, credential, project_id: projectId, switched_at: 1 })
          .execute()
    })
    await prune()
    expect(await left()).toEqual([1, ['key:1', 'person:1']])
    app.advance(86_400_000)
    await prune()
    expect(await left()).toEqual([0, ['key:1', 'person:1']])
  })
})

async function callerOf(app: TestApp) {
  const { makeAuthenticator } = await import('../../people/identity/authenticate.ts')
  const { identity } = await makeAuthenticator(app).authenticate({
    authorization: `Bearer ${app.key}`,
    cookie: undefined,
  })
  if (identity.kind !== 'key') throw new Error('A key was due')
  return identity
}
