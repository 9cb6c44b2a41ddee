import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { Problem } from '../../ground/kernel/problem.ts'
import { makeApp, type TestApp, type TestAppOptions } from '../../testing/make-app.ts'
import { serve } from '../../testing/socket.ts'
import { ndjson, passed, run, uploadOf } from '../../testing/upload.ts'
import { processUploadsHere } from '../../uploads/ingest/process-upload.ts'
import type { Ingested, UploadProcessor } from '../../uploads/ingest/upload-processor.ts'

const MIB = 1024 * 1024

/** A processor that keeps uploads until they are let go. */
function keeping() {
  const kept: { letGo: () => void }[] = []
  let wake = () => {}
  const ingest: UploadProcessor = {
    apply: (job) =>
      new Promise((resolve) => {
        const receipt = { journal: '', accepted: job.body.length, execution: { id: '', url: '', state: '' } }
        const ingested: Ingested = {
          receipt: { ...receipt, warnings: [] },
          projectId: 1,
          started: false,
          results: 0,
          toSettle: null,
        }
        kept.push({ letGo: () => resolve(ingested) })
        wake()
      }),
    settle: async () => false,
    close: async () => undefined,
  }
  const until = async (count: number) => {
    while (kept.length < count)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  return { ingest, kept, until }
}

const head = (app: TestApp, path: string, type: string, more: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${app.key}`,
    `Content-Type: ${type}`,
    ...more,
    '',
    '',
  ].join('\r\n')
const upload = (app: TestApp, ...more: string[]) => head(app, '/api/ingest', 'application/x-ndjson', more)

const serveApp = async (options: TestAppOptions = {}) => {
  const app = await makeApp(options)
  return { app, ...(await serve(app)) }
}

const body = () => ndjson(run({ startedAt: 1, results: [passed('a')] }))

test('the memory of a body is free as soon as it is stored or refused, without a garbage collection', async () => {
  const bodies: Uint8Array[] = []
  const ingest: UploadProcessor = {
    apply: async (job) => {
      bodies.push(job.body)
      expect(job.body.byteLength).toBe(MIB)
      if (bodies.length === 2) throw new Problem('INVALID_REQUEST', 'wrong')
      const receipt = { journal: '', accepted: 1, execution: { id: '', url: '', state: '' }, warnings: [] }
      return { receipt, projectId: 1, started: false, results: 0, toSettle: null }
    },
    settle: async () => false,
    close: async () => undefined,
  }
  const { app, wire } = await serveApp({ ingest })
  const send = async (framing: string, text: string) => {
    const client = await wire()
    client.send(`${upload(app, 'Connection: close', framing)}${text}`)
    await client.untilClosed()
  }
  const text = ' '.repeat(MIB)
  await send(`Content-Length: ${MIB}`, text)
  await send(`Content-Length: ${MIB}`, text)
  await send('Transfer-Encoding: chunked', `${MIB.toString(16)}\r\n${text}\r\n0\r\n\r\n`)
  expect(bodies.map(({ buffer }) => [buffer.byteLength, (buffer as ArrayBuffer).detached])).toEqual(
    Array(3).fill([0, true]),
  )
})

test('uploads beyond what one credential may send are refused before their bodies are sent', async () => {
  const { ingest, kept, until } = keeping()
  const { app, wire } = await serveApp({ ingest, uploads: { atOnce: 2 } })
  const two = [await wire(), await wire()]
  for (const each of two) each.send(`${upload(app, 'Content-Length: 2')}[]`)
  await until(2)
  const third = await wire()
  third.send(upload(app, `Content-Length: ${MIB}`))
  const refused = await third.until('\r\n\r\n')
  expect(refused).toMatch(/^HTTP\/1\.1 429 /)
  expect(refused).toMatch(/retry-after: [1-4]/i)
  for (const { letGo } of kept) letGo()
  for (const each of two) expect(await each.until('"accepted":2')).toMatch(/^HTTP\/1\.1 200 /)
  const again = await wire()
  again.send(`${upload(app, 'Content-Length: 2')}[]`)
  await until(3)
  kept[2]?.letGo()
  expect(await again.until('"accepted":2')).toMatch(/^HTTP\/1\.1 200 /)
})

test('the memory of received bodies is limited in total, whatever length they declare', async () => {
  const { ingest, kept, until } = keeping()
  const { app, wire } = await serveApp({ ingest, uploads: { atOnce: 0, memoryBytes: 4 * MIB } })
  const piece = Buffer.alloc(MIB, 0x20)
  const first = await wire()
  first.send(upload(app, `Content-Length: ${piece.length}`))
  first.send(piece)
  await until(1)
  // Three quarters are one organization's: with either of these it would have more.
  const second = await wire()
  second.send(upload(app, `Content-Length: ${3 * MIB}`))
  second.send(Buffer.concat([piece, piece, piece]))
  expect(await second.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: [1-4]/i)
  const third = await wire()
  third.send(upload(app, 'Transfer-Encoding: chunked'))
  for (let i = 0; i < 3; i++) {
    third.send(`${piece.length.toString(16)}\r\n`)
    third.send(piece)
    third.send('\r\n')
  }
  expect(await third.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 503 /)
  for (const { letGo } of kept) letGo()
  expect(await first.until('"accepted":1048576')).toMatch(/^HTTP\/1\.1 200 /)
})

test('what is announced and has not come takes no memory from others', async () => {
  const { ingest, kept, until } = keeping()
  const { app, wire } = await serveApp({ ingest, uploads: { atOnce: 0, memoryBytes: 4 * MIB } })
  for (let i = 0; i < 8; i++) {
    const announcing = await wire()
    announcing.send(upload(app, `Content-Length: ${3 * MIB}`, 'Expect: 100-continue'))
    await announcing.until('100 Continue')
  }
  const whole = await wire()
  whole.send(upload(app, `Content-Length: ${MIB}`))
  whole.send(Buffer.alloc(MIB, 0x20))
  await until(1)
  kept[0]?.letGo()
  expect(await whole.until('"accepted":1048576')).toMatch(/^HTTP\/1\.1 200 /)
})

test('chunks of one byte are put together, and too many of them refused, at every door', async () => {
  const { app, wire } = await serveApp()
  const tiny = (text: string) => text.replace(/./gs, (one) => `1\r\n${one}\r\n`)
  const text = body()
  const taken = await wire()
  taken.send(`${upload(app, 'Transfer-Encoding: chunked')}${tiny(text)}0\r\n\r\n`)
  expect(await taken.until('"accepted":2')).toMatch(/^HTTP\/1\.1 200 /)
  const artifact = `/api/artifacts/00000000-0000-4000-8000-000000000000/upload`
  for (const [method, path, type, status] of [
    ['POST', '/api/ingest', 'application/x-ndjson', 400],
    ['POST', '/api/keys', 'application/json', 400],
    ['POST', '/auth/sign-in', 'application/json', 400],
    // Refused before its body is read.
    ['PUT', artifact, 'application/octet-stream', 404],
  ] as const) {
    const sender = await wire()
    const lines = head(app, path, type, ['Transfer-Encoding: chunked', 'Upload-Offset: 0'])
    sender.send(`${lines.replace('POST', method)}${tiny(' '.repeat(17_000))}`)
    expect(await sender.until('}'), path).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  }
})

test('a length over the limit is refused at once, of every kind of body', async () => {
  const { app, wire } = await serveApp()
  for (const [path, type, bytes] of [
    ['/api/ingest', 'application/x-ndjson', LIMITS.segmentBytes],
    ['/api/test-results', 'application/json', LIMITS.segmentBytes],
    ['/api/artifacts', 'application/json', LIMITS.requestBytes],
    ['/auth/sign-in', 'application/json', 64 * 1024],
  ] as const) {
    const sender = await wire()
    sender.send(head(app, path, type, [`Content-Length: ${bytes + 1}`]))
    expect(await sender.until('\r\n\r\n'), path).toMatch(/^HTTP\/1\.1 413 /)
  }
})

test('a client that waits to be asked sends nothing for a refusal, and is asked where there is room', async () => {
  const { app, wire } = await serveApp()
  const expecting = ['Expect: 100-continue']
  const refused = await wire()
  refused.send(upload(app, ...expecting, `Content-Length: ${LIMITS.segmentBytes + 1}`))
  expect(await refused.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /)
  const stranger = await wire()
  stranger.send(upload({ ...app, key: 'wrong' }, ...expecting, 'Content-Length: 2'))
  expect(await stranger.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /)
  const text = body()
  const taken = await wire()
  taken.send(upload(app, ...expecting, `Content-Length: ${Buffer.byteLength(text)}`))
  expect(await taken.until('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  taken.send(text)
  expect(await taken.until('"accepted":2')).toMatch(/HTTP\/1\.1 200 /)
})

test('a body in chunks is taken, and one that breaks off leaves its room', async () => {
  const { app, wire } = await serveApp({ uploads: { atOnce: 1 } })
  for (let i = 0; i < 3; i++) {
    const broken = await wire()
    broken.send(`${upload(app, 'Expect: 100-continue', 'Content-Length: 1000')}`)
    await broken.until('100 Continue')
    const closed = new Promise((resolve) => broken.socket.once('close', resolve))
    broken.socket.destroy()
    await closed
    const whole = await wire()
    const text = body()
    const send = () =>
      whole.send(
        `${upload(app, 'Transfer-Encoding: chunked')}${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      )
    // The server hears of the broken connection when it does.
    for (;;) {
      send()
      const answer = await whole.until('}')
      if (answer.includes('"accepted":2')) break
      expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    }
  }
})

