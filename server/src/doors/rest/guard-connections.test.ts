import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

/** A client that stays connected, regardless of the server. */
function stubborn(url: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Resolves when the server has closed its next connection. */
const closedBy = (server: Server) =>
  new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve()))
  })

const PIECE = new Uint8Array(64 * 1024)
const MOST_BYTES = 32 * 1024 * 1024

test('a client that never reads its answer is disconnected, and costs little memory', async () => {
  let bytes = 0
  const cancelled = Promise.withResolvers<void>()
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      bytes += PIECE.length
      controller.enqueue(PIECE)
    },
    cancel: () => cancelled.resolve(),
  })
  const address = { host: '127.0.0.1', port: 0 }
  const { server, url } = await listen(() => new Response(endless), address, { stalledMs: 200 })
  onTestFinished(() => void server.close())
  const closed = closedBy(server)
  stubborn(url).pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await Promise.all([closed, cancelled.promise])
  expect(bytes).toBeLessThan(MOST_BYTES)
})

test('a client that waits for a late answer stays connected', async () => {
  const answer = Promise.withResolvers<Response>()
  const address = { host: '127.0.0.1', port: 0 }
  const { server, url } = await listen(() => answer.promise, address, { stalledMs: 50 })
  onTestFinished(() => void server.close())
  const socket = stubborn(url)
  const told = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  const quiet = new Promise<void>((resolve) =>
    server.once('connection', (each: Socket) => each.on('timeout', resolve)),
  )
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await quiet
  answer.resolve(new Response('late'))
  expect(await told).toMatch(/^HTTP\/1.1 200/)
})

test('a body that does not arrive in time ends the connection, also if the client does not close it', async () => {
  const address = { host: '127.0.0.1', port: 0 }
  const { server, url } = await listen(
    async (request) => new Response(await request.text().catch(() => 'cut')),
    address,
    { requestMs: 200 },
  )
  onTestFinished(() => void server.close())
  const closed = closedBy(server)
  const socket = stubborn(url)
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
  await closed
  expect(text).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
})

test('a malformed request ends the connection, also if the client does not close it', async () => {
  const { server, url } = await listen(() => new Response('here'), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  const closed = closedBy(server)
  stubborn(url).write('nonsense\r\n\r\n')
  await closed
})
