// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { openStream } from '../../src/testing/live.ts'
import { failed, type MadeRun, passed, run, send } from '../../src/testing/upload.ts'
import { type Replicas, startReplicas } from './replicas.ts'

const AHEAD_MS = 300_000
const SHA = 'c'.repeat(40)

let replicas: Replicas

beforeAll(async () => {
  const shift = `const now=Date.now;Date.now=()=>now()+${AHEAD_MS}`
  replicas = await startReplicas(
    (await emptyPostgres()).postgres,
    {},
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` },
  )
})
afterAll(() => replicas?.close())

/** Uploads a run to a replica, as a client whose clock is right, and settles it there. */
async function upload(url: string, made: MadeRun): Promise<string> {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { Authorization: `Bearer ${replicas.apiKey}`, ...init.headers } })
  const { data, error } = await send({ request, clock: Date.now }, run(made))
  expect(error).toBeUndefined()
  await ask(url, `/api/executions/${data.execution.id}/settle`, {})
  return data.execution.id
}

async function ask(url: string, path: string, body?: object) {
  const { status, data, error } = await replicas.ask(url, path, body && { body })
  expect(status, error?.message).toBe(200)
  return data
}

test('a replica whose clock is five minutes ahead loses no event, no requested run and no message', async () => {
  const right = replicas.one.url
  const ahead = replicas.two.url
  await upload(right, { results: [passed('t')] })
  for (const name of ['asker', 'runner']) await ask(ahead, '/api/bus/agents', { name, instance: 'a test' })
  await ask(ahead, '/api/bus/subscriptions', { agent: 'asker', event: 'base.broke' })
  const [found] = await ask(right, '/api/tests?project=shop')
  const rerun = await ask(ahead, '/api/bus/reruns', {
    agent: 'asker',
    assignedTo: 'runner',
    project: 'shop',
    tests: [found.testId],
    commit: SHA,
    times: 1,
  })
  const stream = await openStream(right, replicas.apiKey, { agent: 'asker' })
  const code = { branch: 'main', headSha: SHA, testedSha: SHA }
  const execution = await upload(right, { code, results: [failed('t')] })
  const news = (await stream.take(2)).map(({ data }) => JSON.parse(data.message) as { text: string })
  expect(news).toContainEqual(expect.objectContaining({ event: 'base.broke', execution }))
  expect(news).toContainEqual(
    expect.objectContaining({ task: expect.objectContaining({ id: rerun.id, status: 'done' }) }),
  )

  const message = { agent: 'asker', to: 'runner', message: 'Soon over.', expiresInSeconds: 200 }
  const sent = await ask(right, '/api/bus/messages', message)
  const { messages } = await ask(ahead, '/api/bus/inbox?agent=runner')
  expect(messages).toContainEqual(expect.objectContaining({ id: sent.id, status: 'pending' }))
  const { createdAt } = await ask(ahead, '/api/bus/messages', { ...message, message: 'Later.' })
  expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(AHEAD_MS / 2)
})
