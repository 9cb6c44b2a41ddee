import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { RecordedAttempt } from '@svc/client'
import type { TestName } from '@svc/protocol'
import { afterAll, expect, test } from 'vitest'
import { readReports } from '../read-reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-json-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (content: string | Uint8Array, format?: string) => {
  const path = join(folder, 'report.json')
  writeFileSync(path, content)
  const tests: (TestName & { attempts: RecordedAttempt[] })[] = []
  const errors: string[] = []
  const outcome = await readReports({
    files: [{ name: 'report.json', path }],
    options: format ? { format } : {},
    begin: () => ({
      root: '/r',
      file: (file) => file.replace(/^\/r\//, ''),
      attempt(name, attempt) {
        if (!attempt.retry) tests.push({ ...name, attempts: [] })
        tests.at(-1)?.attempts.push(attempt)
      },
      error: ({ message }) => void errors.push(message),
      warning: () => undefined,
    }),
  })
  const [file] = outcome.files
  return { tests, errors, outcome, file, problem: file?.problem }
}

const assertion = (more: object = {}) => ({
  ancestorTitles: ['a'],
  title: 'b',
  status: 'passed',
  duration: 1,
  failureMessages: [],
  ...more,
})
const jest = (tests: object[], more: object = {}) => ({
  numRuntimeErrorTestSuites: 0,
  numTotalTests: tests.length,
  startTime: 1_700_000_000_000,
  success: true,
  testResults: [
    {
      assertionResults: tests,
      name: '/r/a.test.js',
      status: 'passed',
      message: '',
      startTime: 1_700_000_000_000,
    },
  ],
  ...more,
})
const vitest = (tests: object[], more: object = {}) => {
  const { numRuntimeErrorTestSuites: _, ...report } = jest(tests, more)
  return report
}
const spec = (title: string, more: object = {}) => ({
  title,
  tags: [],
  tests: [
    {
      expectedStatus: 'passed',
      projectName: '',
      annotations: [],
      results: [{ status: 'passed', duration: 1, errors: [], startTime: '2026-03-02T08:00:00.000Z' }],
      ...more,
    },
  ],
  file: 'a.spec.js',
  line: 1,
  column: 1,
})
const playwright = (specs: object[], more: object = {}) => ({
  config: { rootDir: '/r', projects: [], version: '1.65.1' },
  suites: [{ title: 'a.spec.js', file: 'a.spec.js', line: 0, column: 0, specs, suites: [] }],
  errors: [],
  stats: {
    startTime: '2026-03-02T08:00:00.000Z',
    duration: 5,
    expected: specs.length,
    unexpected: 0,
    flaky: 0,
    skipped: 0,
  },
  ...more,
})
const ctrf = (tests: object[]) => ({
  reportFormat: 'CTRF',
  results: { tool: { name: 'x' }, summary: {}, tests },
})

const REPORTS: Record<string, string> = {
  'jest-json': JSON.stringify(
    jest([
      assertion(),
      assertion({ status: 'failed', failureMessages: ['Error: x\n    at /r/a.test.js:1:1'] }),
    ]),
  ),
  'vitest-json': JSON.stringify(vitest([assertion(), assertion()]), null, 2),
  'playwright-json': JSON.stringify(playwright([spec('a'), spec('b')]), null, 2),
  ctrf: JSON.stringify(
    ctrf([
      { name: 'a', status: 'passed' },
      { name: 'b', status: 'failed' },
    ]),
  ),
}

