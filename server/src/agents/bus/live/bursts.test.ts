import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough, type Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { makeAgent, openStream, send } from '../../../testing/live.ts'
import { makeApp } from '../../../testing/make-app.ts'
import { serve } from '../../../testing/socket.ts'
import { notifyRecipients, sendMessages } from '../send.ts'
import { makeFeed } from './feed.ts'
import { openLiveChannels, readInboxOf } from './live-channels.ts'
import { marksAt } from './marks.ts'
import { makeSubscriber, type Subscriber } from './subscriber.ts'

const texts = (events: { data: { message?: string } }[]) => events.map(({ data }) => data.message)

test('messages of one transaction arrive urgent first, and a stream resumes after each of them', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  const stream = await openStream(url, app.key)
  await expect.poll(() => app.channels.live.counts().behind).toBe(0)
  // More than one write to a socket.
  const sent = Array.from({ length: 60 }, (_, i) => ({ text: `${i} `.padEnd(1_500, 'x'), priority: i % 4 }))
  const outgoing = sent.map(({ text, priority }) => ({
    ...{ from: null, to: fixer, payload: text, type: 'message' as const },
    priority: priority as 0 | 1 | 2 | 3,
  }))
  await app.store.write((db) => sendMessages(db, app.bus, outgoing, app.clock()))
  notifyRecipients(app.bus, outgoing)
  const events = await stream.take(60)
  const whole = [0, 1, 2, 3].flatMap((wanted) =>
    sent.filter(({ priority }) => priority === wanted).map(({ text }) => text),
  )
  expect(texts(events)).toEqual(whole)
  for (const at of [0, 10, 31, 58]) {
    const rest = whole.slice(at + 1)
    const lastEventId = events[at]?.id ?? ''
    const resumed = await openStream(url, app.key, { lastEventId })
    expect(texts(await resumed.take(rest.length))).toEqual(rest)
    resumed.close()
  }
})

test('a message that comes while a stream opens does not wait for the next look at all inboxes', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  const failed = (error: unknown) => expect.unreachable(String(error))
  // With a timer that stands still, nobody looks at all inboxes.
  const channels = openLiveChannels({
    bus: app.bus,
    clock: app.clock,
    log: failed,
    isKnown: () => false,
    timer: () => 0,
  })
  onTestFinished(() => channels.close())
  // Its notice came when nobody watched.
  const message = { from: null, to: fixer, payload: 'between', type: 'message', priority: 2 } as const
  await app.store.write((db) => sendMessages(db, app.bus, [message], app.clock()))
  const out = new PassThrough()
  channels.live.open(
    { id: fixer.id, publicId: fixer.public_id, sequence: fixer.sequence },
    {
      out,
      credential: 'key:1',
      endsAt: () => null,
      check: async () => null,
      marks: marksAt(0),
      isFresh: true,
    },
  )
  let text = ''
  while (!text.includes('between')) {
    const [piece] = await once(out, 'data')
    text += String(piece)
  }
})

test('a burst larger than the queue of a stream is read once for all streams', async () => {
  const app = await makeApp()
  const fixer = await makeAgent(app, 'fixer')
  const inbox = readInboxOf(app.bus, fixer.id, app.clock)
  let ownReads = 0
  const feed = makeFeed({
    agentId: fixer.public_id,
    inbox: {
      between: inbox.between,
      beyond(...asked) {
        ownReads++
        return inbox.beyond(...asked)
      },
    },
    head: 0,
    failed: (error) => expect.unreachable(String(error)),
  })
  const subscribers: Subscriber[] = []
  const server = createServer((_request, response) => {
    response.removeHeader('Transfer-Encoding')
    response.writeHead(200)
    const out = response as unknown as Writable
    const parts = {
      out,
      credential: 'key:1',
      check: async () => null,
      endsAt: () => null,
      marks: marksAt(0),
      isFresh: true,
    }
    const subscriber = makeSubscriber(parts, () => performance.now())
    subscribers.push(subscriber)
    feed.add(subscriber, () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const received = Array.from({ length: 4 }, () => '')
  for (const at of received.keys()) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.setEncoding('utf8').on('data', (piece: string) => {
      received[at] += piece
    })
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  }
  await expect.poll(() => subscribers.filter(({ isLive }) => isLive)).toHaveLength(4)
  expect(ownReads).toBe(4)
  await send(
    app,
    fixer,
    Array.from({ length: 200 }, (_, i) => `${i} `.padEnd(700, 'x')),
  )
  feed.reaches(200)
  const counts = () => received.map((text) => text.split('event: message\n').length - 1)
  await expect.poll(counts).toEqual([200, 200, 200, 200])
  expect(ownReads).toBe(4)
})

test('a stream continues while the key of a sender is rotated, and with messages of both keys', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const [fixer, ada] = [await makeAgent(app, 'fixer'), await makeAgent(app, 'ada')]
  const stream = await openStream(url, app.key, { agent: 'fixer' })
  const keyIds: string[] = []
  for (const text of ['former', 'current', 'newest']) {
    const [row] = await send(app, fixer, [text], { from: ada })
    keyIds.push(row?.key_id ?? '')
    const [event] = await stream.take(1)
    expect(event).toMatchObject({ event: 'message', data: { message: text, verified: true } })
    const { status } = await app.post('/api/bus/agents/ada/keys', { overlapSeconds: 0 })
    expect(status).toBe(200)
  }
  expect(new Set(keyIds).size).toBe(3)
})

test('clients that vanish together leave nothing behind', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  const fixer = await makeAgent(app, 'fixer')
  const { port } = new URL(url)
  const request = `GET /api/bus/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\n\r\n`
  const sockets = Array.from({ length: 90 }, () => connect(Number(port), '127.0.0.1'))
  for (const socket of sockets) socket.resume().write(request)
  await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 90 })
  // Half of them in the middle of a burst.
  for (const socket of sockets.slice(45)) socket.resetAndDestroy()
  await send(
    app,
    fixer,
    Array.from({ length: 50 }, (_, i) => `${i}`),
  )
  for (const socket of sockets.slice(0, 45)) socket.resetAndDestroy()
  const left = { streams: 0, behind: 0, queuedBytes: 0 }
  await expect.poll(() => app.channels.live.counts()).toEqual(left)
  const next = await openStream(url, app.key)
  expect(await next.take(50)).toHaveLength(50)
})

test('streams that wait behind another one of their connection end with it and free their places', async () => {
  const app = await makeApp({ busStreams: { credential: 2, organization: 2 } })
  const { url, wire } = await serve(app)
  await makeAgent(app, 'fixer')
  const request = `GET /api/bus/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\n\r\n`
  const client = await wire()
  client.send(request + request)
  await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 2 })
  client.socket.resetAndDestroy()
  await expect.poll(() => app.channels.live.counts()).toMatchObject({ streams: 0 })
  for (const stream of [await openStream(url, app.key), await openStream(url, app.key)]) stream.close()
})
