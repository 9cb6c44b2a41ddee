import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { makeAgent, openStream, send } from '../../../testing/live.ts'
import { makeApp, type TestApp } from '../../../testing/make-app.ts'
import { serve } from '../../../testing/socket.ts'

const texts = (events: { data: { message?: string } }[]) => events.map(({ data }) => data.message)

/** As the stream of this agent writes it. */
const eventId = ({ public_id }: { public_id: string }, marks: string) => `${public_id.slice(-12)}-${marks}`

const statusOf = (app: TestApp, id: string) =>
  app.store.read
    .selectFrom('bus_message')
    .select('status')
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ status }) => status)

onBothDatabases('the stream of an inbox', (make) => {
  test('begins with what is pending, urgent first, and continues with what comes', async () => {
    const app = await make()
    const { url } = await serve(app)
    const fixer = await makeAgent(app, 'fixer')
    await send(app, fixer, ['normal 1'])
    await send(app, fixer, ['low'], { priority: 3 })
    await send(app, fixer, ['urgent'], { priority: 0 })
    await send(app, fixer, ['high'], { priority: 1 })
    await send(app, fixer, ['normal 2'])
    const stream = await openStream(url, app.key)
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(texts(await stream.take(5))).toEqual(['urgent', 'high', 'normal 1', 'normal 2', 'low'])
    const [sent] = await send(app, fixer, ['later'])
    const [event] = await stream.take(1)
    expect(event).toMatchObject({
      event: 'message',
      id: eventId(fixer, '6-6-6-6'),
      data: { id: sent?.public_id, sequence: 6, to: 'fixer', message: 'later', verified: true },
    })
    expect(stream.text()).toMatch(/^retry: \d+\n/)
  })

  test('resumes without loss after each event, and what was received is delivered', async () => {
    const app = await make()
    const { url } = await serve(app)
    const fixer = await makeAgent(app, 'fixer')
    const sent = [
      ...(await send(app, fixer, ['1', '2'])),
      ...(await send(app, fixer, ['3'], { priority: 0 })),
      ...(await send(app, fixer, ['4'])),
      ...(await send(app, fixer, ['5'], { priority: 3 })),
    ]
    const whole = ['3', '1', '2', '4', '5']
    const first = await openStream(url, app.key)
    const events = await first.take(5)
    expect(texts(events)).toEqual(whole)
    first.close()
    for (const [at, { id }] of events.entries()) {
      const resumed = await openStream(url, app.key, { lastEventId: id })
      expect(texts(await resumed.take(4 - at))).toEqual(whole.slice(at + 1))
      const delivered = new Set(events.slice(0, at + 1).map(({ data }) => data.id))
      for (const { public_id } of sent)
        expect(await statusOf(app, public_id)).toBe(delivered.has(public_id) ? 'delivered' : 'pending')
      resumed.close()
    }
  })

  test('acknowledges messages by id and by mark, only of the own agent', async () => {
    const app = await make()
    const fixer = await makeAgent(app, 'fixer')
    const other = await makeAgent(app, 'other', { credential: 'key:99' })
    const mine = await send(app, fixer, ['1', '2', '3'])
    const [foreign] = await send(app, other, ['4'])
    const ack = (body: object) => app.post<{ acknowledged: number }>('/api/bus/messages/ack', body)
    const ids = [mine[1]?.public_id, foreign?.public_id]
    expect((await ack({ ids })).data).toEqual({ acknowledged: 1 })
    expect((await ack({ ids })).data).toEqual({ acknowledged: 0 })
    expect(await statusOf(app, foreign?.public_id ?? '')).toBe('pending')
    expect((await ack({ upTo: eventId(fixer, '0-0-2-0') })).data).toEqual({ acknowledged: 1 })
    expect(await statusOf(app, mine[2]?.public_id ?? '')).toBe('pending')
    for (const body of [{}, { ids, upTo: eventId(fixer, '0-0-0-0') }, { upTo: '1-2-3' }, { ids: [] }])
      expect((await ack(body)).status).toBe(400)
    const asOther = await app.post('/api/bus/messages/ack', { ids }, { headers: { 'Svc-Agent': 'other' } })
    expect(asOther.status).toBe(403)
  })

  test("loses no mail by an id of another agent's stream", async () => {
    const app = await make()
    const { url } = await serve(app)
    const fixer = await makeAgent(app, 'fixer')
    const other = await makeAgent(app, 'other')
    await send(app, other, ['1', '2'])
    const theirs = await openStream(url, app.key, { agent: 'other' })
    const lastEventId = (await theirs.take(2)).at(-1)?.id ?? ''
    const mine = await send(app, fixer, ['a', 'b', 'c'])
    const headers = { 'Svc-Agent': 'fixer' }
    const stream = await openStream(url, app.key, { agent: 'fixer', lastEventId })
    for (const { public_id } of mine) expect(await statusOf(app, public_id)).toBe('pending')
    expect(texts(await stream.take(3))).toEqual(['a', 'b', 'c'])
    stream.close()
    const refused = await app.post('/api/bus/messages/ack', { upTo: lastEventId }, { headers })
    expect(refused.error).toMatchObject({ code: 'INVALID_REQUEST' })
    for (const { public_id } of mine) expect(await statusOf(app, public_id)).toBe('pending')
    // Numbers that a restored backup gives out again acknowledge nothing, either.
    const beyond = await app.post('/api/bus/messages/ack', { upTo: eventId(fixer, '9-9-9-9') }, { headers })
    expect(beyond.error?.message).toContain('not an id that the stream of the agent fixer sent')
    const own = await app.post('/api/bus/messages/ack', { upTo: eventId(fixer, '0-0-2-0') }, { headers })
    expect(own.data).toEqual({ acknowledged: 2 })
  })

  test('shows a changed message without its text, and marks it failed', async () => {
    const app = await make()
    const { url } = await serve(app)
    const fixer = await makeAgent(app, 'fixer')
    const [message] = await send(app, fixer, ['Pay 10'])
    await app.store.write((db) =>
      db
        .updateTable('bus_message')
        .set({ payload: 'Pay 10000' })
        .where('id', '=', message?.id ?? 0)
        .execute(),
    )
    const stream = await openStream(url, app.key)
    const [event] = await stream.take(1)
    expect(event).toMatchObject({ event: 'unverifiable', data: { verified: false } })
    expect(event?.data).not.toHaveProperty('message')
    expect(stream.text()).not.toContain('Pay')
    expect(await statusOf(app, message?.public_id ?? '')).toBe('failed')
  })

  test('omits expired messages', async () => {
    const app = await make()
    const { url } = await serve(app)
    const fixer = await makeAgent(app, 'fixer')
    await send(app, fixer, ['expired'], { expiresAt: app.clock() + 1_000 })
    await send(app, fixer, ['valid'])
    app.advance(2_000)
    const stream = await openStream(url, app.key)
    expect(texts(await stream.take(1))).toEqual(['valid'])
  })
})

