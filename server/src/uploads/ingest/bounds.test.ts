import { gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { countRows } from '../../testing/count-rows.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { ndjson, passed, post, run, uploadOf } from '../../testing/upload.ts'
import { readUpload } from './process-upload.ts'

const MIB = 1024 * 1024

/** An open line and a group, whose number is 0. */
const head = () => ndjson(run({ results: [passed('a')], end: null }).slice(0, 2))
const attempt = (title: string, detail = '') => `["attempt",0,"${title}","passed",0,1${detail}]`
const many = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i))

const refusals: [name: string, body: () => string, code: string, message: string | RegExp][] = [
  [
    'more lines',
    () => head() + '\n'.repeat(MIB),
    'PAYLOAD_TOO_LARGE',
    /^The body: expected at most \d+ lines/,
  ],
  [
    'more entries',
    () => head() + many(LIMITS.bodyEntries + 1, (i) => attempt(`t${i}`)).join('\n'),
    'PAYLOAD_TOO_LARGE',
    `The body: expected at most ${LIMITS.bodyEntries} entries. Send the rest in further requests, with the header svc-from.`,
  ],
  [
    'more groups',
    () => head() + many(LIMITS.groups + 1, (i) => `["group",${i},{"file":"f","titles":[]}]`).join('\n'),
    'INVALID_REQUEST',
    /expected at most \d+ groups/,
  ],
  [
    'longer titles of a group',
    () => `${head()}["group",1,{"file":"f","titles":${JSON.stringify(many(5, () => 'x'.repeat(16_000)))}}]\n`,
    'PAYLOAD_TOO_LARGE',
    'line 3, group[2].titles: expected at most 65536 bytes of text together.',
  ],
  [
    'longer groups of its attempts in all',
    () => {
      const titles = JSON.stringify(many(4, () => 'x'.repeat(16_000)))
      return `${head()}["group",0,{"file":"f","titles":${titles}}]\n${many(1_100, (i) => attempt(`t${i}`)).join('\n')}`
    },
    'PAYLOAD_TOO_LARGE',
    'The body: expected at most 33554432 bytes of files, titles and variants of groups, counted for each attempt. Send fewer results at a time.',
  ],
  [
    'a longer line',
    () => `${head()}["warning","${'x'.repeat(LIMITS.lineBytes)}"]\n`,
    'PAYLOAD_TOO_LARGE',
    `line 3: expected at most ${LIMITS.lineBytes} bytes.`,
  ],
  [
    'more values in a line',
    () => head() + attempt('t', `,{"x":[${'0,'.repeat(LIMITS.lineValues)}0]}`),
    'PAYLOAD_TOO_LARGE',
    `line 3: expected at most ${LIMITS.lineValues} keys, items and brackets. Send less at a time.`,
  ],
  [
    'more values in all',
    () =>
      head() +
      many(6, (i) => attempt(`t${i}`, `,{"x":[${'0,'.repeat(LIMITS.lineValues - 20)}0]}`)).join('\n'),
    'PAYLOAD_TOO_LARGE',
    `The body: expected at most ${LIMITS.bodyValues} keys, items and brackets. Send less at a time.`,
  ],
  [
    'deeper brackets, which never close',
    () => '['.repeat(MIB),
    'INVALID_REQUEST',
    'line 1: expected brackets nested at most 64 deep.',
  ],
  [
    'more errors',
    () => {
      const twenty = `,{"errors":[${many(20, () => '{"message":"m"}').join(',')}]}`
      return head() + many(LIMITS.bodyErrors / 20 + 1, (i) => attempt(`t${i}`, twenty)).join('\n')
    },
    'PAYLOAD_TOO_LARGE',
    `The body: expected at most ${LIMITS.bodyErrors} errors and reasons. Send fewer results at a time.`,
  ],
  [
    'more different errors',
    () =>
      head() +
      many(LIMITS.bodyEntries / 10 + 1, (i) =>
        attempt(`t${i}`, `,{"errors":[${many(10, (k) => `{"message":"${i} ${k}"}`).join(',')}]}`),
      ).join('\n'),
    'PAYLOAD_TOO_LARGE',
    `The body: expected at most ${LIMITS.bodyEntries} different errors and reasons. Send fewer results at a time.`,
  ],
]

