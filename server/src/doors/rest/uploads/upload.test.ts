import { gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../../testing/make-app.ts'
import { ndjson, passed, post, run, send } from '../../../testing/upload.ts'

const MIB = 1024 * 1024
const body = (build = 'b1') => ndjson(run({ build, results: [passed('pays')] }))
const document = { project: 'shop', results: [{ file: 'a.test.ts', titles: ['pays'], status: 'passed' }] }

const keyWith = async (app: TestApp, wanted: object) =>
  (await app.post<{ value: string }>('/api/keys', { name: 'k', ...wanted })).data.value

test('a journal may come as it is, with gzip or with zstd, and in no other coding', async () => {
  const app = await makeApp()
  expect((await post(app, body('plain'))).status).toBe(200)
  expect((await post(app, gzipSync(body('gzip')), { 'Content-Encoding': 'gzip' })).status).toBe(200)
  expect((await post(app, zstdCompressSync(body('zstd')), { 'Content-Encoding': 'zstd' })).status).toBe(200)
  expect(await post(app, body(), { 'Content-Encoding': 'br' })).toMatchObject({
    status: 400,
    error: { code: 'INVALID_REQUEST', message: 'Content-Encoding must be identity, gzip or zstd.' },
  })
})

test('what the doors need besides the body is named where it is wrong', async () => {
  const app = await makeApp()
  const messageOf = async (headers: Record<string, string>) => {
    const { status, error } = await post(app, body(), headers)
    expect(status).toBe(400)
    return error?.message
  }
  expect(await messageOf({ 'Content-Type': 'text/plain' })).toBe('Content-Type must be application/x-ndjson.')
  expect(await messageOf({ 'svc-from': '-1' })).toMatch(
    /^The header svc-from must be the number of the first entry/,
  )
  expect(await messageOf({ 'svc-clock': 'now' })).toMatch(/^The header svc-clock must be the client's clock/)
  expect((await post(app, '')).error?.message).toMatch(/^The body is empty/)
  expect((await app.post('/api/test-results?colour=red', document)).error?.message).toMatch(
    /^There is no parameter "colour"\. The parameters are project, suite, build, branch, commit, leg, variant, attempt\.$/,
  )
  expect((await app.post('/api/test-results?suite=', document)).error?.message).toBe(
    'suite must have at least 1 character.',
  )
  expect(
    (await app.post('/api/test-results', document, { headers: { 'Content-Type': 'text/plain' } })).error,
  ).toEqual({
    code: 'INVALID_REQUEST',
    message: 'Content-Type must be application/json.',
  })
})

test('uploading takes an editor with the scope ingest', async () => {
  const app = await makeApp()
  const viewer = await keyWith(app, { role: 'viewer' })
  const reader = await keyWith(app, { scopes: ['read'] })
  expect((await send(app, run(), { key: viewer })).error).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringMatching(/role editor/),
  })
  expect((await app.post('/api/test-results', document, { key: reader })).error).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringMatching(/scope ingest/),
  })
})

test('a body over its bound is refused from its length, before it is sent', async () => {
  const app = await makeApp()
  const headers = { 'Content-Length': String(LIMITS.segmentBytes + 1) }
  expect(await post(app, 'x', headers)).toMatchObject({ status: 413, error: { code: 'PAYLOAD_TOO_LARGE' } })
})

test('a body that does not end is let go at the bound', async () => {
  const app = await makeApp()
  let sentBytes = 0
  const piece = new Uint8Array(4 * MIB)
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentBytes += piece.byteLength
      controller.enqueue(piece)
    },
  })
  const response = await app.request('/api/ingest', {
    method: 'POST',
    body: endless,
    duplex: 'half' as const,
    headers: { 'Content-Type': 'application/x-ndjson' },
  })
  expect(response.status).toBe(413)
  expect(sentBytes).toBeLessThan(LIMITS.segmentBytes + 16 * MIB)
})

test('only an upload that begins an execution is a write', async () => {
  const app = await makeApp({ rateLimits: { writes: 2 } })
  const left = ({ headers }: { headers: Headers }) => headers.get('RateLimit-Remaining')
  const first = run({ build: 'one', end: null })
  expect(left(await send(app, first))).toBe('1')
  expect(left(await send(app, first))).toBe('1')
  for (const job of ['a', 'b', 'c']) {
    const joined = await send(app, run({ build: 'one', part: { job } }))
    expect(joined.status).toBe(200)
    expect(left(joined)).toBe('1')
  }
  expect(left(await app.post('/api/test-results', { ...document, build: 'two' }))).toBe('0')
  const third = await send(app, run({ build: 'three' }))
  expect(third).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  expect(third.headers.get('Retry-After')).toBe('60')
  expect((await send(app, run({ build: 'one', part: { job: 'late' } }))).status).toBe(200)
  app.advance(60_000)
  expect((await send(app, run({ build: 'three' }))).status).toBe(200)
})