test('an id beyond the inbox, as after a restored backup, begins with what is pending', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  await send(app, fixer, ['1'])
  const stream = await openStream(url, app.key, { lastEventId: eventId(fixer, '9-9-9-9') })
  expect(texts(await stream.take(1))).toEqual(['1'])
  for (const lastEventId of ['1', '1-2-3', 'a-b-c-d', '-1-1-1-1', `${'9'.repeat(20)}-1-1-1`, 'x-1-1-1-1'])
    expect((await openStream(url, app.key, { lastEventId })).status).toBe(400)
})

test('all streams of an agent receive the same bytes', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(url, app.key)))
  await expect.poll(() => app.channels.live.counts().behind).toBe(0)
  await send(app, fixer, ['1', '2', '3'])
  const received = await Promise.all(streams.map((stream) => stream.take(3)))
  for (const each of received) expect(each).toEqual(received[0])
  expect(texts(received[0] ?? [])).toEqual(['1', '2', '3'])
})

test('a frame leaves the server in the turn that writes it', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  await makeAgent(app, 'fixer')
  for (let n = 0; n < 3; n++) await openStream(url, app.key)
  await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 3, behind: 0 })
  const beating = app.channels.live.beat()
  expect(app.channels.live.counts().queuedBytes).toBe(0)
  await beating
})

test('a stream begins behind an earlier answer of its connection', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const head = `Host: localhost\r\nAuthorization: Bearer ${app.key}\r\n\r\n`
  socket.write(`GET /api/whoami HTTP/1.1\r\n${head}GET /api/bus/stream HTTP/1.1\r\n${head}`)
  await expect.poll(() => text).toContain(': connected')
  await send(app, fixer, ['hello'])
  await expect.poll(() => text).toContain('"message":"hello"')
  expect(text.indexOf('"success":true')).toBeLessThan(text.indexOf('text/event-stream'))
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
})