test.each(refusals)(
  'a journal of %s than it may have is refused while it is read',
  async (_, body, code, message) => {
    await expect(readUpload(uploadOf('journal', body()))).rejects.toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  },
)

test('a document with longer titles of a test than it may have is refused while it is read', async () => {
  const titles = many(5, () => 'x'.repeat(16_000))
  const body = JSON.stringify({ results: [{ file: 'f', titles, status: 'passed', durationMs: 1 }] })
  await expect(readUpload(uploadOf('document', body))).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: expect.stringContaining('titles: expected at most 65536 bytes of text together'),
  })
})

const documents: [name: string, body: () => string, code: string, message: string | RegExp][] = [
  [
    'more tests',
    () => `{"results":[${many(LIMITS.bodyEntries + 1, () => '{}').join(',')}]}`,
    'PAYLOAD_TOO_LARGE',
    /^results: expected at most \d+ tests with all their attempts\. .* "svc upload"/,
  ],
  [
    'more attempts of them',
    () => {
      const tried = `{"file":"a","titles":["t"],"attempts":[${many(100, () => '{"status":"passed"}').join(',')}]}`
      return `{"results":[${many(LIMITS.bodyEntries / 100 + 1, () => tried).join(',')}]}`
    },
    'PAYLOAD_TOO_LARGE',
    /^results: expected at most \d+ tests with all their attempts/,
  ],
  [
    'more tests of CTRF',
    () => `{"results":{"tool":{"name":"x"},"tests":[${many(LIMITS.bodyEntries + 1, () => '{}').join(',')}]}}`,
    'PAYLOAD_TOO_LARGE',
    /^results\.tests: expected at most/,
  ],
  [
    'a longer test',
    () => `{"results":[{"file":"${'x'.repeat(LIMITS.lineBytes)}"}]}`,
    'PAYLOAD_TOO_LARGE',
    `results[0]: expected at most ${LIMITS.lineBytes} bytes.`,
  ],
  [
    'more beside its tests',
    () => `{"id":"${'x'.repeat(LIMITS.lineBytes)}","results":[]}`,
    'PAYLOAD_TOO_LARGE',
    `body without its results: expected at most ${LIMITS.lineBytes} bytes.`,
  ],
  [
    'more keys',
    () => `{${many(LIMITS.lineValues / 2 + 1, (i) => `"${i}":1`).join(',')}}`,
    'PAYLOAD_TOO_LARGE',
    /^body: expected at most \d+ keys/,
  ],
  [
    'deeper brackets, which never close',
    () => `{"results":[${'['.repeat(MIB)}`,
    'INVALID_REQUEST',
    'body: expected brackets nested at most 64 deep.',
  ],
]

test.each(documents)(
  'a document of %s than it may have is refused while it is read',
  async (_, body, code, message) => {
    await expect(readUpload(uploadOf('document', body()))).rejects.toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  },
)

/** Over a megabyte, so that its tests are parsed some at a time. */
const padding = 'x'.repeat(1_000)
const large = (tests: string[], before = '') =>
  `{${before}"project":"shop", "results" : [ ${tests.join(' ,\n')} ] }`
const tests = (count: number) =>
  many(count, (i) => `{"file":"a[{\\"]","titles":["${padding}","t${i}"],"status":"passed"}`)

test('a large document says the same as the same in small', async () => {
  const read = await readUpload(
    uploadOf('document', large(tests(3_000), '"tags":["[","results"],"ci":{"provider":"}{"},')),
  )
  const { segment } = read
  expect(segment.entries).toHaveLength(3_001)
  expect(segment.entries[2_999]).toEqual(['attempt', 0, 't2999', 'passed', 0, 0])
  expect(segment.groups).toEqual(new Map([[0, { file: 'a[{"]', titles: [padding], variant: '' }]]))
  expect(segment.open).toMatchObject({ project: 'shop', tags: ['[', 'results'], ci: { provider: '}{' } })
  const ctrf = `{"results":{"tool":{"name":"x"},"tests":[${many(3_000, (i) => `{"name":"${padding}${i}","status":"passed"}`)}],"environment":{"appName":"shop"}},"reportFormat":"CTRF"}`
  const foreign = await readUpload(uploadOf('document', ctrf))
  expect(foreign.segment.entries).toHaveLength(3_001)
  expect(foreign.segment.open).toMatchObject({ project: 'shop', runner: { name: 'x' } })
})

