import { createHash } from 'node:crypto'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { JournalLine } from '@svc/protocol'
import type { BenchServer } from '../bench-server.ts'
import { openOf } from '../made-run.ts'
import { send } from './neighbour.ts'

const MIB = 2 ** 20
/** Below `LIMITS.artifactBytes`. */
const TEXT_BYTES = 48 * MIB
/** With names as short as these, as many as the server reads. */
const ZIPPED_FILES = 19_000

interface Added {
  execution: string
  text: string
  zip: string
}

/** Stores a run with a text as large as an artifact may be, and an archive whose files inflate to as much. */
export async function addFiles(server: BenchServer): Promise<Added> {
  const open = openOf({ project: 'shop', build: 'files', startedAt: Date.now(), code: { branch: 'main' } })
  const line = 'a line of a log, as a server writes it at every request: 200 OK 12 ms\n'
  const text = Buffer.from(line.repeat(TEXT_BYTES / line.length))
  const zip = zipOf(text)
  const lines: JournalLine[] = [
    ['open', 1, open],
    ['group', 0, { file: 'a.test.ts', titles: [] }],
    [
      'attempt',
      0,
      'has files',
      'failed',
      0,
      1,
      {
        errors: [{ message: 'no' }],
        attachments: [
          { name: 'log', contentType: 'text/plain', sizeBytes: text.length },
          { name: 'trace', contentType: 'application/zip', sizeBytes: zip.length },
        ],
      },
    ],
    ['end', { status: 'failed', durationMs: 1 }],
  ]
  await server.ingest(gzipSync(lines.map((one) => `${JSON.stringify(one)}\n`).join('')))
  const declared = [text, zip].map((bytes, number) => ({
    entry: 0,
    number,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const { data } = await json<{ items: { id: string; state: string }[] }>(server, 'POST', '/api/artifacts', {
    journal: open.journal,
    items: declared,
  })
  for (const [at, bytes] of [text, zip].entries())
    if (data.items[at]?.state === 'send')
      await send(server, 'PUT', `/api/artifacts/${data.items[at]?.id}/upload`, bytes, {
        'content-type': 'application/octet-stream',
        'upload-offset': '0',
      })
  const { data: executions } = await json<{ id: string }[]>(server, 'GET', '/api/executions?build=files')
  return {
    execution: executions[0]?.id ?? '',
    text: data.items[0]?.id ?? '',
    zip: data.items[1]?.id ?? '',
  }
}

async function json<T>({ url, key }: BenchServer, method: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { data?: T }
  if (!answer.data) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer as { data: T }
}

/** An archive with one large file and many small ones. */
function zipOf(large: Buffer): Buffer {
  const small = Buffer.from('{"type":"event"}\n'.repeat(50))
  const files = Array.from({ length: ZIPPED_FILES }, (_, at) => ({
    name: Buffer.from(at === 0 ? 'f0.txt' : `${at.toString(36)}.md`),
    bytes: at === 0 ? large : small,
  }))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 1 })
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    // The same fields in both, 2 bytes later in the directory.
    for (const [target, at] of [
      [head, 4],
      [entry, 6],
    ] as const) {
      target.writeUInt16LE(20, at)
      target.writeUInt16LE(8, at + 4)
      target.writeUInt32LE(crc32(bytes), at + 10)
      target.writeUInt32LE(packed.length, at + 14)
      target.writeUInt32LE(bytes.length, at + 18)
      target.writeUInt16LE(name.length, at + 22)
    }
    entry.writeUInt32LE(offset, 42)
    parts.push(head, name, packed)
    directory.push(entry, name)
    offset += head.length + name.length + packed.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, all, end])
}
