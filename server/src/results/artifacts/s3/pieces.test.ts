// @module-tag thorough
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allOf, download, keysOf, png, put, runAttaching, store, want } from '../../../testing/artifacts.ts'
import { migratedPostgres } from '../../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../../testing/make-app.ts'
import { addPerson } from '../../../testing/people.ts'
import { describeOnS3 } from '../../../testing/s3/describe-on-s3.ts'
import { removeOrphans } from '../remove-orphans.ts'
import { removeUnreferenced } from '../remove-unreferenced.ts'
import { bodyOf, openBucket } from './bucket.ts'

const DAY_MS = 86_400_000

/** Names of objects that no artifact has. */
const isUnderWay = async (bucket: Parameters<typeof openBucket>[0]) =>
  (await allOf(openBucket(bucket).list('incoming/'))).map(({ name }) => name)

/** Sends bytes without ever ending the body, until `goOn`. */
function slowly(app: TestApp, id: string, offset: number, bytes: Uint8Array, rest: Uint8Array) {
  let goOn = () => {}
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes)
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      controller.enqueue(rest)
      controller.close()
    },
  })
  return { answer: stream(app, id, offset, body), goOn: () => goOn() }
}

function stream(app: TestApp, id: string, offset: number, body: ReadableStream<Uint8Array>) {
  const headers = { 'Content-Type': 'application/octet-stream', 'Upload-Offset': String(offset) }
  const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit
  return app.request(`/api/artifacts/${id}/upload`, init as { method: string })
}

