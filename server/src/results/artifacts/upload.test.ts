import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  declare,
  declared,
  detailOf,
  download,
  keysOf,
  png,
  put,
  runAttaching,
  sha256,
  store,
  want,
} from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { describeOnS3 } from '../../testing/s3/describe-on-s3.ts'

const uploads = (make: () => Promise<TestApp>) => {
  test('what was declared and sent comes back byte by byte, and is reported with its attempt', async () => {
    const app = await make()
    const shot = png('PNG: one')
    const { journal, execution } = await runAttaching(app, { pays: [png('', 'not sent'), shot] })
    const { data } = await declare(app, journal, [declared(shot, 0, 1)])
    const id = await want(app, journal, shot, { number: 1 })
    expect(data.items).toEqual([{ entry: 0, number: 1, state: 'send', id }])
    expect((await detailOf(app, execution)).artifacts[1]).toMatchObject({ id, state: 'awaited' })
    expect((await download(app, id)).status).toBe(404)
    expect(await put(app, id, shot.bytes)).toMatchObject({
      status: 200,
      offset: '8',
      data: { id, received: 8, sizeBytes: 8, state: 'stored' },
    })
    expect((await download(app, id)).bytes.equals(shot.bytes)).toBe(true)
    const detail = await detailOf(app, execution)
    const stored = {
      name: 'screenshot',
      contentType: 'image/png',
      state: 'stored',
      id,
      sizeBytes: 8,
      url: `http://svc.test/api/artifacts/${id}`,
    }
    expect(detail.results[0]?.attempts[0]?.attachments).toEqual([
      { name: 'not sent', contentType: 'image/png', state: 'unsent' },
      stored,
    ])
    expect(detail.artifacts[1]).toMatchObject({ ...stored, attempt: 0 })
  })

  test('pieces may end anywhere and continue there; one that begins elsewhere gets the right position', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    expect(await put(app, id, shot.bytes.subarray(0, 4))).toMatchObject({
      offset: '4',
      data: { state: 'awaited' },
    })
    expect(await put(app, id, shot.bytes)).toMatchObject({
      status: 409,
      offset: '4',
      error: { code: 'CONFLICT' },
    })
    expect(await put(app, id, shot.bytes.subarray(6), { offset: 6 })).toMatchObject({
      status: 409,
      offset: '4',
    })
    const progress = await app.get(`/api/artifacts/${id}/upload`)
    expect(progress.data).toEqual({ id, received: 4, sizeBytes: 10, state: 'awaited' })
    const head = await app.request(`/api/artifacts/${id}/upload`, { method: 'HEAD' })
    expect(head.headers.get('upload-offset')).toBe('4')
    expect(await put(app, id, shot.bytes.subarray(4), { offset: 4 })).toMatchObject({
      data: { state: 'stored' },
    })
    // Told again after a lost answer: nothing is taken twice.
    expect(await put(app, id, shot.bytes.subarray(4), { offset: 4 })).toMatchObject({
      status: 200,
      data: { state: 'stored' },
    })
    expect(String((await download(app, id)).bytes)).toBe('0123456789')
    expect(await keysOf(app)).toHaveLength(1)
  })

  test('bytes that differ from what was declared are refused and removed', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal, execution } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    expect(await put(app, id, Buffer.from('012345678X'))).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('another sha256') },
    })
    expect(await put(app, id, Buffer.from('0123456789+'))).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('declared with 10 bytes') },
    })
    expect(await keysOf(app)).toEqual([])
    expect(await app.artifacts.incoming.removeOlder(Number.POSITIVE_INFINITY)).toBe(0)
    expect((await detailOf(app, execution)).artifacts[0]).toMatchObject({ state: 'awaited' })
    expect(await put(app, id, shot.bytes)).toMatchObject({ data: { state: 'stored' } })
  })

  test('a file of no bytes is stored with its empty piece', async () => {
    const app = await make()
    const empty = { name: 'log', contentType: 'text/plain', bytes: new Uint8Array() }
    const { journal } = await runAttaching(app, { pays: [empty] })
    const id = await store(app, journal, empty)
    expect(await download(app, id)).toMatchObject({ status: 200, bytes: Buffer.from('') })
    expect((await download(app, id, { Range: 'bytes=0-0' })).status).toBe(416)
  })

  test('equal bytes are kept once for an organization and asked for once for each project', async () => {
    const app = await make()
    const shot = png('the same')
    const first = await runAttaching(app, { pays: [shot], refunds: [shot] })
    const both = (await declare(app, first.journal, [declared(shot, 0), declared(shot, 1)])).data.items
    expect(both.map(({ state }) => state)).toEqual(['send', 'send'])
    const [id, other] = both.map((one) => ('id' in one ? one.id : '')) as [string, string]
    await put(app, id, shot.bytes)
    // The one upload was for both.
    expect(String((await download(app, other)).bytes)).toBe('the same')
    const second = await runAttaching(app, { pays: [shot] })
    expect((await declare(app, second.journal, [declared(shot, 0)])).data.items).toMatchObject([
      { state: 'stored' },
    ])
    // What another project has must not be had, nor be known, by its sum alone.
    const third = await runAttaching(app, { pays: [shot] }, { project: 'other' })
    await store(app, third.journal, shot)
    expect(await keysOf(app)).toHaveLength(1)
  })
}

onEachDatabase('uploads of artifacts', uploads)
describeOnS3('uploads of artifacts to S3', (swift) =>
  uploads(async () => makeApp({ bucket: await swift().makeBucket() })),
)

onEachDatabase('uploads of artifacts when a server was killed', (make) => {
  test('bytes that were all here when the server was killed are stored by the question for them', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    const state = () => app.get(`/api/artifacts/${id}/upload`)
    /** As the server leaves them that is killed before it writes the row. */
    const killAfter = async (rest: string) => {
      await put(app, id, shot.bytes.subarray(0, 4))
      const folder = join(app.folder, 'artifacts/incoming')
      const [name = ''] = readdirSync(folder)
      appendFileSync(join(folder, name), rest)
    }
    await killAfter('56789X')
    expect((await state()).data).toEqual({ id, received: 0, sizeBytes: 10, state: 'awaited' })
    await killAfter('456789')
    const asked = await Promise.all([state(), state()])
    expect(asked.map(({ status }) => status)).toEqual([200, 200])
    expect((await state()).data).toEqual({ id, received: 10, sizeBytes: 10, state: 'stored' })
    expect(String((await download(app, id)).bytes)).toBe('0123456789')
  })

  test('a file that was in its place when the server was killed is stored by the question for it', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    await put(app, id, shot.bytes.subarray(0, 4))
    const incoming = join(app.folder, 'artifacts/incoming')
    const [name = ''] = readdirSync(incoming)
    appendFileSync(join(incoming, name), '456789')
    const { key } = await app.store.read.selectFrom('artifact_file').select('key').executeTakeFirstOrThrow()
    await app.artifacts.files.put(key, join(incoming, name), sha256(shot.bytes))
    const { data } = await app.get(`/api/artifacts/${id}/upload`)
    expect(data).toEqual({ id, received: 10, sizeBytes: 10, state: 'stored' })
    expect(String((await download(app, id)).bytes)).toBe('0123456789')
    expect(await keysOf(app)).toHaveLength(1)
  })
})
