import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NOT_IN_ANSWERS } from '../../ground/store/count-changes.ts'
import { addAgent } from '../../testing/agents.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addKey } from '../../testing/isolation/create-data.ts'
import { settle } from '../../testing/isolation/fill-organization.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'
import { TOOLS } from './tools.ts'

const MINUTE_MS = 60_000

/** Of every tool whose answers are kept. */
const CALLS: Record<string, Record<string, unknown>> = {
  svc_guidelines: { mode: 'code', full: true },
  svc_get_failures: {},
  svc_list_executions: {},
  svc_get_execution: {},
  svc_compare_executions: {},
  svc_list_flaky_tests: {},
  svc_get_test_history: { test: 'pays' },
  svc_get_metrics: {},
  svc_get_trends: {},
}

const fill = async (app: TestApp, project = 'shop') => {
  await settled(app, { project, build: 'one', results: [passed('pays'), flaky('finds')] })
  app.advance(1_000)
  await settled(app, {
    project,
    build: 'two',
    results: [failed('pays', { message: 'closed' }), flaky('finds')],
  })
}

const agentOf = async (
  app: TestApp,
  scopes: ('read' | 'knowledge' | 'bus')[] = ['read', 'knowledge'],
  headers = {},
) => {
  const { value } = await addKey(app, { id: 1 }, { role: 'viewer', scopes })
  return connectAgent(app, { key: value, headers })
}

/** Tables that each of these tools reads, and nothing before it does. */
const READ = ['execution', 'test', 'result'] as const

const rename = (app: TestApp, names: readonly string[], from: string, to: string) =>
  app.store.write(async (db, changes) => {
    // As a change of another project, so that it ends no kept answer.
    changes.onlyOf(999)
    for (const name of names)
      await sql`alter table ${sql.table(from + name)} rename to ${sql.table(to + name)}`.execute(db)
  })

/** Runs `work` on a database without these tables. */
async function without<T>(app: TestApp, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  await rename(app, tables, '', 'gone_')
  try {
    return await work()
  } finally {
    await rename(app, tables, 'gone_', '')
  }
}