test.each([
  [
    'a test that is none',
    large([...tests(2_000), '{"file":}']),
    /^results\[2000\]: expected JSON \(Unexpected token/,
  ],
  ['a comma too many', large([...tests(2_000), '']), /^results\[2000\]: expected JSON/],
  ['a bracket that is another', large([...tests(2_000), '{"file":"a"]']), /^results/],
  ['an end that is missing', large(tests(2_000)).slice(0, -9), /^results(\[1999\])?: expected/],
  [
    'two lists',
    large(tests(2_000), '"results":[],'),
    'results: expected one list of tests, and there are two.',
  ],
  ['what is not JSON beside its tests', large(tests(2_000), 'oops,'), /^body: expected a JSON document/],
  ['a wrong field', large([...tests(2_000), '{"file":1}']), 'results[2000].file: expected a string, not 1.'],
])('a large document with %s is refused with the place', async (_, body, message) => {
  await expect(readUpload(uploadOf('document', body))).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})

test('what is at its bound is taken', async () => {
  const deep = `${'['.repeat(60)}${']'.repeat(60)}`
  const lines = [
    ...many(LIMITS.bodyEntries - 2, (i) => attempt(`t${i}`)),
    attempt('deep', `,{"x":${deep}}`),
    `["warning","${'x'.repeat(LIMITS.messageBytes)}"]`,
  ]
  const { segment } = await readUpload(uploadOf('journal', head() + lines.join('\n')))
  expect(segment.entries).toHaveLength(LIMITS.bodyEntries)
})

test('a text across the pieces that are parsed in one go, with a mark of the byte order, is whole', async () => {
  const titles = many(4_000, (i) => `\u2603${i}`)
  const body = `\ufeff${head()}${titles.map((title) => attempt(title)).join('\n')}`
  const { segment } = await readUpload(uploadOf('journal', body))
  expect(segment.entries.map((entry) => entry[0] === 'attempt' && entry[2])).toEqual(titles)
})

const codings = (text: string) => [
  ['gzip', gzipSync(text)] as const,
  ['zstd', zstdCompressSync(text)] as const,
]

onEachDatabase('compressed bodies', (makeApp) => {
  const refused = async (app: TestApp, body: Uint8Array<ArrayBuffer>, encoding: string) =>
    (await post(app, body, { 'Content-Encoding': encoding })).error

  test('bombs of every kind are refused before they are read, and nothing of them is stored', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const over = { code: 'PAYLOAD_TOO_LARGE' }
    for (const [encoding, body] of codings('\n'.repeat(8 * MIB)))
      expect(await refused(app, new Uint8Array(body), encoding)).toMatchObject(over)
    // As many members as one likes: they are one text.
    const members = Buffer.concat(many(64, () => '').map(() => gzipSync('\n'.repeat(MIB))))
    expect(await refused(app, new Uint8Array(members), 'gzip')).toMatchObject(over)
    expect(
      await refused(
        app,
        new Uint8Array(Buffer.concat(many(2_000, () => '').map(() => gzipSync('')))),
        'gzip',
      ),
    ).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'line 1: expected the "open" line; the body is empty.',
    })
    // A frame that asks for a window of 64 MiB to be remembered.
    const window = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x80, 0x01, 0x00, 0x00])
    expect(await refused(app, new Uint8Array(window), 'zstd')).toMatchObject({
      ...over,
      message: expect.stringMatching(/window of more than 8388608 bytes/),
    })
    // The end of gzip data may say anything of its length.
    const lying = gzipSync('[]')
    lying.writeUInt32LE(0xffff_fff0, lying.length - 4)
    expect(await refused(app, new Uint8Array(lying), 'gzip')).toMatchObject({ code: 'INVALID_REQUEST' })
    expect(await countRows(app)).toEqual(before)
  })

  test('one line of members is taken like any other', async () => {
    const app = await makeApp()
    const lines = ndjson(run({ results: [passed('a')] })).split(/(?<=\n)/)
    const body = Buffer.concat(lines.map((line) => gzipSync(line)))
    expect((await post(app, new Uint8Array(body), { 'Content-Encoding': 'gzip' })).status).toBe(200)
  })
})
