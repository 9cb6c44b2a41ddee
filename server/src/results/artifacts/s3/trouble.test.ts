// @module-tag thorough
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  allOf,
  detailOf,
  download,
  keysOf,
  png,
  put,
  runAttaching,
  store,
  want,
} from '../../../testing/artifacts.ts'
import { openWay } from '../../../testing/faulty-proxy.ts'
import { makeApp, type TestApp } from '../../../testing/make-app.ts'
import { describeOnS3 } from '../../../testing/s3/describe-on-s3.ts'
import type { OwnBucket } from '../../../testing/s3/own-swift.ts'
import { openBucket } from './bucket.ts'

const LONGER_THAN_PATIENCE_MS = 12_000

const made = (bytes: Uint8Array) => ({ ...png('', 'large'), bytes })
/** All servers share the bucket, so that none of them is better without it. */
const ready = async (app: TestApp) => {
  const { status, data } = await app.get<{ problem?: string }>('/readyz', { key: null })
  return [status, data.problem]
}
const READY = [200, undefined]
const AWAY = [200, 'The store of artifacts does not answer.']
const by = (bucket: OwnBucket, endpoint: string): OwnBucket => ({
  ...bucket,
  address: { ...bucket.address, endpoint: endpoint.replace(/\/$/, '') },
})

/** The states of an execution's artifacts, which its page and its list give alike. */
async function listed(app: TestApp, execution: string) {
  const states = (await detailOf(app, execution)).artifacts.map(({ state }) => state)
  const list = await app.get<{ state: string }[]>(`/api/executions/${execution}/artifacts`)
  expect(list.data.map(({ state }) => state)).toEqual(states)
  return states
}

