import { randomBytes } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import {
  expectRefused,
  good,
  invalid,
  nested,
  type Refusal,
  withAttempt,
  withDetail,
  withOpen,
} from '../../testing/bad-journals.ts'
import { countRows } from '../../testing/count-rows.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { ndjson, post, run, segmentOf, send } from '../../testing/upload.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

const tooLarge = (message: RegExp | string): Refusal => ({ status: 413, code: 'PAYLOAD_TOO_LARGE', message })

onEachDatabase('bad journals', (makeApp) => {
  test('of bodies nothing is stored, and the answer says what is wrong with them', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const gzip = { 'Content-Encoding': 'gzip' }
    const zstd = { 'Content-Encoding': 'zstd' }
    const zeros = Buffer.alloc(2 * 1024 * 1024, 0x20)
    const large = Buffer.alloc(LIMITS.segmentBytes + 1, 0x20)
    const listed = `${JSON.stringify(['imports', { files: [], tests: 0, imports: [], open: [] }])}\n`
    const cases: [string | Uint8Array, Refusal, Record<string, string>?][] = [
      ['', invalid(/^The body is empty/)],
      ['\n', invalid('line 1: expected the "open" line; the body is empty.')],
      [`${good()}{"a":`, invalid(/^line 5: expected one JSON array, but the body ends in the middle/)],
      [`${good()}not json\n`, invalid(/^line 5: expected one JSON array \(.* at line 5 column \d+\)\.$/)],
      [
        good().replace('["end"', '["end",'),
        invalid(/^line 4: expected one JSON array \(.* at line 4 column \d+\)\.$/),
      ],
      [
        `${good()}["warning","a\nb"]\n`,
        invalid(/^line 5: expected one JSON array \(.* at line 5 column \d+\)\.$/),
      ],
      [`${good()}${good().split('\n')[0]}${good()}`, invalid(/^line 5: expected one JSON array/)],
      ['{"open":1}\n', invalid('line 1: expected a JSON array, not an object.')],
      ['[]\n', invalid('line 1: expected the "open" line first.')],
      [
        good().split('\n').slice(1).join('\n'),
        invalid('line 1: expected the "open" line first, not "group".'),
      ],
      [`${good()}${listed}${listed}`, invalid('line 6: expected one list of imports a part.')],
      [`${good()}${nested(LIMITS.nesting)}\n`, invalid(/^line 5: expected a line that begins with its kind/)],
      [
        `${good()}${nested(LIMITS.nesting + 1)}\n`,
        invalid('line 5: expected brackets nested at most 64 deep.'),
      ],
      [
        `${good()}["attempt",0,"t","passed",0,0,${nested(LIMITS.nesting - 1)}]\n`,
        invalid(/^line 5, attempt\[6\]: expected an object, not an array/),
      ],
      [
        `${good()}["warning",${nested(LIMITS.nesting - 1)}]\n`,
        invalid(/^line 5, warning: expected a string, not an array/),
      ],
      [Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), invalid('The body is not valid UTF-8.')],
      [gzipSync(good()).subarray(0, -12), invalid(/^The body is not complete gzip data/), gzip],
      [zstdCompressSync(good()).subarray(0, -6), invalid(/^The body is not complete zstd data/), zstd],
      [bytes(good()), invalid(/^The body is not complete gzip data/), gzip],
      [gzipSync(good()), invalid(/^The body is not complete zstd data/), zstd],
      [gzipSync(good()), invalid('The body is not valid UTF-8.')],
      [gzipSync(zeros), tooLarge(/^The body grows to more than 100 times its size/), gzip],
      [gzipSync(large), tooLarge(/^The decompressed body is over its limit of 16777216 bytes/), gzip],
      [zstdCompressSync(large), tooLarge(/^The decompressed body is over its limit/), zstd],
      [large, tooLarge(/^The body is over its limit of 16777216 bytes/)],
      [good(), invalid('Content-Encoding must be identity, gzip or zstd.'), { 'Content-Encoding': 'br' }],
      [
        good(),
        invalid(/^Content-Type must be application\/x-ndjson/),
        { 'Content-Type': 'application/json' },
      ],
      [good(), invalid(/^The header svc-from must be the number of the first entry/), { 'svc-from': '-1' }],
      [good(), invalid(/^The header svc-from must/), { 'svc-from': '1.5' }],
      [good(), invalid(/^The header svc-clock must be the client's clock/), { 'svc-clock': 'now' }],
    ]
    for (const [body, refusal, headers] of cases)
      await expectRefused(app, typeof body === 'string' ? body : new Uint8Array(body), refusal, headers)
    expect(await countRows(app)).toEqual(before)
  })

  test('what is over its limit is refused with the limit', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const long = (length: number) => 'ä'.repeat(length)
    const cases: [unknown[], Refusal][] = [
      [
        withAttempt(2, long(8_193)),
        tooLarge('line 3, attempt[2] (title): expected at most 16384 bytes of text.'),
      ],
      [
        withDetail({ errors: [{ message: long(8_193) }] }),
        tooLarge(/errors\[0\]\.message: expected at most 16384 bytes/),
      ],
      [
        withDetail({ errors: [{ message: 'a', stack: long(16_385) }] }),
        tooLarge(/stack: expected at most 32768 bytes/),
      ],
      [
        withOpen('ci', { provider: 'x', jobUrl: `https://x/${'a'.repeat(LIMITS.addressBytes)}` }),
        tooLarge('line 1, open.ci.jobUrl: expected at most 2000 bytes of text.'),
      ],
      [withDetail({ stdout: long(8_193) }), tooLarge(/stdout: expected at most 16384 bytes/)],
      [
        withDetail({ errors: Array(21).fill({ message: 'x' }) }),
        invalid(/errors: expected at most 20 items, not 21/),
      ],
      [withOpen('build', long(300)), tooLarge(/open\.build: expected at most 500 bytes/)],
    ]
    const withImports = (files: string[]) => [
      ...run({ end: null }),
      ['imports', { files, tests: 1, imports: [], open: [] }],
    ]
    const random = Array.from({ length: 1_000 }, () => randomBytes(400).toString('hex'))
    cases.push(
      [withImports(['a'.repeat(1_501)]), tooLarge(/imports\.files\[0\]: expected at most 1500 bytes/)],
      [withImports(random), tooLarge(/, imports: expected a list of at most 256 KiB compressed\.$/)],
    )
    for (const [lines, refusal] of cases) await expectRefused(app, ndjson(lines), refusal)
    const tried = {
      file: 'a.test.ts',
      titles: ['tried'],
      attempts: Array.from({ length: LIMITS.attempts + 1 }, () => ({ status: 'failed' as const })),
    }
    await expectRefused(
      app,
      ndjson(run({ results: [tried], startedAt: 1 })),
      invalid('entry 2000: expected at most 2000 attempts of one test.'),
    )
    expect(await countRows(app)).toEqual(before)

    // In pieces it is still one test.
    const lines = run({ results: [tried], startedAt: 1 })
    const { data } = await send(app, segmentOf(lines, 0, 60))
    const held = await countRows(app)
    await expectRefused(app, ndjson(segmentOf(lines, 60)), invalid(/at most 2000 attempts of one test/), {
      'svc-from': '60',
    })
    expect(await countRows(app)).toEqual(held)
    expect(data.accepted).toBe(60)
  })

  test('more results than an execution holds, in as many bodies as that takes', async () => {
    const app = await makeApp()
    const lines = run({ end: null, startedAt: 1 })
    const { data } = await send(app, lines)
    const total = LIMITS.results - 1
    await app.store.write((db) => db.updateTable('execution').set({ passed: total }).execute())
    const before = await countRows(app)
    const two = [
      ...lines,
      ['group', 0, { file: 'a.test.ts', titles: [] }],
      ['attempt', 0, 'a', 'passed', 0, 1],
      ['attempt', 0, 'b', 'passed', 0, 1],
    ]
    await expectRefused(
      app,
      ndjson(two),
      tooLarge('An execution holds at most 200000 results. Split it into suites (SVC_SUITE).'),
    )
    expect(await countRows(app)).toEqual(before)
    expect(await post(app, ndjson(two.slice(0, -1)))).toMatchObject({
      status: 200,
      data: { accepted: 1, execution: { id: data.execution.id } },
    })
  })
})
