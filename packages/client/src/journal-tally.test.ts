import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tally, tallyNameOf } from './journal-tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-tally-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const journal = (...lines: unknown[]): string => {
  const path = join(folder, `${++files}.ndjson`)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

const attempt = (title: unknown, status: string, detail?: object) => [
  'attempt',
  0,
  title,
  status,
  0,
  1,
  detail,
]
const GROUP = ['group', 0, { file: 'a.test.ts', titles: ['shop'] }]

test('tests are counted, not attempts', async () => {
  const errors = [{ message: 'no', location: { file: 'src/pay.ts', line: 7 } }]
  const path = journal(
    ['open', 1, {}],
    GROUP,
    attempt('passes', 'passed'),
    attempt('flakes', 'failed'),
    attempt('flakes', 'passed'),
    attempt('fails', 'timedOut', { errors }),
    attempt('fails', 'failed', { errors }),
    attempt('waits', 'skipped'),
    attempt('passes', 'failed', { occurrence: 1 }),
    ['error', { file: 'b.test.ts', failure: { message: 'does not load' } }],
    ['end', {}],
  )
  expect(await tally([path])).toMatchObject({
    passed: 1,
    flaky: 1,
    failed: 2,
    skipped: 1,
    errors: 1,
    failures: [
      { file: 'b.test.ts', titles: [], message: 'does not load' },
      { file: 'a.test.ts', titles: ['shop', 'fails'], message: 'no', place: { file: 'src/pay.ts', line: 7 } },
      { file: 'a.test.ts', titles: ['shop', 'passes'], message: '' },
    ],
  })
})

test('a failure of several journals has the files that ran with it, and no others', async () => {
  const group = (file: string) => ['group', 0, { file, titles: [] }]
  const one = journal(
    group('a.test.ts'),
    attempt('a', 'passed'),
    ['group', 1, { file: 'b.test.ts', titles: [] }],
    ['attempt', 1, 'b', 'failed', 2, 1],
  )
  const other = journal(group('c.test.ts'), attempt('c', 'failed'))
  const { failures } = await tally([one, other])
  expect(failures.map(({ titles, ran }) => [titles, ran?.map(({ file }) => file)])).toEqual([
    [['b'], ['a.test.ts', 'b.test.ts']],
    [['c'], ['c.test.ts']],
  ])
})

test('a line of any content is counted or left out', async () => {
  const path = journal(
    5,
    null,
    [],
    {},
    [null],
    ['attempt'],
    attempt(5, 'failed'),
    attempt('t', 'failed', { errors: 'x' }),
    ['error', null],
  )
  const torn = journal(GROUP, attempt('t', 'passed'))
  writeFileSync(
    torn,
    `${JSON.stringify(GROUP)}\n${JSON.stringify(attempt('t', 'passed'))}\n["attempt",0,"cut`,
  )
  expect(await tally([path, torn])).toMatchObject({ passed: 1 })
})

test('failures are reported up to a number, and counted all', async () => {
  const path = journal(GROUP, ...Array.from({ length: 60 }, (_, i) => attempt(`t${i}`, 'failed')))
  const { failed, failures } = await tally([path])
  expect([failed, failures.length]).toEqual([60, 50])
})

test('the name tells files and blocks apart', () => {
  const own = { variant: '', leg: 'linux' }
  expect(tallyNameOf({ ...own, file: 'a', titles: ['b', 'c'] })).not.toBe(
    tallyNameOf({ ...own, file: 'a', titles: ['b c'] }),
  )
  expect(tallyNameOf({ ...own, file: 'a', titles: ['b'] })).not.toBe(
    tallyNameOf({ ...own, leg: 'windows', file: 'a', titles: ['b'] }),
  )
  expect(tallyNameOf({ ...own, file: null, titles: [] })).toBe(tallyNameOf({ ...own, file: '', titles: [] }))
})
