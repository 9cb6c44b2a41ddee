import { expect, onTestFinished, test } from 'vitest'
import type { AgentRow } from '../../agents/bus/dependencies.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeAgent, send as sendMail } from '../../testing/live.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { failed, settled } from '../../testing/upload.ts'

const COMMIT = '4'.repeat(40)

/** An agent of a key that `end` revokes. */
async function addMortal(app: TestApp, name: string) {
  const { data } = await app.post<{ id: string; value: string }>('/api/keys', {
    name,
    role: 'editor',
    scopes: ['read', 'bus'],
  })
  const row = await app.store.read
    .selectFrom('api_key')
    .select('id')
    .where('public_id', '=', data.id)
    .executeTakeFirstOrThrow()
  const agent = await makeAgent(app, name, { credential: `key:${row.id}` })
  return { agent, key: data.value, end: () => app.delete(`/api/keys/${data.id}`) }
}

type Mortal = Awaited<ReturnType<typeof addMortal>>

/** A red execution, an agent of the first key that runs tests, and mortal ones with one message, task and lease each. */
async function makeOffice(app: TestApp) {
  const id = await settled(app, { project: 'shop', results: [failed('pays', { message: 'no price' })] })
  const { data } = await app.get<{ results: { testId: string }[] }>(`/api/executions/${id}`)
  const testId = data.results[0]?.testId as string
  const { fingerprint } = await app.store.read
    .selectFrom('failure_cluster')
    .select('fingerprint')
    .executeTakeFirstOrThrow()
  const helper = await makeAgent(app, 'helper')
  await app.post('/api/bus/agents/helper', { capabilities: { rerun: true } })
  const taskFor = async ({ name }: AgentRow) => {
    const task = { title: 'Fix it', assignedTo: name, agent: 'helper' }
    return (await app.post<{ id: string }>('/api/bus/tasks', task)).data.id
  }
  const messageTo = async (to: AgentRow) =>
    (await sendMail(app, to, ['hello'], { from: helper }))[0]?.public_id
  return { testId, fingerprint, taskFor, messageTo }
}

type Office = Awaited<ReturnType<typeof makeOffice>>
type Request = [method: 'post' | 'put' | 'delete', path: string, body?: object]
type Call = (office: Office, mortal: Mortal, app: TestApp) => Promise<Request>

/** Each write of the bus that does more than change an agent. */
const CALLS: Record<string, Call> = {
  sendMessage: async () => ['post', 'messages', { to: 'helper', message: 'too late' }],
  markMessagesRead: async ({ messageTo }, { agent }) => [
    'post',
    'inbox/read',
    { ids: [await messageTo(agent)] },
  ],
  acknowledgeMessages: async ({ messageTo }, { agent }) => [
    'post',
    'messages/ack',
    { ids: [await messageTo(agent)] },
  ],
  createTask: async () => ['post', 'tasks', { title: 'Too late', assignedTo: 'helper' }],
  updateTask: async ({ taskFor }, { agent }) => ['put', `tasks/${await taskFor(agent)}`, { status: 'done' }],
  claimTask: async ({ taskFor }, { agent }) => ['post', `tasks/${await taskFor(agent)}/claim`, {}],
  takeLease: async ({ testId }) => ['post', 'leases', { subject: 'test', id: testId }],
  releaseLease: async ({ testId }, { key }, app) => {
    const path = `leases?subject=test&id=${testId}`
    // Of the agent before.
    await app.delete(`/api/bus/${path}`)
    await app.post('/api/bus/leases', { subject: 'test', id: testId }, { key })
    return ['delete', path]
  },
  requestRerun: async ({ testId }) => [
    'post',
    'reruns',
    { project: 'shop', tests: [testId], commit: COMMIT },
  ],
  verifyFix: async ({ fingerprint }) => [
    'post',
    'fix-verifications',
    { project: 'shop', fingerprint, commit: COMMIT },
  ],
}

/** When the key ends: a write waits for its turn meanwhile. Agents are marked as seen in a transaction of their own. */
const WAITS = {
  'the write waits': { isSeen: true, writes: 1 },
  'the note of presence waits': { isSeen: false, writes: 1 },
  'the write waits after the note of presence': { isSeen: false, writes: 2 },
}

/** Notes the first use of the key, which is a write of its own behind a request. */
async function use(app: TestApp, { key }: Mortal): Promise<void> {
  expect((await app.get('/api/bus/agents', { key })).status).toBe(200)
  await app.idle()
}

const answerOf = (app: TestApp, { key }: Mortal, [method, path, body]: Request) =>
  method === 'delete'
    ? app.delete(`/api/bus/${path}`, { key })
    : app[method](`/api/bus/${path}`, body, { key })

/** The write of this number waits until something else has happened. */
function wait({ store }: TestApp, number: number, meanwhile: () => Promise<unknown>): void {
  const { write } = store
  let left = number
  const restore = () => void Object.assign(store, { write })
  onTestFinished(restore)
  Object.assign(store, {
    write: async (...work: Parameters<typeof write>) => {
      if (--left === 0) {
        restore()
        await meanwhile()
      }
      return write(...work)
    },
  })
}

/** What agents share. */
async function stored({ store }: TestApp) {
  const tables = ['bus_message', 'task', 'task_change', 'bus_lease', 'fix_verification'] as const
  return Promise.all(tables.map((table) => store.read.selectFrom(table).selectAll().orderBy('id').execute()))
}

onEachDatabase('a key that is revoked while a write of the bus waits', (make) => {
  test.each(Object.entries(CALLS))('stores nothing: %s', async (_, callOf) => {
    const app = await make()
    const office = await makeOffice(app)
    for (const [at, [when, { isSeen, writes }]] of Object.entries(WAITS).entries()) {
      const mortal = await addMortal(app, `mortal-${at}`)
      const call = await callOf(office, mortal, app)
      await use(app, mortal)
      const last_seen_at = isSeen ? app.clock() : null
      await app.store.write((db) =>
        db.updateTable('agent').set({ last_seen_at }).where('id', '=', mortal.agent.id).execute(),
      )
      const before = await stored(app)
      wait(app, writes, async () => {
        expect((await mortal.end()).status).toBe(200)
        app.advance(1_000)
      })
      expect(await answerOf(app, mortal, call), when).toMatchObject({
        status: 401,
        error: { code: 'UNAUTHORIZED' },
      })
      expect(await stored(app), when).toEqual(before)
    }
  })

  test('sends no message of a tool', async () => {
    const app = await make()
    await makeAgent(app, 'helper')
    const mortal = await addMortal(app, 'mortal')
    const agent = await connectAgent(app, mortal)
    await use(app, mortal)
    await app.store.write((db) => db.updateTable('agent').set({ last_seen_at: app.clock() }).execute())
    wait(app, 1, async () => {
      await mortal.end()
      app.advance(1_000)
    })
    expect(await agent.call('svc_agent_message', { to: 'helper', message: 'too late' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('UNAUTHORIZED'),
    })
    expect((await stored(app)).flat()).toEqual([])
  })
})
