// @module-tag thorough
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { openStream } from '../../src/testing/live.ts'
import { type Replicas, startReplicas } from './replicas.ts'

let replicas: Replicas

beforeAll(async () => {
  replicas = await startReplicas((await emptyPostgres()).postgres)
})
afterAll(() => replicas?.close())

const send = (url: string, to: string, message: string, from: string) =>
  replicas.ask(url, '/api/bus/messages', { body: { to, message, agent: from, clientMessageId: message } })

test('a message sent to one replica reaches a stream on the other, which survives the end of a replica', async () => {
  const { one, two, apiKey } = replicas
  for (const agent_name of ['planner', 'fixer'])
    expect(
      (await replicas.ask(one.url, '/api/bus/agents', { body: { name: agent_name, instance: 'test' } }))
        .status,
    ).toBe(200)
  const stream = await openStream(two.url, apiKey, { agent: 'fixer' })
  expect(stream.status).toBe(200)
  expect((await send(one.url, 'fixer', 'across', 'planner')).status).toBe(200)
  const [event] = await stream.take(1)
  expect(event?.data).toMatchObject({ message: 'across', verified: true })
  // A waiting request on one, mail on the other.
  const waiting = replicas.ask(one.url, '/api/bus/inbox?agent=planner&waitMs=50000')
  expect((await send(two.url, 'planner', 'back', 'fixer')).status).toBe(200)
  expect((await waiting).data.messages).toMatchObject([{ message: 'back' }])

  await two.kill()
  expect((await send(one.url, 'fixer', 'while it was away', 'planner')).status).toBe(200)
  const resumed = await openStream(one.url, apiKey, { agent: 'fixer', lastEventId: event?.id ?? '' })
  onTestFinished(() => resumed.close())
  expect((await resumed.take(1))[0]?.data.message).toBe('while it was away')
  await two.start()
})

test('a stream on one replica ends when its agent or its key ends on the other', async () => {
  const { one, two, apiKey } = replicas
  const endings: [string, string, (id: string) => Promise<{ status: number }>][] = [
    ['archived', 'CONFLICT', () => replicas.ask(one.url, '/api/bus/agents/archived', { method: 'DELETE' })],
    [
      'deleted',
      'NOT_FOUND',
      () => replicas.ask(one.url, '/api/bus/agents/deleted?hard=true', { method: 'DELETE' }),
    ],
    ['revoked', 'UNAUTHORIZED', (id) => replicas.ask(one.url, `/api/keys/${id}`, { method: 'DELETE' })],
  ]
  for (const [name, code, end] of endings) {
    const made = await replicas.ask(one.url, '/api/keys', {
      body: { name, role: 'editor', scopes: ['read', 'bus'] },
    })
    const own = made.data as { id: string; value: string }
    expect(own.value).not.toBe(apiKey)
    const registered = await replicas.ask(one.url, '/api/bus/agents', {
      body: { name, instance: 'test' },
      key: own.value,
    })
    expect(registered.status).toBe(200)
    const stream = await openStream(two.url, own.value, { agent: name })
    expect(stream.status).toBe(200)
    expect((await end(own.id)).status).toBe(200)
    const [ending] = await stream.untilEnd()
    expect(ending).toMatchObject({ event: 'closing', data: { reason: 'refused' } })
    expect(ending?.data.message).toMatch(new RegExp(`^${code}: `))
  }
})

test('of claims on two replicas at the same moment, one takes the task; the others learn who has it', async () => {
  const { one, two } = replicas
  const claimants = ['east-1', 'west-1', 'east-2', 'west-2']
  const placeOf = (name: string) => (name.startsWith('east') ? one.url : two.url)
  for (const name of ['planner', ...claimants])
    expect(
      (await replicas.ask(one.url, '/api/bus/agents', { body: { name, instance: 'test' } })).status,
    ).toBe(200)
  for (let round = 0; round < 5; round++) {
    const created = await replicas.ask(one.url, '/api/bus/tasks', {
      body: { assignedTo: 'east-1', title: `round ${round}` },
      headers: { 'Svc-Agent': 'planner' },
    })
    expect(created.status).toBe(200)
    const path = `/api/bus/tasks/${created.data.id}`
    const claims = await Promise.all(
      claimants.map((name) =>
        replicas.ask(placeOf(name), `${path}/claim`, { body: {}, headers: { 'Svc-Agent': name } }),
      ),
    )
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = claimants[claims.findIndex(({ status }) => status === 200)]
    const held = await replicas.ask(two.url, path, { headers: { 'Svc-Agent': 'planner' } })
    expect(held.data).toMatchObject({ status: 'in_progress', lease: { holder: { agent: winner } } })
    const others = claims.filter(({ status }) => status === 409)
    expect(others.every(({ error }) => error?.message.includes(winner ?? ''))).toBe(true)
  }
})
