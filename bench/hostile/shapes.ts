import { randomUUID } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'

/** A body that asks for much, and where it goes. */
export interface Shape {
  name: string
  path: string
  headers: Record<string, string>
  body: Buffer
  /** Decompressed. */
  bytes: number
}

/** What is left of a body's bound for what a shape repeats. */
const ROOM = LIMITS.segmentBytes - 64 * 1024
const MIB = 2 ** 20

const journalOf = (text: string) => [openLine(), ...(text === '' ? [] : [text])].join('\n')

const openLine = (more: object = {}) =>
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

const GROUP = '["group",0,{"file":"a.test.ts","titles":[]}]'

type Coding = 'gzip' | 'zstd' | 'identity'

/** A body with little repetition goes as it is, as a client would send it: the bound of the ratio is another shape's. */
function encoded(text: string | Buffer, coding?: Coding): { body: Buffer; coding: Coding } {
  const plain = Buffer.isBuffer(text) ? text : Buffer.from(text)
  const wanted = coding ?? 'gzip'
  if (wanted === 'identity') return { body: plain, coding: wanted }
  if (wanted === 'zstd') return { body: zstdCompressSync(plain), coding: wanted }
  const body = gzipSync(plain, { level: 1 })
  const isRefused = coding === undefined && plain.length > body.length * LIMITS.inflationRatio
  return isRefused ? { body: plain, coding: 'identity' } : { body, coding: wanted }
}

function shape(name: string, path: string, type: string, text: string | Buffer, coding?: Coding): Shape {
  const made = encoded(text, coding)
  const headers: Record<string, string> = { 'content-type': type }
  if (made.coding !== 'identity') headers['content-encoding'] = made.coding
  return { name, path, headers, body: made.body, bytes: Buffer.byteLength(text) }
}

const journal = (name: string, text: string | Buffer, coding?: Coding) =>
  shape(name, '/api/ingest', 'application/x-ndjson', text, coding)
const document = (name: string, text: string | Buffer, coding?: Coding) =>
  shape(name, '/api/test-results', 'application/json', text, coding)

/** Lines until a bound of bytes or of lines is reached. */
function lines(make: (i: number) => string, most = Number.POSITIVE_INFINITY, room = ROOM): string {
  const made: string[] = []
  let bytes = 0
  for (let i = 0; i < most; i++) {
    const line = make(i)
    bytes += Buffer.byteLength(line) + 1
    if (bytes > room) break
    made.push(line)
  }
  return made.join('\n')
}

const items = (make: (i: number) => string, most?: number, room?: number) =>
  lines(make, most, room).replaceAll('\n', ',')

const attempt = (i: number, detail?: string) =>
  `["attempt",0,"t${i}","${detail ? 'failed' : 'passed'}",${i},1${detail ? `,${detail}` : ''}]`
const withError = (i: number, failure: object) => attempt(i, JSON.stringify({ errors: [failure] }))

/** Text of a length that no two numbers share, and that compression does not halve at once. */
export const words = (i: number, length: number): string => {
  let text = `${i} `
  for (let seed = i + 1; text.length < length; ) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    text += `${seed.toString(36)} `
  }
  return text.slice(0, length)
}

