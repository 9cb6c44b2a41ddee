import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { onTestFinished } from 'vitest'

/** Addresses of a name, or null if there is no such name; a promise holds the answer back. */
type Zone = (name: string) => string[] | null | Promise<string[] | null>

/** A real name server on this machine. `until` waits until it was asked for a name. */
export async function openNameServer(zone: Zone) {
  const asked: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const socket = createSocket('udp4')
  socket.on('message', async (query, { port, address }) => {
    const name = nameOf(query)
    asked.push(name)
    for (const { count, resolve } of waiting) if (asked.length >= count) resolve()
    const addresses = await zone(name)
    if (isOpen) socket.send(answerTo(query, addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  let isOpen = true
  onTestFinished(() => {
    isOpen = false
    socket.close()
  })
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (asked.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}

const HEADER_BYTES = 12
const TYPES: Record<number, number> = { 4: 1, 6: 28 }
const NO_SUCH_NAME = 3

function nameOf(query: Buffer): string {
  const labels: string[] = []
  for (let at = HEADER_BYTES; query[at]; at += 1 + (query[at] ?? 0))
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  return labels.join('.').toLowerCase()
}

/** See RFC 1035, section 4. */
function answerTo(query: Buffer, addresses: string[] | null): Buffer {
  const questionEnd = query.indexOf(0, HEADER_BYTES) + 5
  const type = query.readUInt16BE(questionEnd - 4)
  const fitting = (addresses ?? []).filter((address) => TYPES[isIP(address)] === type)
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180 + (addresses ? 0 : NO_SUCH_NAME), 2)
  header.writeUInt16BE(fitting.length, 6)
  header.writeUInt32BE(0, 8)
  const records = fitting.map((address) => {
    const bytes = bytesOf(address)
    const record = Buffer.alloc(12)
    // A pointer to the name of the question.
    record.writeUInt16BE(0xc000 + HEADER_BYTES, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...records])
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const [before = '', after = ''] = address.split('::')
  const [head, tail] = [before, after].map((half) => half.split(':').filter(Boolean)) as [string[], string[]]
  const words = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  return Buffer.from(words.map((word) => word.padStart(4, '0')).join(''), 'hex')
}
