import { join } from 'node:path'
import { type Attempt, type AttemptDetail, type AttemptLine, type EndLine, LIMITS } from '@svc/protocol'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { failed, KEY, named, passed, readJournal, startIn } from '../test/recording.ts'

/** Nothing is sent there, so that the journal stays. */
const NOWHERE = { url: 'nowhere', quiet: true }

beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())
afterAll(removeFolders)

const lines = <K extends string>(root: string, kind: K) =>
  readJournal(root).filter((line) => line[0] === kind)

const detailOf = (attempt: Attempt, env = {}): AttemptDetail => {
  const root = makeFolder()
  startIn(root, {}, {}, env).attempt(named('t'), attempt)
  return (lines(root, 'attempt')[0]?.[6] ?? {}) as AttemptDetail
}

test('errors keep what they have, without colours, relative to the root', () => {
  const root = makeFolder()
  startIn(root).attempt(
    named('t', { occurrence: 2 }),
    failed('\u001b[31mred\u001b[39m', {
      errors: [
        {
          message: `\u001b[31mcannot read ${root}/data.json\u001b[39m`,
          stack: `Error\n    at f (${root}/src/a.ts:1:2)\n    at g (file://${root}/src/b.ts:3:4)\n    at h (/else${root}/c.ts:1:1)`,
          location: { file: join(root, 'src/a.ts'), line: 1, column: 2 },
          expected: '1',
          actual: '',
          cause: { message: 'deeper' },
          errors: [{ message: 'one of' }],
        },
      ],
      attachments: [{ name: 'trace', contentType: 'application/zip', path: join(root, 'out/trace.zip') }],
      location: { file: join(root, 'a.test.ts'), line: 9 },
    }),
  )
  expect(lines(root, 'attempt')[0]?.[6]).toEqual({
    occurrence: 2,
    errors: [
      {
        message: 'cannot read data.json',
        stack: `Error\n    at f (src/a.ts:1:2)\n    at g (src/b.ts:3:4)\n    at h (/else${root}/c.ts:1:1)`,
        location: { file: 'src/a.ts', line: 1, column: 2 },
        expected: '1',
        actual: '',
        cause: { message: 'deeper' },
        errors: [{ message: 'one of' }],
      },
    ],
    attachments: [{ name: 'trace', contentType: 'application/zip', path: 'out/trace.zip' }],
    location: { file: 'a.test.ts', line: 9 },
  })
})

test('what is too long is cut, named, and counted', async () => {
  const root = makeFolder()
  const recorder = startIn(root, NOWHERE)
  const long = '😀'.repeat(20_000)
  recorder.attempt(
    named(long),
    failed(long, { errors: [{ message: long, stack: long }], stdout: `begin${'é'.repeat(50_000)}end` }),
  )
  const [, , title, , , , detail] = lines(root, 'attempt')[0] as [...unknown[]] as [
    string,
    number,
    string,
    string,
    number,
    number,
    AttemptDetail,
  ]
  expect(Buffer.byteLength(title)).toBeLessThanOrEqual(LIMITS.titleBytes)
  expect(detail.truncated).toEqual(['title', 'message', 'stack', 'stdout'])
  expect(Buffer.byteLength(detail.errors?.[0]?.message ?? '')).toBe(LIMITS.messageBytes)
  expect(Buffer.byteLength(detail.errors?.[0]?.stack ?? '')).toBe(LIMITS.stackBytes)
  expect(detail.stdout).toMatch(/^é+end$/)
  expect(Buffer.byteLength(detail.stdout ?? '')).toBeLessThanOrEqual(LIMITS.outputTailBytes)
  await recorder.finish({ status: 'failed' })
  expect((lines(root, 'end') as EndLine[])[0]?.[1]).toMatchObject({ status: 'failed', truncated: 4 })
})