test('the agent is known to be live while a stream is open', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const { id } = await makeAgent(app, 'fixer')
  const liveUntil = () =>
    app.store.read
      .selectFrom('agent')
      .select('live_until')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
      .then(({ live_until }) => live_until ?? 0)
  const stream = await openStream(url, app.key)
  await expect.poll(liveUntil).toBeGreaterThan(app.clock())
  stream.close()
  await expect.poll(liveUntil).toBeLessThanOrEqual(app.clock())
})

test('a client that does not read holds up nobody, and later receives everything in order', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  const fast = await openStream(url, app.key)
  // Its socket takes no bytes until the test resumes it.
  const slow = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  await once(slow, 'connect')
  slow.pause()
  slow.write(`GET /api/bus/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\n\r\n`)
  await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 2 })
  const count = 240
  const payload = 'x'.repeat(60_000)
  for (let n = 0; n < count; n += 20)
    await send(
      app,
      fixer,
      Array.from({ length: 20 }, (_, at) => `${n + at} ${payload}`),
    )
  const all = await fast.take(count)
  expect(all.map(({ data }) => data.sequence)).toEqual(Array.from({ length: count }, (_, n) => n + 1))
  // 14 MB were sent: the kernel takes some, and the server keeps little.
  await expect.poll(() => app.channels.live.counts().behind).toBe(1)
  expect(app.channels.live.counts().queuedBytes).toBeLessThan(1_000_000)
  let text = ''
  slow.setEncoding('utf8').on('data', (piece: string) => {
    text += piece.replace(/x{20,}/g, '')
  })
  slow.resume()
  await expect.poll(() => text.includes(`"sequence":${count},`), { timeout: 30_000 }).toBe(true)
  const sequences = [...text.matchAll(/"sequence":(\d+),/g)].map(([, sequence]) => Number(sequence))
  expect(sequences).toEqual(Array.from({ length: count }, (_, n) => n + 1))
  await send(app, fixer, ['live again'])
  await expect.poll(() => text.includes('live again')).toBe(true)
})

test('a client that never reads is ended with the reason', async () => {
  let now = 0
  const app = await makeApp({ liveTimer: () => now })
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  const slow = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  await once(slow, 'connect')
  slow.pause()
  slow.write(`GET /api/bus/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\n\r\n`)
  await expect.poll(() => app.channels.live.counts().streams).toBe(1)
  const payload = 'x'.repeat(60_000)
  for (let n = 0; n < 25; n++)
    await send(
      app,
      fixer,
      Array.from({ length: 20 }, () => payload),
    )
  // 30 MB were sent, more than the kernel takes.
  const beat = async () => {
    now += 61_000
    await app.channels.live.beat()
    return app.channels.live.counts()
  }
  await expect.poll(beat).toEqual({ streams: 0, behind: 0, queuedBytes: 0 })
  let end = ''
  slow.setEncoding('utf8').on('data', (piece: string) => {
    end = (end + piece).slice(-500)
  })
  slow.resume()
  await expect.poll(() => end).toContain('"reason":"too-slow"')
})

test('streams of a credential and of an organization are limited', async () => {
  const app = await makeApp({ busStreams: { credential: 2, organization: 3 } })
  const { url } = await serve(app)
  await makeAgent(app, 'fixer')
  const first = await openStream(url, app.key)
  await openStream(url, app.key)
  const refused = await openStream(url, app.key)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('5')
  first.close()
  // The server hears of the closed connection a moment later.
  let status = 429
  while (status === 429) status = (await openStream(url, app.key)).status
  expect(status).toBe(200)
})

test('streams end when the server does, and clients come back where they were', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  const stream = await openStream(url, app.key)
  await send(app, fixer, ['1'])
  const [event] = await stream.take(1)
  app.drain()
  expect(await stream.untilEnd()).toMatchObject([{ event: 'closing', data: { reason: 'restart' } }])
  expect(event?.id).toBe(eventId(fixer, '1-1-1-1'))
  const late = await openStream(url, app.key)
  expect(await late.untilEnd()).toMatchObject([{ event: 'closing', data: { reason: 'restart' } }])
})
