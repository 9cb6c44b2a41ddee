// @module-tag thorough
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { failed, type MadeRun, ndjson, passed, run } from '../../src/testing/upload.ts'
import { type Replicas, startReplicas } from './replicas.ts'

let replicas: Replicas

beforeAll(async () => {
  // Settled only when somebody says so, however long this takes.
  replicas = await startReplicas((await emptyPostgres()).postgres, { SVC_SETTLE_AFTER: '1h' })
})
afterAll(() => replicas?.close())

interface Told {
  event: string
  id: string
  data: { state: string; newFailures: number; counts: { failed: number } }
}

/** Opens the events of an execution at a replica; `next` is null once the stream has ended, in order or not. */
async function open(url: string, execution: string, lastEventId?: string) {
  const response = await fetch(`${url}/api/executions/${execution}/events`, {
    headers: {
      Authorization: `Bearer ${replicas.apiKey}`,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Told | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const read = await reader?.read().catch(() => undefined)
        if (!read || read.done) return null
        text += read.value
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const event = field('event')
      if (event !== undefined)
        return { event, id: field('id') ?? '', data: JSON.parse(field('data') ?? '{}') as Told['data'] }
    }
  }
  return { status: response.status, next }
}

/** Sends a part of a run to a replica; returns the id of its execution. */
async function send(url: string, build: string, leg: string, made: MadeRun): Promise<string> {
  const lines = run({ build, journal: randomUUID(), startedAt: Date.now(), part: { leg }, ...made })
  const { status, data, error } = await replicas.ask(url, '/api/ingest', {
    method: 'POST',
    body: ndjson(lines),
    headers: { 'Content-Type': 'application/x-ndjson', 'svc-from': '0', 'svc-clock': String(Date.now()) },
  })
  expect(status, error?.message).toBe(200)
  return data.execution.id
}

test('a live view at one replica hears what arrives at the other, and continues there when its own ends', async () => {
  const { one, two } = replicas
  const build = randomUUID()
  const execution = await send(one.url, build, 'linux', { results: [passed('a')] })
  const view = await open(two.url, execution)
  expect(await view.next()).toMatchObject({ event: 'progress', data: { state: 'running', newFailures: 0 } })
  await send(one.url, build, 'windows', { results: [failed('b'), failed('c')] })
  const second = await view.next()
  expect(second).toMatchObject({ event: 'progress', data: { newFailures: 2, counts: { failed: 2 } } })

  await two.kill()
  expect(await view.next()).toBe(null)
  await send(one.url, build, 'macos', { results: [failed('d')] })
  const resumed = await open(one.url, execution, second?.id)
  expect(await resumed.next()).toMatchObject({ event: 'progress', data: { counts: { failed: 3 } } })

  await two.start()
  await replicas.ask(two.url, `/api/executions/${execution}/settle`, { method: 'POST', body: {} })
  const last = await resumed.next()
  expect(last).toMatchObject({ event: 'settled', data: { state: 'failed' } })
  expect(await resumed.next()).toBe(null)
  // A browser that saw the end is sent away by each replica, so it stops asking.
  for (const { url } of replicas.both) expect((await open(url, execution, last?.id)).status).toBe(204)
})
