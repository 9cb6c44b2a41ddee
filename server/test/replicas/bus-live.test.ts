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
