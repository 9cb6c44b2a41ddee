import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type BlockReader, blocksOf, type Pace } from './block-reader.ts'

const NEVER: Pace = { windowMs: 60_000, leastBytes: 1 }
const CHUNKED = 'Transfer-Encoding: chunked'

/** A reader of a request on a socket, which sends what it is given. */
async function receive(header: string, pace = NEVER) {
  const { promise: came, resolve: take } = Promise.withResolvers<[IncomingMessage, BlockReader]>()
  const server = createServer((request) => take([request, blocksOf(request, pace)]))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const socket: Socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`)
  const [incoming, blocks] = await came
  return { socket, incoming, blocks, send: (text: string | Uint8Array) => void socket.write(text) }
}

const all = async (blocks: BlockReader) => {
  const read: Uint8Array[] = []
  for (let block = await blocks.next(); block; block = await blocks.next()) read.push(block)
  return read
}

/** Bytes as chunks of HTTP, each of so many. */
const inChunks = (bytes: Uint8Array, size: number) => {
  const chunks: Uint8Array[] = []
  for (let index = 0; index < bytes.length; index += size) {
    const chunk = bytes.subarray(index, index + size)
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}

const counting = (size: number) => Buffer.from(Array.from({ length: size }, (_, i) => i % 251))

test('chunks of one byte come as one block', async () => {
  const { blocks, send } = await receive(CHUNKED)
  const bytes = counting(16_000)
  send(inChunks(bytes, 1))
  const read = await all(blocks)
  expect(read.map(({ length }) => length)).toEqual([bytes.length])
  expect(Buffer.concat(read)).toEqual(bytes)
})

test.each([1_000, 16_384, 70_000, 300_000])('chunks of %i bytes come whole and in order', async (size) => {
  const { blocks, send } = await receive(CHUNKED)
  const bytes = counting(700_001)
  send(inChunks(bytes, size))
  const read = await all(blocks)
  expect(Buffer.concat(read)).toEqual(bytes)
  expect(read.length).toBeLessThan(700_001 / 8_192)
  expect(Math.max(...read.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024)
})

test('a body that nobody reads yet is kept as few blocks, and held back', async () => {
  const { incoming, blocks, send } = await receive(CHUNKED)
  const bytes = counting(400_000)
  const paused = new Promise((resolve) => incoming.once('pause', resolve))
  send(inChunks(bytes, 64))
  await paused
  expect(incoming.readableLength).toBeLessThanOrEqual(64 * 1024)
  expect(Buffer.concat(await all(blocks))).toEqual(bytes)
})

test('a body in too many chunks is refused on the way, larger chunks are taken', async () => {
  const tiny = await receive(CHUNKED)
  tiny.send(inChunks(counting(100_000), 1))
  await expect(all(tiny.blocks)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/came in 16\d{3} chunks\. Send chunks of 64 bytes or more/),
  })
  const small = await receive(CHUNKED)
  small.send(inChunks(counting(100_000), 8))
  expect(Buffer.concat(await all(small.blocks))).toEqual(counting(100_000))
})

test('a sender that falls silent is given up; what is not asked for is not missed', async () => {
  const { blocks, send } = await receive('Content-Length: 70000', { windowMs: 20, leastBytes: 1 })
  send(counting(65_536))
  expect((await blocks.next())?.length).toBeGreaterThan(0)
  await expect(all(blocks)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^Only 0 bytes of the body arrived in 0.02 s/),
    facts: { retryAfterSeconds: 1 },
  })
})

test('what came before the connection ended is read, then the reason', async () => {
  const { socket, blocks, send } = await receive('Content-Length: 1000')
  const first = blocks.next()
  send('abc')
  socket.end()
  expect(String(await first)).toBe('abc')
  await expect(blocks.next()).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'The connection ended before the body was complete. Send it again.',
  })
})

test('what is stopped keeps nothing, and its connection is read on', async () => {
  const { incoming, blocks, send } = await receive(CHUNKED)
  blocks.stop()
  incoming.resume()
  const ended = new Promise((resolve) => incoming.once('end', resolve))
  send(inChunks(counting(300_000), 1_000))
  await ended
  await expect(blocks.next()).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})
