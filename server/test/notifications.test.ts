// @module-tag thorough
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/test-kit/free-port'
import { startServer } from '@svc/test-kit/server'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openReceiver } from '../src/testing/receiver.ts'

const ENV = { SVC_RATE_READ: '0', SVC_RATE_WRITE: '0', SVC_WEBHOOKS_PRIVATE: '1' }
const RUNS = 6
/** What was cut short is tried again after 15 s; a busy machine takes longer. */
const AGAIN_WITHIN_MS = 180_000

interface Delivery {
  id: string
  state: string
  attempts: number
}

test('a server that is killed in the middle of deliveries makes up for all of them, under the same ids', async () => {
  const data = mkdtempSync(join(tmpdir(), 'svc-notifications-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const port = await freePort()
  let server = await startServer({ data, port, env: ENV })
  onTestFinished(() => void server.end('SIGKILL'))
  const { url, apiKey } = server
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const sending = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url + path, { headers, ...sending })
    const answer = (await response.json()) as { data: T; error?: { message: string } }
    if (!response.ok) throw new Error(answer.error?.message)
    return answer.data
  }
  const webhook = await ask<{ id: string }>('/api/webhooks', {
    name: 'ours',
    url: receiver.url,
    events: ['execution.settled'],
  })
  const executions: string[] = []
  const upload = async (title: string) => {
    const results = [{ file: 'a.test.ts', titles: [title], status: 'passed', durationMs: 1 }]
    const sent = await ask<{ execution: { id: string } }>('/api/test-results', { project: 'shop', results })
    executions.push(sent.execution.id)
  }
  const killAndStart = async () => {
    await server.end('SIGKILL')
    server = await startServer({ data, port, env: ENV })
  }

  // Told of and not dispatched; held back; and while the receiver has it and has not answered.
  receiver.answer(() => {})
  for (let n = 0; n < RUNS; n++) await upload(`test ${n}`)
  await killAndStart()
  await sleep(2_500)
  await killAndStart()
  await receiver.until(1)
  await killAndStart()
  receiver.answer(200)
  const deadline = Date.now() + AGAIN_WITHIN_MS
  let list: Delivery[] = []
  do {
    await sleep(500)
    list = await ask<Delivery[]>(`/api/webhooks/${webhook.id}/deliveries`)
  } while (Date.now() < deadline && list.filter(({ state }) => state === 'delivered').length < RUNS)
  expect(list.map(({ state }) => state)).toEqual(Array.from({ length: RUNS }, () => 'delivered'))
  const told = receiver.got.map(({ headers, body }) => ({
    delivery: headers['svc-delivery'],
    execution: (JSON.parse(body) as { execution: { id: string } }).execution.id,
  }))
  expect(new Set(told.map(({ execution }) => execution))).toEqual(new Set(executions))
  expect(new Set(told.map(({ delivery }) => delivery))).toEqual(new Set(list.map(({ id }) => id)))
  // The one under way at the kill came twice, and says so by its id.
  expect(told.length).toBeGreaterThan(RUNS)

  // In order it ends before that, however long a receiver takes.
  receiver.answer(() => {})
  await upload('last')
  const count = receiver.got.length
  await receiver.until(count + 1)
  expect((await server.end('SIGTERM')).code).toBe(0)
  // A server that waits records that the receiver took longer than its 10 s.
  const database = new Database(join(data, 'svc.sqlite'), { readonly: true })
  onTestFinished(() => void database.close())
  const newest = 'select state, problem from webhook_delivery order by id desc limit 1'
  expect(database.prepare(newest).get()).toEqual({ state: 'waiting', problem: null })
})