const journalShapes: Record<string, () => Shape> = {
  newlines: () => journal('newlines', journalOf('\n'.repeat(ROOM)), 'identity'),
  'newlines, gzip': () => journal('newlines, gzip', journalOf('\n'.repeat(ROOM)), 'gzip'),
  'newlines, zstd': () => journal('newlines, zstd', journalOf('\n'.repeat(ROOM)), 'zstd'),
  'spaces and newlines': () => journal('spaces and newlines', journalOf(' \n'.repeat(ROOM / 2)), 'identity'),
  'lines of {}': () => journal('lines of {}', journalOf('{}\n'.repeat(ROOM / 3)), 'identity'),
  'lines of []': () => journal('lines of []', journalOf('[]\n'.repeat(ROOM / 3)), 'identity'),
  'open brackets': () => journal('open brackets', '['.repeat(ROOM), 'identity'),
  'deep and closed': () =>
    journal('deep and closed', journalOf('['.repeat(ROOM / 2) + ']'.repeat(ROOM / 2)), 'identity'),
  'open lines': () => {
    const line = openLine()
    return journal(
      'open lines',
      lines(() => line),
    )
  },
  groups: () => journal('groups', journalOf(lines((i) => `["group",${i},{"file":"f${i}","titles":["a"]}]`))),
  'one group again and again': () => journal('one group again and again', journalOf(lines(() => GROUP))),
  warnings: () => journal('warnings', journalOf(lines((i) => `["warning","w${i}"]`))),
  'long warnings': () =>
    journal('long warnings', journalOf(lines((i) => `["warning","${words(i, 16_000)}"]`))),
  ends: () => journal('ends', journalOf(lines(() => '["end",{"status":"passed","durationMs":1}]'))),
  errors: () =>
    journal('errors', journalOf(lines((i) => `["error",{"failure":{"message":"${i.toString(36)}"}}]`))),
  'passes of one test': () =>
    journal(
      'passes of one test',
      journalOf(`${GROUP}\n${lines((i) => `["attempt",0,"t","passed",${i},1]`)}`),
    ),
  passes: () => journal('passes', journalOf(`${GROUP}\n${lines((i) => attempt(i))}`)),
  '200,000 passes': () =>
    journal('200,000 passes', journalOf(`${GROUP}\n${lines((i) => attempt(i), 200_000)}`)),
  'most passes': () =>
    journal('most passes', journalOf(`${GROUP}\n${lines((i) => attempt(i), MOST_ENTRIES - 2)}`)),
  'a file and a group each': () =>
    journal(
      'a file and a group each',
      journalOf(
        lines(
          (i) =>
            `["group",${i},{"file":"${words(i, 180)}","titles":["a${i}"],"variant":"v${i}"}]\n["attempt",${i},"t","passed",0,1]`,
          MOST_ENTRIES - 2,
        ),
      ),
    ),
  '100 attempts each': () =>
    journal(
      '100 attempts each',
      journalOf(
        `${GROUP}\n${lines((i) => `["attempt",0,"t${Math.floor(i / 100)}","failed",${i},1]`, MOST_ENTRIES - 2)}`,
      ),
    ),
  'skip reasons': () =>
    journal(
      'skip reasons',
      journalOf(
        `${GROUP}\n${lines((i) => `["attempt",0,"t${i}","skipped",0,0,{"skip":{"kind":"skip","reason":"${words(i, 500)}"}}]`, MOST_ENTRIES - 2)}`,
      ),
    ),
  'an error each': () =>
    journal(
      'an error each',
      journalOf(`${GROUP}\n${lines((i) => withError(i, { message: words(i, 100) }), MOST_ENTRIES - 2)}`),
    ),
  '20 errors each': () =>
    journal(
      '20 errors each',
      journalOf(
        `${GROUP}\n${lines((i) => attempt(i, `{"errors":[${Array.from({ length: 20 }, (_, k) => `{"message":"${(i * 20 + k).toString(36)}"}`).join(',')}]}`), MOST_ENTRIES - 2)}`,
      ),
    ),
  '16 KiB messages': () =>
    journal(
      '16 KiB messages',
      journalOf(`${GROUP}\n${lines((i) => withError(i, { message: words(i, 16_000) }))}`),
    ),
  '4 KiB messages': () =>
    journal(
      '4 KiB messages',
      journalOf(`${GROUP}\n${lines((i) => withError(i, { message: words(i, 4_000) }))}`),
    ),
  'nested causes': () =>
    journal('nested causes', journalOf(`${GROUP}\n${lines((i) => withError(i, caused(i, 8)))}`)),
  'stacks of many lines': () =>
    journal(
      'stacks of many lines',
      journalOf(
        `${GROUP}\n${lines((i) => withError(i, { message: `${i}`, stack: 'at a (b)\n'.repeat(3_600) }))}`,
      ),
    ),
  steps: () =>
    journal(
      'steps',
      journalOf(
        `${GROUP}\n${lines((i) => attempt(i, `{"steps":[${Array.from({ length: 500 }, (_, k) => `{"title":"${k}","durationMs":1}`).join(',')}]}`))}`,
      ),
    ),
  'an unknown field of {}': () => journal('an unknown field of {}', unknownField('{}')),
  'an unknown field of []': () => journal('an unknown field of []', unknownField('[]')),
  'an unknown field of numbers': () => journal('an unknown field of numbers', unknownField('1')),
  'an unknown field of many keys': () =>
    journal(
      'an unknown field of many keys',
      journalOf(
        `${GROUP}\n${attempt(1, `{"x":{${items((i) => `"${i.toString(36)}":1`, undefined, ROOM / 2)}}}`)}`,
      ),
    ),
  'one key many times': () =>
    journal(
      'one key many times',
      journalOf(`${GROUP}\n${attempt(1, `{"x":{${items(() => '"a":1', undefined, ROOM / 2)}}}`)}`),
    ),
  __proto__: () =>
    journal(
      '__proto__',
      journalOf(`${GROUP}\n${attempt(1, `{"x":${'{"__proto__":'.repeat(50)}1${'}'.repeat(50)}}`)}`),
    ),
  'a number of millions of digits': () =>
    journal(
      'a number of millions of digits',
      journalOf(`${GROUP}\n["attempt",0,"t","passed",0,${'1'.repeat(ROOM / 2)}]`),
      'identity',
    ),
  'escapes in one text': () =>
    journal(
      'escapes in one text',
      journalOf(`${GROUP}\n["attempt",0,"${'\\u0000'.repeat(ROOM / 7)}","passed",0,1]`),
      'identity',
    ),
  'escapes in many': () =>
    journal(
      'escapes in many',
      journalOf(`${GROUP}\n${lines((i) => `["attempt",0,"t${i}${'\\u0000'.repeat(2_000)}","passed",0,1]`)}`),
    ),
  'one message of all': () =>
    journal(
      'one message of all',
      journalOf(`${GROUP}\n${attempt(1, `{"errors":[{"message":"${'a'.repeat(ROOM / 2)}"}]}`)}`),
      'identity',
    ),
  'two-byte text': () =>
    journal(
      'two-byte text',
      journalOf(`${GROUP}\n${lines((i) => withError(i, { message: `\u2603${words(i, 15_000)}` }))}`),
    ),
  'not UTF-8 at the end': () =>
    journal(
      'not UTF-8 at the end',
      Buffer.concat([
        Buffer.from(journalOf(`${GROUP}\n${lines((i) => attempt(i), undefined, ROOM - 10)}`)),
        Buffer.from([0xff]),
      ]),
    ),
  'a line too much at the end': () =>
    journal(
      'a line too much at the end',
      journalOf(`${GROUP}\n${lines((i) => attempt(i), MOST_ENTRIES - 10)}\n{`),
    ),
  'CODEOWNERS of stars': () =>
    journal(
      'CODEOWNERS of stars',
      `${openLine({ codeowners: { path: 'CODEOWNERS', text: '*a*b*c* @x\n'.repeat((3 * MIB) / 11) } })}\n`,
    ),
}