onBothDatabases('uploads to settled executions', (makeApp) => {
  const limited = async (writes: number) => {
    const app = await makeApp({ rateLimits: { writes } })
    const key = (await app.post<{ value: string }>('/api/keys', { name: 'ci' })).data.value
    return { app, key }
  }
  const left = ({ headers }: { headers: Headers }) => headers.get('RateLimit-Remaining')

  test('reopening one is a write, and joining it while it runs again is not', async () => {
    const { app, key } = await limited(3)
    const { data } = await send(app, run({ build: 'one', solitary: true, results: [passed('a')] }), { key })
    const again = (title: string) =>
      send(app, run({ build: 'one', solitary: true, results: [passed(title)] }), { key })
    expect(left(await again('b'))).toBe('1')
    expect(left(await again('c'))).toBe('0')
    const refused = await again('d')
    expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
    expect(refused.error?.message).toContain('reopening')
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect((await app.get(`/api/executions/${data.execution.id}`)).data).toMatchObject({ revision: 3 })
    app.advance(60_000)
    expect((await send(app, run({ build: 'one', end: null }), { key })).status).toBe(200)
    for (const job of ['a', 'b', 'c'])
      expect(left(await send(app, run({ build: 'one', part: { job } }), { key }))).toBe('2')
  })

  test('so is a refused upload that reopened one, and further entries of a part', async () => {
    const { app, key } = await limited(3)
    const lines = run({ build: 'one', solitary: true, results: [passed('a')] })
    await send(app, lines, { key })
    await app.store.write((db) => db.updateTable('execution').set({ passed: LIMITS.results }).execute())
    const refused = await send(app, run({ build: 'one', results: [passed('b')] }), { key })
    expect(refused).toMatchObject({ status: 413 })
    expect(left(refused)).toBe('1')
    await app.store.write((db) => db.updateTable('execution').set({ passed: 1 }).execute())
    const longer = [...lines, ...run({ results: [passed('c')] }).slice(2)]
    expect(left(await send(app, longer, { key }))).toBe('0')
  })

  test('a monorepo job that runs again reopens the small executions of its build as one write', async () => {
    const { app, key } = await limited(2)
    const upload = async (suite: string, runAttempt: number) =>
      send(app, run({ build: 'one', suite, runAttempt, solitary: true, results: [passed('a')] }), { key })
    for (let i = 0; i < 4; i++) expect(left(await upload(`package ${i}`, 1))).toBe('1')
    for (let i = 0; i < 4; i++) expect(left(await upload(`package ${i}`, 2))).toBe('0')
    expect((await upload('package 3', 2)).status).toBe(429)
    expect((await upload('package 0', 3)).status).toBe(429)
  })
})

test('one build is one write, for up to fifty of its executions within an hour', async () => {
  const app = await makeApp({ rateLimits: { writes: 2 } })
  const key = (await app.post<{ value: string }>('/api/keys', { name: 'ci' })).data.value
  const begin = async (build: string, suite: string, more: { project?: string; key?: string } = {}) => {
    const { project = 'shop', ...sender } = more
    const { status } = await send(app, run({ build, suite, project, results: [passed('a')] }), {
      key,
      ...sender,
    })
    return status
  }
  for (let i = 0; i < 50; i++)
    expect(await begin('one', `package ${i}`, { project: i % 2 === 0 ? 'shop' : 'docs' })).toBe(200)
  expect(await begin('two', 'a')).toBe(200)
  // Both writes of the minute are used up: what continues may, the fifty-first and another build may not.
  expect(await begin('two', 'b')).toBe(200)
  expect(await begin('one', 'package 50')).toBe(429)
  expect(await begin('three', 'a')).toBe(429)
  app.advance(60_001)
  expect(await begin('one', 'package 50')).toBe(200)
  expect(await begin('one', 'package 51')).toBe(200)
  expect(await begin('two', 'c')).toBe(200)
  expect(await begin('three', 'a')).toBe(429)
  // An hour later it is another upload, and another key's builds are its own.
  app.advance(3_600_000)
  expect(await begin('two', 'd')).toBe(200)
  const other = (await app.post<{ value: string }>('/api/keys', { name: 'other' })).data.value
  expect(await begin('three', 'b', { key: other })).toBe(200)
  expect(await begin('two', 'e', { key: other })).toBe(200)
  expect(await begin('two', 'f', { key: other })).toBe(200)
  expect(await begin('four', 'a', { key: other })).toBe(429)
})

test('the bytes of uploads have a budget of their own', async () => {
  const app = await makeApp({ rateLimits: { ingestBytes: 1_000, reads: 100 } })
  expect((await send(app, run({ results: [passed('x'.repeat(1_000))] }))).status).toBe(200)
  const refused = await send(app, run())
  expect(refused).toMatchObject({
    status: 429,
    error: { message: expect.stringMatching(/1000 bytes a minute/) },
  })
  expect(refused.headers.get('Retry-After')).toBe('60')
  expect((await app.get('/api/executions')).status).toBe(200)
  app.advance(60_000)
  expect((await send(app, run())).status).toBe(200)
})

test('a key of one project neither writes to another nor reads it', async () => {
  const app = await makeApp()
  await send(app, run({ project: 'shop' }))
  const other = await send(app, run({ project: 'bank' }))
  const key = await keyWith(app, { project: 'shop' })
  const list = await app.get<{ project: string }[]>('/api/executions', { key })
  expect(list.data.map((execution) => execution.project)).toEqual(['shop'])
  expect((await app.get(`/api/executions/${other.data.execution.id}`, { key })).status).toBe(404)
  expect((await send(app, run({ project: 'shop' }), { key })).status).toBe(200)
  expect([403, 404]).toContain((await send(app, run({ project: 'bank' }), { key })).status)
})
