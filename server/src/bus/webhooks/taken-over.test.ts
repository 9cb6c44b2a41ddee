// @module-tag thorough
import { expect, test } from 'vitest'
import { project } from '../../testing/credentials.ts'
import { emptyPostgres } from '../../testing/each-database.ts'
import { makeAgent } from '../../testing/live.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addPerson } from '../../testing/people.ts'
import { untilWaiting } from '../../testing/waiting.ts'

const AGENT = '/api/bus/agents/fixer'
const WEBHOOK = `${AGENT}/webhook`

type Call = (app: TestApp, key: string) => Promise<{ status: number; error?: { code: string } | undefined }>

const CALLS: Record<string, Call> = {
  'sets the webhook': (app, key) => app.put(WEBHOOK, { url: 'http://127.0.0.1:9/theirs' }, { key }),
  'deletes the webhook': (app, key) => app.delete(WEBHOOK, { key }),
  'resends dead letters': (app, key) => app.post(`${AGENT}/dead-letters/resend`, {}, { key }),
  'creates a signing key': (app, key) => app.post(`${AGENT}/keys`, {}, { key }),
  'changes the agent': (app, key) => app.post(AGENT, { status: 'archived' }, { key }),
  'registers the agent again': (app, key) =>
    app.post('/api/bus/agents', { name: 'fixer', instance: 'theirs' }, { key }),
  'assigns it to a project': (app, key) => app.put(`${AGENT}/projects`, { project: 'shop' }, { key }),
  'removes it from a project': (app, key) => app.delete(`${AGENT}/projects?project=shop`, { key }),
  'deletes the agent': (app, key) => app.delete(`${AGENT}?hard=true`, { key }),
}

// SQLite has one writer, and so has each replica: the two calls go to two of them, and a third holds a row's lock, which
// makes their order certain.
test.each(Object.keys(CALLS))('a credential that %s during a take-over is refused', async (name) => {
  const [holder, app, other] = await replicas()
  const admin = await addPerson(app, { default: 'admin' })
  const { data } = await app.post<{ id: string; value: string }>('/api/keys', {
    name: 'former',
    role: 'editor',
    scopes: ['bus'],
  })
  const former = await app.store.read
    .selectFrom('api_key')
    .select('id')
    .where('public_id', '=', data.id)
    .executeTakeFirstOrThrow()
  const agent = await makeAgent(app, 'fixer', { credential: `key:${former.id}` })
  await project(app, app.key, 'shop')
  if (name === 'removes it from a project') await app.put(`${AGENT}/projects`, { project: 'shop' })
  const assigned = () => app.store.read.selectFrom('agent_project').select('role').execute()
  const before = await assigned()
  const { release } = await lock(holder, 'agent')
  const taking = app.post(`${AGENT}/take-over`, {}, { key: admin.token })
  await untilWaiting(app, 1)
  const calling = CALLS[name]?.(other, data.value)
  await Promise.race([untilWaiting(app, 2), calling])
  await release()
  expect([(await taking).status, await calling]).toMatchObject([
    200,
    // Whoever registers an agent of that name learns that it is taken.
    name.startsWith('registers')
      ? { status: 409, error: { code: 'CONFLICT' } }
      : { status: 403, error: { code: 'FORBIDDEN' } },
  ])
  const rows = await app.store.read.selectFrom('agent').select(['credential', 'status']).execute()
  expect(rows).toEqual([{ credential: expect.stringMatching(/^person:/), status: agent.status }])
  expect(await app.store.read.selectFrom('webhook').select('id').execute()).toEqual([])
  expect(await assigned()).toEqual(before)
})

test('an agent that is deleted before its take-over gets neither an owner nor a signing key', async () => {
  const [holder, app, other] = await replicas()
  const admin = await addPerson(app, { default: 'admin' })
  await makeAgent(app, 'fixer', { credential: `person:${admin.id}` })
  const { release } = await lock(holder, 'agent')
  const deleting = app.delete(`${AGENT}?hard=true`, { key: admin.token })
  await untilWaiting(app, 1)
  const taking = other.post(`${AGENT}/take-over`, {}, { key: admin.token })
  await Promise.race([untilWaiting(app, 2), taking])
  await release()
  expect([(await deleting).status, await taking]).toMatchObject([
    200,
    { status: 404, error: { code: 'NOT_FOUND' } },
  ])
  expect(await app.store.read.selectFrom('agent_key').select('id').execute()).toEqual([])
  const taken = app.store.read.selectFrom('audit').select('action').where('action', '=', 'agent.taken-over')
  expect(await taken.execute()).toEqual([])
})

test('dead letters of a webhook that is turned off meanwhile stay dead', async () => {
  const [holder, app, other] = await replicas()
  const admin = await addPerson(app, { default: 'admin' })
  await makeAgent(app, 'fixer', { credential: `person:${admin.id}` })
  await app.put(WEBHOOK, { url: 'http://127.0.0.1:9/hook' }, { key: admin.token })
  const { release } = await lock(holder, 'webhook')
  const resending = other.post(`${AGENT}/dead-letters/resend`, {}, { key: admin.token })
  await Promise.race([untilWaiting(app, 1), resending])
  await release(true)
  expect((await resending).error?.code).toBe('CONFLICT')
})

test('dead letters of a webhook that gets another address meanwhile find the new one', async () => {
  const [holder, app, other] = await replicas()
  const admin = await addPerson(app, { default: 'admin' })
  await makeAgent(app, 'fixer', { credential: `person:${admin.id}` })
  await app.put(WEBHOOK, { url: 'http://127.0.0.1:9/hook' }, { key: admin.token })
  const { release } = await lock(holder, 'webhook')
  const changing = app.put(WEBHOOK, { url: 'http://127.0.0.1:9/new' }, { key: admin.token })
  await untilWaiting(app, 1)
  const resending = other.post(`${AGENT}/dead-letters/resend`, {}, { key: admin.token })
  await Promise.race([untilWaiting(app, 2), resending])
  await release()
  expect([(await changing).status, (await resending).status]).toEqual([200, 200])
})

/** Three servers of one database. */
async function replicas(): Promise<[TestApp, TestApp, TestApp]> {
  const one = await makeApp({ address: await emptyPostgres() })
  return [one, await makeApp({ beside: one }), await makeApp({ beside: one })]
}

/** Locks the rows of a table until `release`, which may turn the webhook off first. */
async function lock({ store }: TestApp, table: 'agent' | 'webhook') {
  const isHeld = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<boolean>()
  const holding = store.write(async (db) => {
    await db.selectFrom(table).select('id').forUpdate().execute()
    isHeld.resolve()
    if (await ending.promise) await db.updateTable('webhook').set({ disabled_at: 1 }).execute()
  })
  await isHeld.promise
  return {
    async release(turnsOff = false) {
      ending.resolve(turnsOff)
      await holding
    },
  }
}
