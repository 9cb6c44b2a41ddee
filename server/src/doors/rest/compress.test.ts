import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CALLS } from '../../testing/calls/calls.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'
import { textOf } from '../../testing/text-of.ts'
import { failed, passed, run, send, settled } from '../../testing/upload.ts'
import { makeWorld } from '../../testing/world.ts'
import { preferred } from './compress.ts'

const DECODERS = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
const many = Array.from({ length: 700 }, (_, i) => passed(`checkout > pays with card number ${i}`))

test('the client’s quality decides, and among equals the cheapest coding', () => {
  expect(preferred('gzip, deflate, br, zstd')).toBe('zstd')
  expect(preferred('gzip, deflate, br')).toBe('br')
  expect(preferred('gzip;q=1.0, br;q=0.5')).toBe('gzip')
  expect(preferred('X-GZIP')).toBe('gzip')
  expect(preferred('*')).toBe('zstd')
  expect(preferred('*;q=0.5, zstd;q=0, br;q=0')).toBe('gzip')
  expect(preferred('br;q=0')).toBe(null)
  expect(preferred('identity, br;q=0.2')).toBe(null)
  expect(preferred('deflate')).toBe(null)
  expect(preferred('')).toBe(null)
  expect(preferred('br;q=high, gzip;q=7')).toBe(null)
})

onEachDatabase('compressed answers', (make) => {
  test('say in every coding what they say without one, whole and streamed', async () => {
    const app = await make()
    const id = await settled(app, { results: many })
    for (const path of [
      '/api/executions?limit=1',
      `/api/executions/${id}`,
      `/api/executions/${id}?limit=3`,
    ]) {
      const plain = await app.request(path)
      expect(plain.headers.get('Content-Encoding')).toBe(null)
      const text = await plain.text()
      for (const [coding, decode] of Object.entries(DECODERS)) {
        const answer = await app.request(path, { headers: { 'Accept-Encoding': coding } })
        const bytes = new Uint8Array(await answer.arrayBuffer())
        if (text.length < 1_024) {
          expect(answer.headers.get('Content-Encoding')).toBe(null)
          continue
        }
        expect([answer.headers.get('Content-Encoding'), answer.headers.get('Vary')]).toEqual([
          coding,
          'Accept-Encoding',
        ])
        expect(bytes.byteLength).toBeLessThan(text.length)
        expect(decode(bytes).toString()).toBe(text)
      }
    }
  })

  test('carry the tag of the plain answer, and a known tag is 304 until something changes', async () => {
    const app = await make()
    const earlier = await settled(app, { results: [passed('pays')] })
    app.advance(3_600_000)
    const base = await settled(app, { results: [passed('pays')] })
    app.advance(3_600_000)
    const head = await settled(app, { code: { branch: 'x' }, results: [failed('pays')] })
    for (const path of [`/api/executions/${head}`, `/api/compare?head=${head}&base=${base}`]) {
      const first = await app.request(path)
      const tag = first.headers.get('ETag') ?? ''
      expect([tag, first.headers.get('Cache-Control')]).toEqual([
        expect.stringMatching(/^W\/"/),
        'private, no-cache',
      ])
      const again = { 'If-None-Match': tag, 'Accept-Encoding': 'br' }
      const known = await app.request(path, { headers: again })
      expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', tag])
      expect((await app.request(path, { headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200)
    }
    const compare = `/api/compare?head=${head}&base=${base}`
    const tag = (await app.request(compare)).headers.get('ETag') ?? ''
    // The verdict rests on other runs than the two.
    await app.delete(`/api/executions/${earlier}`)
    const changed = await app.request(compare, { headers: { 'If-None-Match': tag } })
    expect([changed.status, changed.headers.get('ETag') === tag]).toEqual([200, false])
  })

  test('of a running execution are new with each part', async () => {
    const app = await make()
    const { data } = await send(app, run({ build: 'b', results: [passed('a')], end: null }))
    const path = `/api/executions/${data.execution.id}`
    const tag = (await app.request(path)).headers.get('ETag') ?? ''
    expect((await app.request(path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
    await send(app, run({ build: 'b', part: { job: 'other' }, results: [passed('b')], end: null }))
    expect((await app.request(path, { headers: { 'If-None-Match': tag } })).status).toBe(200)
  })
})

test('a client that leaves a compressed stream ends what makes it', async () => {
  const app = await makeApp()
  const id = await settled(app, { results: many })
  const answer = await app.request(`/api/executions/${id}`, { headers: { 'Accept-Encoding': 'zstd' } })
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  await reader.cancel()
  // The thread and its connection end with the app, so a stream left open would fail here.
  expect((await app.request(`/api/executions/${id}?limit=1`)).status).toBe(200)
})

test('only reads are compressed, and none of those contains a secret', async () => {
  const app = await makeApp()
  const world = await makeWorld(app)
  const answers: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const [id, callOf] of Object.entries(CALLS)) {
    const call = callOf({ ...world, now: app.clock(), data: (name) => answers[name] as never })
    const isText = typeof call.body === 'string'
    const answer = await app.request(call.path, {
      method: call.method ?? 'GET',
      headers: {
        'Accept-Encoding': 'br',
        ...(call.body !== undefined && !isText && { 'Content-Type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: isText ? (call.body as string) : JSON.stringify(call.body) }),
    })
    const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream')
    const bytes = isStream ? Buffer.from(await textOf(answer)) : new Uint8Array(await answer.arrayBuffer())
    const isPacked = answer.headers.has('Content-Encoding')
    if (isPacked && (call.method ?? 'GET') !== 'GET') wrong.push(`${id} is compressed`)
    const text = (isPacked ? brotliDecompressSync(bytes) : Buffer.from(bytes)).toString()
    if (isPacked && SECRET.test(text)) wrong.push(`${id} is compressed and contains a secret`)
    if (answer.headers.get('Content-Type')?.startsWith('application/json'))
      answers[id] = (JSON.parse(text) as { data?: unknown }).data
  }
  expect(wrong).toEqual([])
})

/** A whole key, a token of a session, or a secret of a webhook, of an invitation or of a badge. */
const SECRET = /svc_\w{20}|svs_\w{20}|whsec_|\/join#|\/welcome#|\/badge\/[\w-]{22}/