test('an upload counts as soon as it begins, so that many at a time do not share one rest of the budget', async () => {
  const { ingest, kept, until } = keeping()
  const { app, wire } = await serveApp({ ingest, rateLimits: { ingestBytes: 1_000 } })
  const first = await wire()
  first.send(upload(app, 'Content-Length: 1500', 'Expect: 100-continue'))
  await first.until('100 Continue')
  const second = await wire()
  second.send(upload(app, 'Content-Length: 2'))
  expect(await second.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 60/i)
  first.send(Buffer.alloc(1_500, 0x20))
  await until(1)
  kept[0]?.letGo()
  expect(await first.until('"accepted":1500')).toMatch(/HTTP\/1\.1 200 /)
  // In chunks the budget is used up on the way.
  app.advance(60_001)
  const chunked = await wire()
  chunked.send(upload(app, 'Transfer-Encoding: chunked', 'Expect: 100-continue'))
  await chunked.until('100 Continue')
  for (let i = 0; i < 3; i++) chunked.send(`3e8\r\n${'x'.repeat(1_000)}\r\n`)
  expect(await chunked.until('RATE_LIMITED')).toMatch(/HTTP\/1\.1 429 /)
})

test('what was announced and never came is given back to the budget', async () => {
  const app = await makeApp({ rateLimits: { ingestBytes: 5_000 } })
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error('cut'))
    },
  })
  const cut = await app.request('/api/ingest', {
    method: 'POST',
    body: broken,
    duplex: 'half' as const,
    headers: { 'Content-Type': 'application/x-ndjson', 'Content-Length': '5000' },
  })
  expect(cut.status).toBe(400)
  const sent = await app.request('/api/ingest', {
    method: 'POST',
    body: body(),
    headers: { 'Content-Type': 'application/x-ndjson' },
  })
  expect(sent.status).toBe(200)
})