describeOnS3('artifacts while S3 has trouble', (swift) => {
  test('a server that was ended gives 503 and no lost upload, and everything works when it is back', async () => {
    const app = await makeApp({ bucket: await swift().makeBucket() })
    const [first, second] = [png('the first'), png('0123456789', 'other')]
    const { journal, execution } = await runAttaching(app, { pays: [first, second] })
    const stored = await store(app, journal, first)
    const awaited = await want(app, journal, second, { number: 1 })
    expect(await put(app, awaited, second.bytes.subarray(0, 4))).toMatchObject({ data: { received: 4 } })
    expect(await ready(app)).toEqual(READY)
    await swift().stop()
    const away = { status: 503, error: { code: 'UNAVAILABLE' } }
    expect(await put(app, awaited, second.bytes.subarray(4), { offset: 4 })).toMatchObject(away)
    const asked = await app.request(`/api/artifacts/${stored}`)
    expect([asked.status, asked.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(await listed(app, execution)).toEqual(['stored', 'awaited'])
    expect(await ready(app)).toEqual(AWAY)
    await swift().start()
    expect(await ready(app)).toEqual(READY)
    expect(await put(app, awaited, second.bytes.subarray(4), { offset: 4 })).toMatchObject({
      data: { state: 'stored' },
    })
    expect(String((await download(app, awaited)).bytes)).toBe('0123456789')
    expect(String((await download(app, stored)).bytes)).toBe('the first')
    expect((await detailOf(app, execution)).artifacts).toMatchObject([
      { state: 'stored' },
      { state: 'stored' },
    ])
    expect(app.logged.map(({ event }) => event)).toEqual([
      'artifacts out of order',
      'artifacts in order again',
    ])
  })

  test('a server that hangs gives 503 in time', async () => {
    const bucket = await swift().makeBucket()
    const way = await openWay(bucket.address.endpoint)
    const app = await makeApp({ bucket: by(bucket, way.address) })
    const large = made(randomBytes(8_000_000))
    const { journal, execution } = await runAttaching(app, { pays: [large] })
    const id = await want(app, journal, large)
    way.pause()
    expect(await listed(app, execution)).toEqual(['awaited'])
    expect((await put(app, id, large.bytes)).status).toBe(503)
    expect(await ready(app)).toEqual(AWAY)
    way.resume()
    expect(await put(app, id, large.bytes)).toMatchObject({ data: { state: 'stored' } })
    expect((await download(app, id)).bytes.equals(large.bytes)).toBe(true)
  })

  test('answers that break off are read on, and one that always does ends the download', async () => {
    const bucket = await swift().makeBucket()
    let cutAfter = Number.POSITIVE_INFINITY
    const way = await openWay(bucket.address.endpoint, () => {
      let passed = 0
      return (bytes) => {
        passed += bytes.length
        return passed > cutAfter ? null : bytes
      }
    })
    const app = await makeApp({ bucket: by(bucket, way.address) })
    const large = made(randomBytes(3_000_000))
    const { journal } = await runAttaching(app, { pays: [large] })
    const id = await store(app, journal, large)
    cutAfter = 1_200_000
    expect((await download(app, id)).bytes.equals(large.bytes)).toBe(true)
    cutAfter = 300_000
    const cut = app.request(`/api/artifacts/${id}`).then((response) => response.arrayBuffer())
    await expect(cut).rejects.toThrow()
  })

  test('a client that reads slowly is no server that hangs', async () => {
    const app = await makeApp({ bucket: await swift().makeBucket() })
    // More than sockets hold.
    const large = made(randomBytes(24_000_000))
    const { journal } = await runAttaching(app, { pays: [large] })
    const id = await store(app, journal, large)
    const response = await app.request(`/api/artifacts/${id}`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const pieces = [(await reader.read()).value as Uint8Array]
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_PATIENCE_MS))
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value)
    expect(Buffer.concat(pieces).equals(large.bytes)).toBe(true)
  })

  test('a server that ends in the middle leaves no part of an artifact, and a download goes on', async () => {
    const app = await makeApp({ bucket: await swift().makeBucket() })
    const large = made(randomBytes(24_000_000))
    const { journal } = await runAttaching(app, { pays: [large] })
    const id = await want(app, journal, large)
    const putting = put(app, id, large.bytes)
    await swift().stop()
    expect([200, 503]).toContain((await putting).status)
    await swift().start()
    for (const { key } of await allOf(app.artifacts.files.list()))
      expect(await app.artifacts.files.has(key)).toBe(large.bytes.length)
    expect(await put(app, id, large.bytes)).toMatchObject({ data: { state: 'stored' } })
    const body = (await app.request(`/api/artifacts/${id}`)).body as ReadableStream<Uint8Array>
    const pieces = [] as Uint8Array[]
    for await (const piece of body) {
      if (pieces.push(piece) > 1) continue
      await swift().stop()
      await swift().start()
    }
    expect(Buffer.concat(pieces).equals(large.bytes)).toBe(true)
  })

  test('a check says why a key is refused, which an answer to HEAD does not', async () => {
    const { address, credentials } = await swift().makeBucket()
    const wrong = { ...credentials, secretAccessKey: 'another' }
    const bucket = openBucket({ address, credentials: wrong, clock: Date.now })
    await expect(bucket.check(false)).rejects.toMatchObject({ cause: { code: 'SignatureDoesNotMatch' } })
  })

  test('a bucket that was removed is an outage, and no artifact counts as lost', async () => {
    const bucket = await swift().makeBucket()
    const app = await makeApp({ bucket })
    const shot = png('0123456789')
    const { journal, execution } = await runAttaching(app, { pays: [shot] })
    const id = await store(app, journal, shot)
    for (const key of await keysOf(app)) await app.artifacts.files.delete(key)
    // Without its object it is lost; without the bucket nobody knows. Lists do not ask.
    expect((await app.request(`/api/artifacts/${id}`)).status).toBe(404)
    expect(await listed(app, execution)).toEqual(['stored'])
    await swift().removeBucket(bucket)
    expect((await app.request(`/api/artifacts/${id}`)).status).toBe(503)
    expect(await ready(app)).toEqual(AWAY)
  })
})