onEachDatabase('kept answers of tools', (makeApp) => {
  test('the next agent gets the same answer from memory, until its project changes', async () => {
    const app = await makeApp()
    expect(Object.keys(CALLS).sort()).toEqual(
      TOOLS.filter(({ isKept }) => isKept)
        .map(({ name }) => name)
        .sort(),
    )
    await fill(app)
    const [first, second] = [await agentOf(app), await agentOf(app)]
    const other = await agentOf(app, ['read', 'knowledge', 'bus'])
    for (const [tool, args] of Object.entries(CALLS)) {
      const answer = await first.call(tool, args)
      expect(answer.isError, `${tool}: ${answer.text}`).toBe(false)
      await without(app, READ, async () => {
        expect(await second.call(tool, args), tool).toEqual(answer)
        expect((await second.call(tool, { ...args, max_tokens: 999 })).isError, tool).toBe(true)
        // Another scope may show more.
        expect((await other.call(tool, args)).isError, tool).toBe(true)
      })
    }
    await settled(app, { project: 'another', results: [passed('runs')] })
    await without(app, READ, async () => {
      // The project of the answers above stays the active one, and the new one does not concern it.
      expect((await first.call('svc_list_executions')).isError).toBe(false)
    })
    const pinned = await agentOf(app, ['read', 'knowledge'], { 'Svc-Project': 'shop' })
    const { text } = await pinned.call('svc_list_executions')
    await settled(app, { project: 'another', build: 'more', results: [passed('runs')] })
    await without(app, READ, async () => expect((await pinned.call('svc_list_executions')).text).toBe(text))
    await settled(app, { project: 'shop', build: 'three', suite: 'newest', results: [passed('pays')] })
    expect((await pinned.call('svc_list_executions')).text).toContain('newest')
  })

  test('an answer about a time counts within its minute, and no other organization receives it', async () => {
    const app = await makeApp()
    await fill(app)
    const agent = await agentOf(app)
    const ask = () => agent.call('svc_get_test_history', { test: 'pays' })
    await ask()
    expect((await without(app, READ, ask)).isError).toBe(false)
    app.advance(MINUTE_MS)
    expect((await without(app, READ, ask)).isError).toBe(true)
    const stranger = await connectAgent(app, { key: await addOrganization(app) })
    const { text } = await stranger.call('svc_list_executions')
    expect(text).not.toContain('suite')
  })

  test('equal questions of another organization, key or project never share an answer', async () => {
    const app = await makeApp()
    await fill(app)
    const agent = await agentOf(app)
    const { text } = await agent.call('svc_get_failures')
    expect(text).toContain('closed')
    const key = await addOrganization(app)
    await settle(app, key, { build: 'two', results: [failed('pays', { message: 'jammed' })] })
    const stranger = await connectAgent(app, { key })
    for (const headers of [{}, { 'Svc-Project': 'shop' }]) {
      const pinned = await connectAgent(app, { key, headers })
      const { text: foreign } = await pinned.call('svc_get_failures')
      expect(foreign).toContain('jammed')
      expect(foreign).not.toContain('closed')
    }
    expect((await agent.call('svc_get_failures')).text).toBe(text)
    await settled(app, { project: 'another', results: [failed('runs', { message: 'other' })] })
    const { value } = await addKey(app, { id: 1 }, { role: 'viewer', scopes: ['read'], project: 'another' })
    const restricted = await connectAgent(app, { key: value })
    expect((await restricted.call('svc_get_failures')).text).not.toContain('closed')
    const pinned = await connectAgent(app, { key: value, headers: { 'Svc-Project': 'shop' } })
    expect(await pinned.call('svc_get_failures')).toMatchObject({ isError: true })
    expect((await stranger.call('svc_get_failures')).text).not.toContain('other')
  })

  test('a revoked key gets no kept answer, and a deleted execution is in none', async () => {
    const app = await makeApp()
    await fill(app)
    const { value, id } = await addKey(app, { id: 1 }, { role: 'viewer', scopes: ['read'] })
    const agent = await connectAgent(app, { key: value })
    const other = await agentOf(app, ['read'])
    const [newest] = (await app.get<{ id: string }[]>('/api/executions?project=shop')).data
    for (const one of [agent, other])
      expect((await one.call('svc_list_executions')).text).toContain(newest?.id)
    expect((await app.delete(`/api/keys/${id}`)).status).toBe(200)
    await expect(agent.call('svc_list_executions')).rejects.toThrow()
    // Another replica deletes it.
    const replica = app.store.dialect === 'postgres' ? await makeApp({ beside: app }) : app
    expect((await replica.delete(`/api/executions/${newest?.id}`)).status).toBe(200)
    for (const [tool, args] of Object.entries(CALLS).filter(([name]) => name !== 'svc_guidelines'))
      expect((await other.call(tool, args)).text, tool).not.toContain(newest?.id)
  })

  test('who holds a failure is never kept', async () => {
    const app = await makeApp()
    await fill(app)
    const holder = await addAgent(app, 'holder')
    const agent = await agentOf(app, ['read', 'bus'])
    const context = async () => (await agent.call('svc_get_failures')).text
    const free = await context()
    expect(await without(app, READ, context)).toBe(free)
    const { data } = await app.get<{ fingerprint: string; message: string }[]>('/api/failures?project=shop')
    const id = data.find(({ message }) => message.includes('closed'))?.fingerprint
    await holder.post('/api/bus/leases', { subject: 'failure', id })
    expect(await context()).toContain('Leased: the agent holder')
    await holder.delete(`/api/bus/leases?subject=failure&id=${id}`)
    expect(await context()).toBe(free)
  })

  test('no kept answer reads a table whose changes do not count', async () => {
    const app = await makeApp()
    await fill(app)
    const agent = await agentOf(app)
    // These belong to the door, not to an answer; a search without blocks of tests reads the tests themselves.
    const own = ['api_key', 'active_project', 'change_count', 'test_block']
    await without(
      app,
      NOT_IN_ANSWERS.filter((table) => !own.includes(table)),
      async () => {
        for (const [tool, args] of Object.entries(CALLS)) {
          const { isError, text } = await agent.call(tool, args)
          expect.soft(isError, `${tool}: ${text}`).toBe(false)
        }
      },
    )
  })
})