const MOST_ENTRIES = (LIMITS as { bodyEntries?: number }).bodyEntries ?? 200_000

const unknownField = (item: string) =>
  journalOf(`${GROUP}\n${attempt(1, `{"x":[${`${item},`.repeat(ROOM / 2 / (item.length + 1))}0]}`)}`)

const caused = (i: number, depth: number): object =>
  depth === 0 ? { message: words(i, 60) } : { message: words(i * depth, 60), cause: caused(i, depth - 1) }

const bomb = () => {
  const member = gzipSync(Buffer.alloc(ROOM / 8))
  return Buffer.concat(Array.from({ length: 4_000 }, () => member))
}

const documentShapes: Record<string, () => Shape> = {
  'document of [': () => document('document of [', '['.repeat(ROOM), 'identity'),
  'document of {}': () => document('document of {}', `{"results":[${'{},'.repeat(ROOM / 3)}{}]}`),
  'document, unknown field': () =>
    document('document, unknown field', `{"x":[${'{},'.repeat(ROOM / 3)}{}],"results":[]}`),
  'document of spaces': () => document('document of spaces', ' '.repeat(ROOM), 'identity'),
  'document of many keys': () =>
    document('document of many keys', `{${items((i) => `"${i.toString(36)}":1`)}}`),
  'document, many results': () =>
    document(
      'document, many results',
      `{"project":"hostile","results":[${items((i) => `{"file":"a","titles":["${i}"],"status":"passed"}`)}]}`,
    ),
  'document, most results': () =>
    document(
      'document, most results',
      `{"project":"hostile","results":[${items((i) => `{"file":"${words(i, 100)}","titles":["a","${i}"],"status":"passed"}`, MOST_ENTRIES - 2)}]}`,
    ),
  'document, 100 attempts each': () =>
    document(
      'document, 100 attempts each',
      `{"project":"hostile","results":[${items((i) => `{"file":"a","titles":["${i}"],"attempts":[${'{"status":"passed"},'.repeat(99)}{"status":"passed"}]}`)}]}`,
    ),
  'document, an error each': () =>
    document(
      'document, an error each',
      `{"project":"hostile","results":[${items((i) => `{"file":"a","titles":["${i}"],"status":"failed","errors":[{"message":"${words(i, 300)}"}]}`, MOST_ENTRIES - 2)}]}`,
    ),
  'CTRF, most tests': () =>
    document(
      'CTRF, most tests',
      ctrf(
        items(
          (i) => `{"name":"${i}","status":"passed","duration":1,"filePath":"${words(i, 100)}"}`,
          MOST_ENTRIES - 2,
        ),
      ),
    ),
  'CTRF, suites of many': () =>
    document(
      'CTRF, suites of many',
      ctrf(items((i) => `{"name":"${i}","status":"passed","duration":1,"suite":"${'> '.repeat(400)}"}`)),
    ),
  'CTRF, one suite of all': () =>
    document(
      'CTRF, one suite of all',
      ctrf(`{"name":"a","status":"passed","duration":1,"suite":"${' > '.repeat(ROOM / 6)}"}`),
      'identity',
    ),
  'CTRF, a message of all': () =>
    document(
      'CTRF, a message of all',
      ctrf(`{"name":"a","status":"failed","duration":1,"message":"${'a'.repeat(ROOM - 300)}"}`),
      'identity',
    ),
  'CTRF, messages with U+0000': () =>
    document(
      'CTRF, messages with U+0000',
      ctrf(
        items(
          (i) => `{"name":"${i}","status":"failed","duration":1,"message":"${'\\u0000'.repeat(100_000)}"}`,
        ),
      ),
    ),
  'CTRF, output of many lines': () =>
    document(
      'CTRF, output of many lines',
      ctrf(
        items((i) => `{"name":"${i}","status":"failed","duration":1,"stdout":[${'"",'.repeat(99_000)}""]}`),
      ),
    ),
  'CTRF, 100 attempts each': () =>
    document(
      'CTRF, 100 attempts each',
      ctrf(
        items(
          (i) =>
            `{"name":"${i}","status":"failed","duration":1,"retryAttempts":[${'{"status":"failed","attempt":1},'.repeat(98)}{"status":"failed"}]}`,
        ),
      ),
    ),
  'CTRF, environment': () =>
    document(
      'CTRF, environment',
      `{"results":{"tool":{"name":"x"},"environment":{${items((i) => `"${i.toString(36)}":1`)}},"tests":[]}}`,
    ),
  'gzip bomb of members': () => {
    const body = bomb()
    return {
      ...document('gzip bomb of members', '', 'identity'),
      body,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      bytes: ROOM,
    }
  },
}

const ctrf = (tests: string) =>
  `{"reportFormat":"CTRF","results":{"tool":{"name":"x"},"environment":{"appName":"hostile"},"tests":[${tests}]}}`

/** A normal upload of about the same size: 20,000 tests with errors as long as that takes. */
export const normal = (bytes: number): Shape => {
  const length = Math.max(10, Math.floor(bytes / 20_000) - 150)
  return journal(
    'normal',
    journalOf(
      `${GROUP}\n${lines((i) => withError(i, { name: 'Error', message: words(i, Math.min(length, 2_000)), stack: words(i, Math.max(0, length - 2_000)) }), 20_000, bytes)}`,
    ),
  )
}

export const SHAPES: Record<string, () => Shape> = { ...journalShapes, ...documentShapes }
