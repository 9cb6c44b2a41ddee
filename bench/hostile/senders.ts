import { connect } from 'node:net'
import { LIMITS } from '@svc/protocol'
import type { BenchServer } from '../bench-server.ts'
import { journal, ROOM, type Shape } from './make.ts'

/** A body that costs by the way it is sent. */
export interface SentShape extends Shape {
  /** Sends it, and returns the status of the answer. */
  send(server: BenchServer): Promise<number>
}

const LINE = `${' '.repeat(1_023)}\n`

/** A journal of blanks in chunks of so many bytes. */
const inChunks = (chunkBytes: number, bytes: number) => (): SentShape => {
  const shape = journal(LINE.repeat(Math.floor(bytes / LINE.length)), 'identity')
  return { ...shape, send: (server) => sendInChunks(server, shape, chunkBytes) }
}

export const SENDERS: Record<string, () => SentShape> = {
  'chunks of 1 byte': inChunks(1, 2 * 2 ** 20),
  'chunks of 8 bytes': inChunks(8, ROOM),
  'chunks of 64 bytes': inChunks(64, ROOM),
  'chunks of 1 KiB': inChunks(1_024, ROOM),
  'chunks of 64 KiB': inChunks(65_536, LIMITS.segmentBytes - 64 * 1024),
}

/** By hand: a client of Node's would put small chunks together, or refuse to send after the answer. */
function sendInChunks({ url, key }: BenchServer, { path, headers, body }: Shape, chunkBytes: number) {
  const { hostname, port } = new URL(url)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Transfer-Encoding: chunked',
  ]
  return new Promise<number>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
      if (!status) return
      resolve(Number(status))
      socket.destroy()
    })
    // A refusal closes the connection while this still sends.
    socket.on('error', () => undefined)
    socket.on('close', () =>
      reject(new Error(`The server closed the connection without an answer: ${answer}`)),
    )
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    let at = 0
    const goOn = () => {
      while (at < body.length && !socket.destroyed) {
        const end = Math.min(body.length, at + Math.max(chunkBytes, 16_384))
        const chunks: Buffer[] = []
        for (; at < end; at += chunkBytes) {
          const chunk = body.subarray(at, at + chunkBytes)
          chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
        }
        if (!socket.write(Buffer.concat(chunks))) return void socket.once('drain', goOn)
      }
      if (!socket.destroyed) socket.write('0\r\n\r\n')
    }
    goOn()
  })
}