for (const [format, text] of Object.entries(REPORTS)) {
  test(`${format}: known by its beginning, also packed, marked or in UTF-16`, async () => {
    const ways = [text, gzipSync(text), `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]
    for (const content of ways) {
      const { file, problem } = await read(content)
      expect(problem).toBeUndefined()
      expect(file).toMatchObject({ format, tests: 2 })
    }
  })

  test(`${format}: cut off anywhere it is an error with its place, never a run`, async () => {
    for (let share = 1; share < 12; share += 1) {
      const { outcome, problem } = await read(text.slice(0, Math.floor((text.length * share) / 12)), format)
      expect(problem, `${share}/12`).toMatchObject({
        place: { line: expect.any(Number), column: expect.any(Number) },
      })
      expect(outcome).toMatchObject({ isBroken: true, status: 'failed' })
    }
    expect((await read(text.slice(0, -1).trimEnd(), format)).problem?.reason).toMatch(/ends in the middle/)
    expect((await read(`${text} x`, format)).problem?.reason).toMatch(/not valid JSON/)
  })

  test(`${format}: any other JSON is refused, not counted`, async () => {
    for (const other of [
      '[]',
      '{}',
      '5',
      'null',
      '"a"',
      '{"testResults":5}',
      '{"suites":{}}',
      '{"results":[]}',
      '{"results":{"tests":{}}}',
      '{"testResults":[5]}',
      '{"suites":[5]}',
      '{"suites":[{"specs":[5]}]}',
      '{"testResults":[{"assertionResults":[5]}]}',
    ]) {
      const { outcome } = await read(other, format)
      expect(outcome.isBroken, other).toBe(true)
      expect(outcome.tests, other).toBe(0)
    }
    expect((await read('[1, 2]')).problem?.reason).toMatch(/none of the known formats/)
  })
}

test('absurd times are put right, and said', async () => {
  for (const make of [jest, vitest]) {
    const { tests, file } = await read(
      JSON.stringify(
        make([
          assertion({ duration: -5 }),
          assertion({ duration: 1e300 }),
          assertion({ duration: 'long' }),
          assertion({ duration: null }),
        ]),
      ),
    )
    expect(tests.map(({ attempts }) => attempts[0]?.durationMs)).toEqual([0, 0, 0, 0])
    expect(file?.repairs.map(({ kind }) => kind)).toEqual([
      'negative time',
      'time of more than a year left out',
      'time that is not a number',
    ])
  }
  const { tests } = await read(
    '{"config":{"rootDir":"/r"},"suites":[{"title":"a","file":"a","specs":[{"title":"x","tests":[{"results":[{"status":"passed","duration":1e999,"startTime":"never"}]}]}]}],"errors":[],"stats":{}}',
  )
  expect(tests[0]?.attempts[0]?.durationMs).toBe(0)
})

test('names of the prototype, long titles and equal titles', async () => {
  const long = 'x'.repeat(10_000)
  const names = ['__proto__', 'constructor', 'toString', long, 'twice', 'twice']
  const expected = names.map((name, index) => [name, index === 5 ? 1 : 0])
  const entries = names.map((title) => assertion({ title, ancestorTitles: [] }))
  for (const report of [
    jest(entries),
    vitest(entries),
    playwright(names.map((name) => spec(name))),
    ctrf(names.map((name) => ({ name, status: 'passed' }))),
  ]) {
    const { tests } = await read(JSON.stringify(report))
    expect(tests.map(({ titles, occurrence }) => [titles.at(-1), occurrence])).toEqual(expected)
  }
  const odd = await read(
    '{"numRuntimeErrorTestSuites":0,"numTotalTests":1,"__proto__":{"x":1},"testResults":[{"__proto__":[],"assertionResults":[{"title":"a","status":"__proto__","__proto__":{"status":"passed"}}],"name":"/r/a"}]}',
  )
  expect(odd.tests[0]?.attempts[0]?.status).toBe('failed')
  expect(odd.file?.repairs[0]?.kind).toMatch(/unknown status/)
})

test('totals that are wrong are said, and what is there counts', async () => {
  const wrong = await read(
    JSON.stringify(jest([assertion()], { numTotalTests: 12, numPassedTests: 12, numFailedTests: 0 })),
  )
  expect(wrong.file?.repairs.map(({ kind }) => kind)).toEqual([
    'wrong total: numTotalTests says 12, has 1',
    'wrong total: numPassedTests says 12, has 1',
  ])
  expect(wrong.outcome.tests).toBe(1)
  const stats = {
    startTime: '2026-03-02T08:00:00.000Z',
    duration: 1,
    expected: 3,
    unexpected: 0,
    flaky: 0,
    skipped: 0,
  }
  expect((await read(JSON.stringify(playwright([spec('a')], { stats })))).file?.repairs[0]?.kind).toBe(
    'wrong total: stats.expected says 3, has 1',
  )
})

test('a run that failed is never green, though each of its tests passed', async () => {
  const failed = { success: false }
  for (const report of [
    jest([assertion()], failed),
    vitest([assertion()], failed),
    jest([assertion()], { wasInterrupted: true }),
  ])
    expect((await read(JSON.stringify(report))).outcome.status).toBe('failed')
  const hooked = vitest([assertion()])
  Object.assign(hooked.testResults[0] ?? {}, { status: 'failed' })
  expect((await read(JSON.stringify(hooked))).errors[0]).toMatch(/no reason/)
})

test('a report with sorted keys gives the same result', async () => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .sort()
        .map(([key, each]) => [key, sorted(each)]),
    )
  }
  const nested = playwright([spec('top')], {
    suites: [
      {
        title: 'a.spec.js',
        file: 'a.spec.js',
        specs: [spec('top')],
        suites: [
          { title: 'outer', specs: [spec('one')], suites: [{ title: 'inner', specs: [spec('two')] }] },
        ],
      },
    ],
  })
  const plain = await read(JSON.stringify(nested))
  const other = await read(JSON.stringify(sorted(nested)))
  const names = (tests: TestName[]) => tests.map(({ file, titles }) => [file, ...titles]).sort()
  expect(names(other.tests)).toEqual(names(plain.tests))
  expect(names(plain.tests)).toEqual([
    ['a.spec.js', 'outer', 'inner', 'two'],
    ['a.spec.js', 'outer', 'one'],
    ['a.spec.js', 'top'],
  ])
})

test('nesting without end and keys that stand twice are refused', async () => {
  expect((await read(`{"suites":${'['.repeat(5000)}`, 'playwright-json')).problem).toBeDefined()
  expect((await read(`{"config":${'{"a":'.repeat(5000)}`, 'playwright-json')).problem?.reason).toMatch(
    /nested deeper than 256/,
  )
  expect((await read('{"testResults":[],"testResults":[]}', 'jest-json')).problem?.reason).toMatch(
    /appears twice/,
  )
})

test('blanks without an end are refused, a few are not', async () => {
  const report = JSON.stringify(jest([assertion()]))
  expect((await read(`${' '.repeat(100_000)}${report}`, 'jest-json')).problem).toBeUndefined()
  const { problem } = await read(`${report.slice(0, -1)}${' '.repeat(17 * 1024 * 1024)}}`)
  expect(problem?.reason).toBe('it has more than 16 MiB of consecutive white space')
})