describeOnS3('pieces of uploads in a bucket', (swift) => {
  const two = async () => {
    const bucket = await swift().makeBucket()
    const one = await makeApp({ address: await migratedPostgres(), bucket })
    const other = await makeApp({ beside: one, bucket })
    return { bucket: { ...bucket, clock: Date.now }, one, other }
  }

  test('pieces meet at any replica, and nothing is left of them', async () => {
    const { bucket, one, other } = await two()
    const large = { ...png('', 'large'), bytes: randomBytes(200_000) }
    const { journal } = await runAttaching(one, { pays: [large] })
    const id = await want(one, journal, large)
    const ends = [0, 1, 70_000, 70_001, 150_000, 200_000]
    for (const [i, offset] of ends.slice(0, -1).entries()) {
      const [to, away] = i % 2 === 0 ? [one, other] : [other, one]
      const end = ends[i + 1] as number
      expect(await put(to, id, large.bytes.subarray(offset, end), { offset })).toMatchObject({
        data: { received: end },
      })
      const told = await away.get(`/api/artifacts/${id}/upload`)
      expect(told.data).toMatchObject({ received: end })
    }
    for (const app of [one, other]) {
      expect((await download(app, id)).bytes.equals(large.bytes)).toBe(true)
      expect(readdirSync(join(app.folder, 'artifacts/incoming'))).toEqual([])
    }
    expect(await isUnderWay(bucket)).toEqual([])
  })

  test('two replicas that receive the same bytes at once neither lose nor mix them', async () => {
    const { bucket, one, other } = await two()
    const shot = png('0123456789')
    const { journal } = await runAttaching(one, { pays: [shot] })
    const id = await want(one, journal, shot)
    const { bytes } = shot
    const held = slowly(one, id, 0, bytes.subarray(0, 3), bytes.subarray(3, 6))
    expect(await put(other, id, bytes.subarray(0, 4))).toMatchObject({ data: { received: 4 } })
    held.goOn()
    expect((await held.answer).status).toBe(200)
    // The longer of both counts; what overlaps is taken once.
    expect(await put(other, id, bytes.subarray(4), { offset: 4 })).toMatchObject({ status: 409, offset: '6' })
    expect(await put(other, id, bytes.subarray(6, 7), { offset: 6 })).toMatchObject({ data: { received: 7 } })
    const ends = await Promise.all([one, other].map((app) => put(app, id, bytes.subarray(7), { offset: 7 })))
    for (const { status } of ends) expect([200, 409]).toContain(status)
    expect(await put(one, id, bytes.subarray(7), { offset: 7 })).toMatchObject({ data: { state: 'stored' } })
    expect(String((await download(other, id)).bytes)).toBe('0123456789')
    expect(await isUnderWay(bucket)).toEqual([])
  })

  test('bytes that came before a connection broke are kept', async () => {
    const { one, other } = await two()
    const shot = png('0123456789')
    const { journal } = await runAttaching(one, { pays: [shot] })
    const id = await want(one, journal, shot)
    const rest = [shot.bytes.subarray(0, 6)]
    const broken = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const next = rest.pop()
          if (next) controller.enqueue(next)
          else controller.error(new Error('broken'))
        },
      },
      { highWaterMark: 0 },
    )
    await stream(one, id, 0, broken).catch(() => undefined)
    expect((await other.get(`/api/artifacts/${id}/upload`)).data).toMatchObject({ received: 6 })
    expect(await put(other, id, shot.bytes.subarray(6), { offset: 6 })).toMatchObject({
      data: { state: 'stored' },
    })
  })

  test('all pieces of a server that was killed before it put them together are stored by the question for them', async () => {
    const { bucket, one } = await two()
    const shot = png('0123456789')
    const { journal } = await runAttaching(one, { pays: [shot] })
    const id = await want(one, journal, shot)
    await put(one, id, shot.bytes.subarray(0, 4))
    const [piece = ''] = await isUnderWay(bucket)
    const rest = piece.replace(/[^/]+$/, '4-10')
    await openBucket(bucket).put(rest, bodyOf('45678X'))
    const state = async () => (await one.get(`/api/artifacts/${id}/upload`)).data
    expect(await state()).toMatchObject({ received: 0, state: 'awaited' })
    expect(await isUnderWay(bucket)).toEqual([])
    await put(one, id, shot.bytes.subarray(0, 4))
    await openBucket(bucket).put(rest, bodyOf('456789'))
    expect(await state()).toMatchObject({ received: 10, state: 'stored' })
    expect(String((await download(one, id)).bytes)).toBe('0123456789')
  })

  test('abandoned uploads, unreferenced artifacts and orphans are removed', async () => {
    const { bucket, one } = await two()
    const [shot, half] = [png('0123456789'), png('abcdefghij', 'half')]
    const { journal, execution } = await runAttaching(one, { pays: [shot, half] })
    await store(one, journal, shot)
    await put(one, await want(one, journal, half, { number: 1 }), half.bytes.subarray(0, 4))
    const orphan = `ff/${'0'.repeat(62)}.${crypto.randomUUID()}`
    await openBucket(bucket).put(orphan, bodyOf('x'))
    const sweep = async (now: number) => {
      await removeUnreferenced(one.store, one.artifacts, now)
      await removeOrphans(one.store, one.artifacts, now)
    }
    await sweep(Date.now())
    expect([(await keysOf(one)).length, (await isUnderWay(bucket)).length]).toEqual([2, 1])
    await sweep(Date.now() + 8 * DAY_MS)
    expect(await keysOf(one)).not.toContain(orphan)
    expect([(await keysOf(one)).length, (await isUnderWay(bucket)).length]).toEqual([1, 0])
    expect((await one.delete(`/api/executions/${execution}`)).status).toBe(200)
    await one.removeDeleted()
    await sweep(Date.now())
    expect(await keysOf(one)).toEqual([])
  })

  test('a program is sent to the bucket, and a page gets the bytes here', async () => {
    const app = await makeApp({ bucket: { ...(await swift().makeBucket()), redirects: true } })
    const page = { name: 'report', contentType: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') }
    const shot = png('0123456789')
    const { journal } = await runAttaching(app, { pays: [page, shot] })
    for (const [number, artifact] of [page, shot].entries()) {
      const id = await store(app, journal, artifact, { number })
      const sent = await app.request(`/api/artifacts/${id}`)
      expect(sent.status).toBe(302)
      const direct = await fetch(sent.headers.get('location') ?? '')
      expect(Buffer.from(await direct.arrayBuffer()).equals(artifact.bytes)).toBe(true)
      expect(direct.headers.get('content-type')).not.toMatch(/html/)
      expect(direct.headers.get('content-disposition')).toMatch(/^attachment; /)
      const etag = (await app.request(`/api/artifacts/${id}`, { method: 'HEAD' })).headers.get('etag') ?? ''
      expect((await app.request(`/api/artifacts/${id}`, { headers: { 'If-None-Match': etag } })).status).toBe(
        304,
      )
      expect((await app.request(`/api/artifacts/${id}`, { key: null })).status).toBe(401)
      const { token } = await addPerson(app, { default: 'viewer' })
      const cookie = { Cookie: `svc_session=${token}` }
      for (const dest of ['empty', 'document', 'image', 'iframe']) {
        const headers = { ...cookie, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': dest }
        const shown = await app.request(`/api/artifacts/${id}`, { key: null, headers })
        expect([shown.status, await shown.text()]).toEqual([200, artifact.bytes.toString()])
        expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
      }
    }
  })
})
