// @module-tag thorough
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { openReceiver } from '../../src/testing/receiver.ts'
import { type Replicas, startReplicas } from './replicas.ts'

const WEBHOOKS = 4
const RUNS = 5
/** How long a receiver takes, so that a second attempt of its webhook would meet the first. */
const TAKES_MS = 40
/** The server gives up soon after: then it could send again what was answered meanwhile. */
const TOO_LATE_MS = 5_000

let replicas: Replicas

beforeAll(async () => {
  replicas = await startReplicas((await emptyPostgres()).postgres, { SVC_WEBHOOKS_PRIVATE: '1' })
})
afterAll(() => replicas?.close())

test('each webhook is sent each event once, one at a time, although replicas are killed', async () => {
  const { one, two, url } = replicas
  const receivers = await Promise.all(Array.from({ length: WEBHOOKS }, openRecorder))
  const webhooks: string[] = []
  for (const [n, receiver] of receivers.entries()) {
    const { data } = await replicas.ask(url, '/api/webhooks', {
      body: { name: `webhook ${n}`, url: receiver.url, events: ['execution.settled'] },
    })
    webhooks.push(data.id)
  }
  const statesOf = async (webhook = ''): Promise<string[]> => {
    const { data } = await replicas.ask(url, `/api/webhooks/${webhook}/deliveries`)
    return data.map(({ state }: { state: string }) => state)
  }
  const delivered = Array.from({ length: RUNS }, () => 'delivered')
  const executions = await Promise.all(
    Array.from({ length: RUNS }, async (_, n) => {
      const results = [{ file: 'a.test.ts', titles: [`test ${n}`], status: 'passed' }]
      const { data } = await replicas.ask(url, '/api/test-results', { body: { project: 'shop', results } })
      return data.execution.id as string
    }),
  )

  // The first takes what it gets: when it has got all, both replicas have looked for what is due several times.
  const [first, ...others] = receivers
  first?.go()
  await expect.poll(() => statesOf(webhooks[0])).toEqual(delivered)
  expect(others.map(({ held }) => held())).toEqual(others.map(() => 1))
  // Whichever replica sends to some of the others is killed then.
  const cut = () => receivers.reduce((sum, receiver) => sum + receiver.cut(), 0)
  await one.kill()
  await one.start()
  if (cut() === 0) {
    await two.kill()
    await two.start()
  }
  await expect.poll(cut).toBeGreaterThan(0)
  for (const receiver of receivers) receiver.go()

  for (const receiver of receivers)
    await expect.poll(() => [...receiver.taken()].sort()).toEqual([...executions].sort())
  // Nothing is left that would be sent again.
  for (const webhook of webhooks) await expect.poll(() => statesOf(webhook)).toEqual(delivered)
  for (const receiver of receivers) {
    expect(receiver.most()).toBe(1)
    expect(receiver.taken()).toHaveLength(RUNS)
  }
})

/** A receiver that holds what it gets until it may continue, and then takes one after the other. */
async function openRecorder() {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const underWay = new Set<ServerResponse>()
  const taken: string[] = []
  const record = { most: 0, cut: 0, isHolding: true }
  const finish = (response: ServerResponse, execution: string) => {
    if (response.destroyed) return
    taken.push(execution)
    response.writeHead(200).end()
  }
  const held: (() => void)[] = []
  receiver.answer((response, { body }) => {
    const { execution } = JSON.parse(body) as { execution: { id: string } }
    underWay.add(response)
    record.most = Math.max(record.most, underWay.size)
    response.on('close', () => {
      underWay.delete(response)
      if (!response.writableEnded) record.cut++
    })
    const since = performance.now()
    if (record.isHolding)
      held.push(() => {
        if (performance.now() - since > TOO_LATE_MS) response.destroy()
        else finish(response, execution.id)
      })
    else setTimeout(finish, TAKES_MS, response, execution.id)
  })
  return {
    url: receiver.url,
    taken: () => taken,
    held: () => underWay.size,
    most: () => record.most,
    cut: () => record.cut,
    go() {
      record.isHolding = false
      for (const each of held) each()
    },
  }
}
