import { gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { countRows } from '../testing/count-rows.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestApp } from '../testing/make-app.ts'
import { failed, ndjson, passed, post, run, segmentOf, send } from '../testing/upload.ts'

interface Refusal {
  status: number
  code: string
  message: RegExp | string
}

/** A journal whose line `at` (from 0: open, group, two attempts, end) was tampered with. */
function spoiled(position: number, tamper: (line: unknown[]) => unknown): unknown[] {
  const lines: unknown[] = structuredClone(run({ results: [passed('a'), failed('b')] }))
  lines[position] = tamper(lines[position] as unknown[])
  return lines
}

/** The journal with one field of its open line set, by its path. */
const withOpen = (path: string, value: unknown) =>
  spoiled(0, ([kind, version, open]) => [kind, version, set(open, path.split('.'), value)])

const withAttempt = (position: number, value: unknown) =>
  spoiled(2, (line) => Object.assign([...line], { [position]: value }))

const withDetail = (detail: unknown) => withAttempt(6, detail)

function set(target: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  const copy: Record<string, unknown> = { ...(target as Record<string, unknown>) }
  copy[name] = rest.length === 0 ? value : set(copy[name], rest, value)
  if (copy[name] === undefined) delete copy[name]
  return copy
}

const bytes = (text: string) => new TextEncoder().encode(text)
const good = () => ndjson(run({ results: [passed('a')] }))
const invalid = (message: RegExp | string): Refusal => ({ status: 400, code: 'INVALID_REQUEST', message })
const tooLarge = (message: RegExp | string): Refusal => ({ status: 413, code: 'PAYLOAD_TOO_LARGE', message })

async function expectRefused(
  app: TestApp,
  body: string | Uint8Array<ArrayBuffer>,
  { status, code, message }: Refusal,
  headers: Record<string, string> = {},
): Promise<void> {
  const refused = await post(app, body, headers)
  expect(refused, `${message}`).toMatchObject({
    status,
    error: { code, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  })
  expect(refused.data).toBeUndefined()
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const caused = (depth: number): object =>
  depth === 0 ? { message: 'x' } : { message: 'x', cause: caused(depth - 1) }

onEachDatabase('bad journals', (makeApp) => {
  test('of bodies nothing is stored, and the answer says what is wrong with them', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const gzip = { 'Content-Encoding': 'gzip' }
    const zstd = { 'Content-Encoding': 'zstd' }
    const zeros = Buffer.alloc(2 * 1024 * 1024, 0x20)
    const large = Buffer.alloc(LIMITS.segmentBytes + 1, 0x20)
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
      [`${good()}["unheard of"]\n`, invalid(/^line 5: expected a line of kind open, group, attempt/)],
      [`${good()}${nested(LIMITS.nesting)}\n`, invalid(/^line 5: expected a line of kind/)],
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

  test('an invalid field is reported with its line and the values that it accepts', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const year = 366 * 86_400_000
    const cases: [unknown[], string | RegExp][] = [
      [
        spoiled(0, ([k, , open]) => [k, 2, open]),
        /^line 1, open\[1\] \(version\): expected journal version 1 \(update the server\), not 2\.$/,
      ],
      [spoiled(0, ([k, , open]) => [k, '1', open]), /version 1 \(update the reporter\), not "1"/],
      [spoiled(0, ([k, v]) => [k, v, 'x']), 'line 1, open: expected an object, not "x".'],
      [withOpen('journal', 'x'), 'line 1, open.journal: expected a UUID, not "x".'],
      [withOpen('journal', undefined), 'line 1, open.journal: expected a UUID.'],
      [withOpen('project', 'No Slug!'), /^line 1, open\.project: expected a slug/],
      [withOpen('suite', ''), 'line 1, open.suite: expected a non-empty string, not "".'],
      [withOpen('suite', 5), 'line 1, open.suite: expected a string, not 5.'],
      [withOpen('build', null), 'line 1, open.build: expected a string, not null.'],
      [withOpen('runAttempt', 0), 'line 1, open.runAttempt: expected a number from 1 to 100000, not 0.'],
      [withOpen('runAttempt', 1.5), 'line 1, open.runAttempt: expected a whole number, not 1.5.'],
      [withOpen('trust', 'root'), 'line 1, open.trust: expected one of ci, local, fork, not "root".'],
      [withOpen('part.leg', ''), /^line 1, open\.part\.leg: expected a non-empty string/],
      [
        withOpen('part.shard', { index: 3, total: 2 }),
        'line 1, open.part.shard.index: expected a number from 1 to 2, not 3.',
      ],
      [withOpen('part', []), 'line 1, open.part: expected an object, not an array.'],
      [
        withOpen('code.testedSha', 'HEAD'),
        /^line 1, open\.code\.testedSha: expected a commit sha of 7 to 64 hex digits/,
      ],
      [withOpen('code.pullRequest', -1), /^line 1, open\.code\.pullRequest: expected a number from 1 to/],
      [withOpen('code.dirty', 'yes'), 'line 1, open.code.dirty: expected true or false, not "yes".'],
      [
        withOpen('code.ancestry', Array(101).fill({})),
        'line 1, open.code.ancestry: expected at most 100 items, not 101.',
      ],
      [
        withOpen('ci', { provider: 'x', url: 'javascript:alert(1)' }),
        /^line 1, open\.ci\.url: expected an http or https address/,
      ],
      [
        withOpen('ci', { provider: 'x', jobUrl: 'javascript:alert(1)' }),
        /^line 1, open\.ci\.jobUrl: expected an http or https address/,
      ],
      [withOpen('startedAt', -1), /^line 1, open\.startedAt: expected a number from 0 to/],
      [withOpen('startedAt', '2026-01-01'), /^line 1, open\.startedAt: expected a number/],
      [withOpen('tags', ['']), 'line 1, open.tags[0]: expected a non-empty string, not "".'],
      [withOpen('root', '/'), 'line 1, open.root: expected one of git, SVC_ROOT, runner, not "/".'],
      [spoiled(1, (line) => [line[0], -1, line[2]]), /^line 2, group\[1\]: expected a number from 0/],
      [
        spoiled(1, (line) => [line[0], 0, { file: 5, titles: [] }]),
        'line 2, group[2].file: expected a string, not 5.',
      ],
      [
        spoiled(1, (line) => [line[0], 0, { file: 'a', titles: 'b' }]),
        'line 2, group[2].titles: expected an array, not "b".',
      ],
      [
        spoiled(1, (line) => [line[0], 0, { file: 'a', titles: Array(65).fill('x') }]),
        'line 2, group[2].titles: expected at most 64 items, not 65.',
      ],
      [
        withAttempt(1, 7),
        'line 3, attempt[1]: expected the number of a group defined on an earlier line of this body, not 7.',
      ],
      [withAttempt(1, '0'), /^line 3, attempt\[1\]: expected the number of a group/],
      [withAttempt(2, 5), 'line 3, attempt[2] (title): expected a string, not 5.'],
      [
        withAttempt(3, 'ok'),
        'line 3, attempt[3] (status): expected one of passed, failed, timedOut, interrupted, skipped, not "ok".',
      ],
      [withAttempt(4, -1), `line 3, attempt[4] (start): expected a number from 0 to ${year}, not -1.`],
      [withAttempt(4, null), /^line 3, attempt\[4\] \(start\): expected a number.*not null/],
      [withAttempt(5, '5'), /^line 3, attempt\[5\] \(duration\): expected a number.*not "5"/],
      [
        withAttempt(5, year + 1),
        `line 3, attempt[5] (duration): expected a number from 0 to ${year}, not ${year + 1}.`,
      ],
      [withDetail([]), 'line 3, attempt[6]: expected an object, not an array.'],
      [withDetail({ occurrence: 1.5 }), 'line 3, attempt[6].occurrence: expected a whole number, not 1.5.'],
      [
        withDetail({ repeat: 3_000_000_000 }),
        /^line 3, attempt\[6\]\.repeat: expected a number from 0 to 2147483647/,
      ],
      [
        withDetail({ errors: [{ message: 1 }] }),
        'line 3, attempt[6].errors[0].message: expected a string, not 1.',
      ],
      [withDetail({ errors: [{}] }), 'line 3, attempt[6].errors[0].message: expected a string.'],
      [withDetail({ errors: [caused(9)] }), /cause: expected causes nested at most 8 deep\.$/],
      [
        withDetail({ skip: { kind: 'maybe' } }),
        /^line 3, attempt\[6\]\.skip\.kind: expected one of skip, todo, hook/,
      ],
      [
        withDetail({ location: { file: 'a', line: -1 } }),
        /^line 3, attempt\[6\]\.location\.line: expected a number from 0/,
      ],
      [
        withDetail({ steps: [{ title: 't' }] }),
        /^line 3, attempt\[6\]\.steps\[0\]\.durationMs: expected a number/,
      ],
      [
        withDetail({ attachments: [{ name: 'a' }] }),
        'line 3, attempt[6].attachments[0].contentType: expected a string.',
      ],
      [
        spoiled(4, () => ['end', { status: 'done', durationMs: 1 }]),
        /^line 5, end\.status: expected one of passed, failed, interrupted/,
      ],
      [spoiled(4, () => ['end', { status: 'passed' }]), /^line 5, end\.durationMs: expected a number/],
      [spoiled(4, () => ['error', { failure: 'x' }]), 'line 5, error.failure: expected an object, not "x".'],
      [spoiled(4, () => ['warning']), 'line 5, warning: expected a string.'],
    ]
    for (const [lines, message] of cases) await expectRefused(app, ndjson(lines), invalid(message))
    for (const [literal, refusal] of [
      ['NaN', /^line 3: expected one JSON array/],
      ['1e999', /^line 3, attempt\[4\] \(start\): expected a number/],
      ['-1e999', /^line 3, attempt\[4\] \(start\): expected a number/],
    ] as const)
      await expectRefused(app, good().replace('"passed",0,5', `"passed",${literal},5`), invalid(refusal))
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
