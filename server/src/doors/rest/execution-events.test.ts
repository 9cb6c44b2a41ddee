import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp, type TestRequest } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { failed, passed, run, send, settled } from '../../testing/upload.ts'

interface Told {
  event: string
  id?: string
  data: { revision: number; state: string; newFailures: number; counts: { failed: number }; code?: string }
}

/** Reads a stream event by event; null at its end. */
async function open(app: TestApp, id: string, init: TestRequest = {}) {
  const response = await app.request(`/api/executions/${id}/events`, init)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const next = async (): Promise<Told | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return null
        text += decoder.decode(value, { stream: true })
        continue
      }
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      if (fields.event) return { ...fields, data: JSON.parse(String(fields.data)) } as unknown as Told
    }
  }
  return { response, next, close: () => reader?.cancel() }
}

const begin = async (app: TestApp) =>
  (await send(app, run({ build: 'b', results: [passed('a')], end: null }))).data.execution.id
const join = (app: TestApp, job: string) =>
  send(app, run({ build: 'b', part: { job }, results: [failed(job)], end: 'failed' }))

onEachDatabase('events of an execution', (make) => {
  test('say what arrives until it settles, and a client that has seen the end stops', async () => {
    const app = await make()
    const id = await begin(app)
    const stream = await open(app, id, { headers: { 'Accept-Encoding': 'br' } })
    expect([
      stream.response.headers.get('Content-Type'),
      stream.response.headers.get('Content-Encoding'),
    ]).toEqual(['text/event-stream', null])
    const first = await stream.next()
    expect(first).toMatchObject({ event: 'progress', data: { state: 'running', newFailures: 0 } })
    await join(app, 'two')
    const second = await stream.next()
    expect(second).toMatchObject({ event: 'progress', data: { newFailures: 1, counts: { failed: 1 } } })
    expect(Number(second?.id)).toBeGreaterThan(Number(first?.id))
    // The same revision as the list of results names.
    const { data } = await app.get<{ execution: { revision: number } }>(`/api/executions/${id}/results`)
    expect(second?.data.revision).toBe(data.execution.revision)
    const whole = await settled(app, { build: 'whole', results: [failed('a')] })
    const over = await open(app, whole)
    const last = await over.next()
    expect(last).toMatchObject({ event: 'settled', data: { state: 'failed' } })
    expect(await over.next()).toBe(null)
    const again = await open(app, whole, { headers: { 'Last-Event-ID': String(last?.id) } })
    expect(again.response.status).toBe(204)
    await stream.close()
  })

  test('are nothing for another organization', async () => {
    const app = await make()
    const id = await begin(app)
    const { response } = await open(app, id, { key: await addOrganization(app) })
    expect(response.status).toBe(404)
  })
})

test('a cookie opens a stream from pages of this server, and its end ends the stream', async () => {
  const app = await makeApp()
  const id = await begin(app)
  const { token } = await addPerson(app, { default: 'viewer' })
  const Cookie = `svc_session=${token}`
  const foreign = await open(app, id, { key: null, headers: { Cookie, 'Sec-Fetch-Site': 'same-site' } })
  expect(foreign.response.status).toBe(403)
  const stream = await open(app, id, { key: null, headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' } })
  expect(await stream.next()).toMatchObject({ event: 'progress' })
  await app.delete('/api/sessions', { key: token })
  await app.store.write((db) => db.deleteFrom('session_token').execute())
  app.advance(30_000)
  await join(app, 'two')
  expect(await stream.next()).toMatchObject({ event: 'ended', data: { code: 'UNAUTHORIZED' } })
  expect(await stream.next()).toBe(null)
})

test('a revoked key loses its stream, a deleted execution ends it, and so does the end of the server', async () => {
  const app = await makeApp()
  const id = await begin(app)
  const { data: key } = await app.post<{ id: string; value: string }>('/api/keys', { name: 'watch' })
  const [watched, deleted] = [await open(app, id, { key: key.value }), await open(app, id)]
  await watched.next()
  await deleted.next()
  await app.delete(`/api/keys/${key.id}`)
  app.advance(30_000)
  await join(app, 'two')
  expect(await watched.next()).toMatchObject({ event: 'ended', data: { code: 'UNAUTHORIZED' } })
  expect(await deleted.next()).toMatchObject({ event: 'progress' })
  await app.delete(`/api/executions/${id}`)
  app.wake.notify('executions', id)
  expect(await deleted.next()).toMatchObject({ event: 'ended', data: { code: 'NOT_FOUND' } })
  const other = await begin(app)
  const open8 = await Promise.all(Array.from({ length: 8 }, () => open(app, other)))
  expect((await open(app, other)).response.status).toBe(429)
  await open8[0]?.close()
  const ninth = await open(app, other)
  expect(ninth.response.status).toBe(200)
  await ninth.next()
  app.drain()
  expect(await ninth.next()).toBe(null)
})
