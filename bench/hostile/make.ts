import { randomUUID } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'

/** An expensive body, and its destination. */
export interface Shape {
  path: string
  headers: Record<string, string>
  body: Buffer
  /** Decompressed. */
  bytes: number
}

type Coding = 'gzip' | 'zstd' | 'identity'

/** What a shape may repeat, beside what every body has. */
export const ROOM = LIMITS.segmentBytes - 64 * 1024

/** What one line may have, less than its bound by what every line has. */
export const LINE_VALUES = LIMITS.lineValues - 100

export const GROUP = '["group",0,{"file":"a.test.ts","titles":[]}]'

export const openLine = (more: object = {}) =>
  JSON.stringify([
    'open',
    1,
    {
      journal: randomUUID(),
      project: 'hostile',
      suite: 'default',
      build: randomUUID(),
      runAttempt: 1,
      part: { job: 'test', package: '', config: '', leg: 'default' },
      trust: 'ci',
      code: { branch: 'main' },
      runner: { name: 'vitest' },
      client: { name: '@svc/vitest', version: '0.1.0' },
      root: 'git',
      startedAt: Date.now(),
      ...more,
    },
  ])

/** A journal of an open line, a group and this. */
export const journal = (text: string | Buffer, coding?: Coding): Shape => {
  const head = Buffer.from(`${openLine()}\n${GROUP}\n`)
  return bareJournal(Buffer.concat([head, Buffer.from(text as string)]), coding)
}

export const bareJournal = (text: string | Buffer, coding?: Coding): Shape =>
  shape('/api/ingest', 'application/x-ndjson', text, coding)

export const document = (text: string | Buffer, coding?: Coding): Shape =>
  shape('/api/test-results', 'application/json', text, coding)

/** Sent uncompressed if compression would exceed the bound of the ratio, which is a shape of its own. */
function shape(path: string, type: string, text: string | Buffer, coding?: Coding): Shape {
  const plain = Buffer.isBuffer(text) ? text : Buffer.from(text)
  const zipped = coding === 'zstd' ? zstdCompressSync(plain) : gzipSync(plain, { level: 1 })
  const isPlain =
    coding === 'identity' || (coding === undefined && plain.length > zipped.length * LIMITS.inflationRatio)
  return {
    path,
    headers: { 'content-type': type, ...(!isPlain && { 'content-encoding': coding ?? 'gzip' }) },
    body: isPlain ? plain : zipped,
    bytes: plain.length,
  }
}

interface Bounds {
  /** How many. */
  most?: number
  /** How many bytes in all. */
  room?: number
}

/** As many as there is room for, with something between them. */
function many(make: (i: number) => string, between: string, { most, room = ROOM }: Bounds = {}): string {
  const made: string[] = []
  let bytes = 0
  for (let i = 0; i < (most ?? Number.POSITIVE_INFINITY); i++) {
    const one = make(i)
    bytes += Buffer.byteLength(one) + between.length
    if (bytes > room) break
    made.push(one)
  }
  return made.join(between)
}

export const lines = (make: (i: number) => string, bounds?: Bounds) => many(make, '\n', bounds)
export const items = (make: (i: number) => string, bounds?: Bounds) => many(make, ',', bounds)

/** As many entries as a body may have. */
export const ENTRIES = { most: LIMITS.bodyEntries }

export const attempt = (i: number, detail?: object | string) => {
  const more = detail === undefined ? '' : `,${typeof detail === 'string' ? detail : JSON.stringify(detail)}`
  return `["attempt",0,"t${i}","${detail === undefined ? 'passed' : 'failed'}",${i},1${more}]`
}

export const withError = (i: number, failure: object) => attempt(i, { errors: [failure] })

/** Text of a length that no two numbers share, and that compression does not halve at once. */
export function words(i: number, length: number): string {
  let text = `${i} `
  for (let seed = i + 1; text.length < length; ) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    text += `${seed.toString(36)} `
  }
  return text.slice(0, length)
}

/** A piece of text again and again, with a number before it. */
export const again = (i: number, piece: string, length: number) =>
  `${i} ${piece.repeat(Math.ceil(length / piece.length))}`.slice(0, length)