test('too many and too deep is cut as well', () => {
  const nest = (depth: number): { message: string; cause?: { message: string } } =>
    depth === 0 ? { message: 'last' } : { message: String(depth), cause: nest(depth - 1) }
  const detail = detailOf(
    failed('', {
      errors: Array.from({ length: 30 }, () => nest(20)),
      tags: Array.from({ length: 200 }, (_, index) => `t${index}`),
      steps: Array.from({ length: 900 }, () => ({ title: 's', durationMs: 0.123 })),
    }),
  )
  expect(detail.errors?.length).toBeLessThanOrEqual(LIMITS.errors)
  expect(JSON.stringify(detail.errors?.[0]).match(/message/g)).toHaveLength(LIMITS.depth)
  expect(detail.tags).toHaveLength(LIMITS.tags)
  expect(detail.steps).toHaveLength(LIMITS.steps)
  expect(detail.steps?.[0]?.durationMs).toBe(0.12)
  expect(detail.truncated).toEqual(expect.arrayContaining(['cause', 'errors', 'tags', 'steps']))
})

test('a secret never reaches the disk, at any position and in a text of any length', async () => {
  const root = makeFolder()
  const token = 'value-of-a-token-1234567890'
  const env = { DEPLOY_TOKEN: token, SVC_API_KEY: KEY }
  const recorder = startIn(root, NOWHERE, {}, env)
  const everywhere = passed({
    status: 'failed',
    errors: [{ message: token, stack: token, cause: { message: token }, actual: token }],
    skip: { kind: 'skip', reason: token },
    stdout: `${token}${'x'.repeat(16_000)}${KEY}`,
    stderr: 'y'.repeat(LIMITS.outputTailBytes - 10) + token,
    steps: [{ title: `fill ${token}`, durationMs: 1, error: token }],
    annotations: [{ type: 'note', description: token }],
    attachments: [{ name: token, contentType: 'text/plain', path: `/tmp/${token}.txt` }],
    tags: [token],
  })
  recorder.attempt(
    named(`logs in with ${token}`, { titles: [`with ${token}`, `logs in with ${token}`] }),
    everywhere,
  )
  for (let size = LIMITS.messageBytes - 40; size < LIMITS.messageBytes + 9000; size += 331)
    recorder.error({ message: 'z'.repeat(size) + token }, `${token}.ts`)
  recorder.warning(`about ${token}`)
  await recorder.finish({ status: 'failed' })
  const text = JSON.stringify(readJournal(root))
  expect(text).not.toContain(token)
  expect(text).not.toContain(token.slice(0, 12))
  expect(text).not.toContain(KEY)
  expect((lines(root, 'end') as EndLine[])[0]?.[1].redacted).toBeGreaterThan(15)
})

test('tests that differ in nothing but a secret or a colour stay two tests', () => {
  const root = makeFolder()
  const recorder = startIn(root)
  const name = (password: string) => named('', { titles: ['parses', `http://me:${password}@host`] })
  recorder.attempt(name('one'), failed('first try'))
  recorder.attempt(name('two'), passed())
  recorder.attempt(name('one'), passed())
  recorder.attempt(name('two'), passed({ repeat: 1 }))
  const occurrences = (lines(root, 'attempt') as AttemptLine[]).map((line) => [
    line[3],
    line[6]?.occurrence ?? 0,
  ])
  expect(occurrences).toEqual([
    ['failed', 0],
    ['passed', 1],
    ['passed', 0],
    ['passed', 1],
  ])
  const inBlocks = makeFolder()
  const other = startIn(inBlocks)
  for (const password of ['one', 'two'])
    other.attempt(named('', { titles: [`as http://me:${password}@host`, 'signs in'] }), passed())
  other.attempt(named('red'), passed())
  other.attempt(named('\u001b[31mred'), passed())
  const titles = (lines(inBlocks, 'attempt') as AttemptLine[]).map((line) => [line[2], line[6]?.occurrence])
  expect(titles).toEqual([
    ['signs in', undefined],
    ['signs in', 1],
    ['red', undefined],
    ['␛[31mred', undefined],
  ])
})

