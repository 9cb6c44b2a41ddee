// @module-tag thorough
import { connect } from 'node:net'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'

const server = useServer()

const ZEROS = Buffer.alloc(200 * 1024 * 1024)
const BOMB = gzipSync(ZEROS)
const GZIP = gzipSync('{}')
const TWO = Buffer.from('{}')

interface Sent {
  headers: string[]
  body: Buffer
  /** The status at the two doors of uploads. */
  status: number
  /** The client closes its side after the body. */
  ends?: boolean
}

const encoded = (encoding: string, body: Buffer, status: number): Sent => ({
  headers: [`Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`],
  body,
  status,
})
const plain = (header: string, body: Buffer, status: number): Sent => ({ headers: [header], body, status })

const inChunks = (body: Buffer): Buffer => {
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += 4_096) {
    const piece = body.subarray(at, at + 4_096)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

const BODIES: Record<string, Sent> = {
  'a gzip of 200 MiB of zeros': encoded('gzip', BOMB, 413),
  'the same in zstd': encoded('zstd', zstdCompressSync(ZEROS), 413),
  'the same in chunks': {
    headers: ['Content-Encoding: gzip', 'Transfer-Encoding: chunked'],
    body: inChunks(BOMB),
    status: 413,
  },
  'a gzip of it again': encoded('gzip, gzip', gzipSync(BOMB), 400),
  'half a gzip': encoded('gzip', GZIP.subarray(0, 12), 400),
  'a gzip and more': encoded('gzip', Buffer.concat([GZIP, TWO]), 400),
  '20,000 empty gzips': encoded('gzip', Buffer.concat(Array(20_000).fill(gzipSync(''))), 400),
  'no gzip': encoded('gzip', TWO, 400),
  deflate: encoded('deflate', deflateSync('{}'), 400),
  'a length and chunks': {
    headers: ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    body: inChunks(TWO),
    status: 400,
  },
  'two lengths': { headers: ['Content-Length: 2', 'Content-Length: 5'], body: TWO, status: 400 },
  'a negative length': plain('Content-Length: -1', TWO, 400),
  'a length beyond all numbers': plain('Content-Length: 99999999999999999999', TWO, 400),
  'less than its length': { ...plain('Content-Length: 100', TWO, 400), ends: true },
  'more than its length': plain('Content-Length: 2', Buffer.from('{}GET /api/whoami HTTP/1.1\r\n\r\n'), 400),
  'a chunk without a size': plain('Transfer-Encoding: chunked', Buffer.from('zz\r\n{}\r\n0\r\n\r\n'), 400),
  'a chunk with a long extension': plain(
    'Transfer-Encoding: chunked',
    Buffer.from(`2;${'a'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`),
    400,
  ),
  'an unknown transfer': plain('Transfer-Encoding: x', TWO, 400),
  'a question before a long body': {
    headers: ['Expect: 100-continue', 'Content-Length: 999999999'],
    body: Buffer.alloc(0),
    status: 413,
  },
  'another expectation': { headers: ['Expect: 200-ok', 'Content-Length: 2'], body: TWO, status: 417 },
  'UTF-16': plain('Content-Length: 6', Buffer.from('\ufeff{}', 'utf16le'), 400),
}

/** The status line of the answer. */
const send = (door: string, type: string, { headers, body, ends = false }: Sent) =>
  new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => (answer += data))
    // The server closes what it does not read on.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
    const first = [`${door} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', `Content-Type: ${type}`]
    const head = [...first, `Authorization: Bearer ${server.apiKey}`, ...headers]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body)
    if (ends) socket.end()
  })

test.each(Object.entries(BODIES))('%s: refused at every door, and the server goes on', async (_, sent) => {
  for (const [door, type] of [
    ['POST /api/ingest', 'application/x-ndjson'],
    ['POST /api/test-results', 'application/json'],
  ] as const)
    expect([door, await send(door, type, sent)]).toEqual([
      door,
      expect.stringContaining(`HTTP/1.1 ${sent.status} `),
    ])
  for (const door of ['PUT /api/documents', 'POST /mcp', 'POST /api/bus/messages', 'POST /api/sign-in'])
    expect([door, await send(door, 'application/json', sent)]).toEqual([
      door,
      expect.stringMatching(/^HTTP\/1\.1 4\d\d /),
    ])
  expect(await server.get('/api/whoami')).toBeDefined()
})