test('pieces of artifacts and ordinary bodies take their turn among uploads', async () => {
  const { ingest, kept, until } = keeping()
  const { app, wire } = await serveApp({ ingest, uploads: { atOnce: 1 } })
  const one = await wire()
  one.send(`${upload(app, 'Content-Length: 2')}[]`)
  await until(1)
  const id = '00000000-0000-4000-8000-000000000000'
  const piece = await wire()
  piece.send(
    head(app, `/api/artifacts/${id}/upload`, 'application/octet-stream', [
      'Upload-Offset: 0',
      'Content-Length: 5',
    ]).replace('POST', 'PUT'),
  )
  expect(await piece.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 429 /)
  const ordinary = await wire()
  ordinary.send(head(app, '/api/keys', 'application/json', ['Content-Length: 2']))
  expect(await ordinary.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 429 /)
  kept[0]?.letGo()
  await one.until('"accepted":2')
  ordinary.socket.destroy()
})

test('the reading processor leaves a body as it was', async () => {
  const app = await makeApp()
  const ingest = processUploadsHere(app.store, { settleAfterMs: 1, incompleteAfterMs: 1 })
  const text = Buffer.from(body())
  const given = new Uint8Array(text)
  const { receipt } = await ingest.apply(uploadOf('journal', given))
  expect(receipt.accepted).toBe(2)
  expect(Buffer.from(given)).toEqual(text)
})