test('tests whose names were cut before the secret in which they differ stay two tests', () => {
  const root = makeFolder()
  const recorder = startIn(root)
  const blocks = Array.from({ length: 9 }, (_, level) => `${level}`.padEnd(15_000, 'ü'))
  for (const password of ['one', 'two']) {
    const secret = `http://me:${password}@host`
    recorder.attempt(named('', { titles: [...blocks, `${'y'.repeat(16_000)}${secret}`, 'pays'] }), passed())
    recorder.attempt(named('', { titles: [`${'y'.repeat(LIMITS.titleBytes)}${secret}`] }), passed())
  }
  const occurrences = (lines(root, 'attempt') as AttemptLine[]).map((line) => line[6]?.occurrence ?? 0)
  expect(occurrences).toEqual([0, 0, 1, 1])
})

test('long compared values keep their difference, and no half of a secret', () => {
  const rows = (price: number, secret = '') =>
    Array.from(
      { length: 3_000 },
      (_, i) => `{ "id": ${i}, "price": ${i === 2_900 ? price : i}${i === 2_895 ? secret : ''} }`,
    ).join('\n')
  const env = { CI_TOKEN: `${'k'.repeat(300)}9` }
  const detail = detailOf(
    failed('differs', {
      errors: [
        {
          message: 'differs',
          expected: rows(1, env.CI_TOKEN),
          actual: rows(2, env.CI_TOKEN),
        },
      ],
    }),
    env,
  )
  const [error] = detail.errors ?? []
  expect(error?.expected).toMatch(/^…\n(?:.*\n){1,20}\{ "id": 2900, "price": 1 \}\n(?:.*\n){1,20}…$/)
  expect(error?.actual).toMatch(/^…\n(?:.*\n){1,20}\{ "id": 2900, "price": 2 \}\n(?:.*\n){1,20}…$/)
  expect(error?.expected).not.toMatch(/k{5}/)
  expect(detail.truncated).toEqual(['expected', 'actual'])
})

test('a short value beside a long one leaves the long one its room', () => {
  for (const expected of ['', 'ok']) {
    const detail = detailOf(
      failed('differs', { errors: [{ message: 'differs', expected, actual: 'page '.repeat(9_000) }] }),
    )
    const [error] = detail.errors ?? []
    expect(error?.expected).toBe(expected)
    expect(error?.actual?.length).toBeGreaterThan(LIMITS.snippetBytes - 500)
    expect(error?.actual).toMatch(/…$/)
    expect(detail.truncated).toEqual(['actual'])
  }
})

test('further frames of an error are redacted, relative to the root, and few', () => {
  const root = makeFolder()
  const frame = (line: number, snippet: string) => ({
    location: { file: join(root, 'src/a.ts'), line },
    snippet,
  })
  const frames = [
    frame(1, `> 1 | login('hunter2hunter2')`),
    frame(2, 'x'.repeat(5_000)),
    frame(-1, 'nowhere'),
    frame(3, 'left out'),
  ]
  startIn(root, {}, {}, { SHOP_PASSWORD: 'hunter2hunter2' }).attempt(
    named('t'),
    failed('wrong', { errors: [{ message: 'wrong', frames }] }),
  )
  const detail = lines(root, 'attempt')[0]?.[6] as AttemptDetail
  const kept = detail.errors?.[0]?.frames ?? []
  expect(kept.map(({ location }) => location)).toEqual([
    { file: 'src/a.ts', line: 1 },
    { file: 'src/a.ts', line: 2 },
  ])
  expect(kept[0]?.snippet).not.toContain('hunter2')
  expect(kept[1]?.snippet.length).toBeLessThanOrEqual(LIMITS.frameBytes)
  expect(detail.truncated).toContain('frames')
})
