import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { contentId } from './content-id.ts'
import { parseMap } from './map.ts'
import { readReports } from './read-reports.ts'
import { readFiles, readPaths, readText, repairs, testsOf } from './testing/read.ts'

const GOOD = '<testsuite name="S"><testcase classname="C" name="t"/></testsuite>'
const titled = (title: string, encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><testsuite><testcase classname="C" name="${title}"/></testsuite>`

test('a broken file is named with its place, the others continue, and no run is green', async () => {
  const read = await readFiles({
    'a.xml': GOOD,
    'b.xml': '<testsuite>\n<testcase name="x"></testsuite>',
    'c.xml': GOOD,
  })
  expect(read.outcome.files.map(({ name, tests, problem }) => [name, tests, problem])).toEqual([
    ['a.xml', 1, undefined],
    [
      'b.xml',
      0,
      {
        reason: '</testsuite> before the end of <testcase> of line 2',
        place: { line: 2, column: 20 },
      },
    ],
    ['c.xml', 1, undefined],
  ])
  expect(read.outcome).toMatchObject({ tests: 2, isBroken: true, status: 'failed' })
  expect(read.errors).toEqual([
    {
      failure: {
        message:
          'The report b.xml is broken: </testsuite> before the end of <testcase> of line 2 (line 2, column 20)',
      },
    },
  ])
})

test('tests before the break count', async () => {
  const read = await readText(
    '<testsuite><testcase classname="C" name="one"/><testcase classname="C" name="two"/><testc',
  )
  expect(testsOf(read)).toEqual([
    [' | C | one', 'passed'],
    [' | C | two', 'passed'],
  ])
  expect(read.outcome).toMatchObject({ tests: 2, isBroken: true, status: 'failed' })
})

test('a report of files that could not be loaded is a run that failed, though it has no test', async () => {
  const { outcome, errors } = await readFiles({
    'a.xml':
      '<testsuites name="vitest tests" tests="1" failures="1"><testsuite name="a.test.js" tests="1" failures="1"><testcase classname="a.test.js" name="a.test.js"><failure message="at load" type="RangeError">RangeError: at load\n ❯ a.test.js:1:7</failure></testcase></testsuite></testsuites>',
  })
  expect(outcome).toMatchObject({ tests: 0, errors: 1, isEmpty: false, isBroken: false, status: 'failed' })
  expect(errors).toMatchObject([{ file: 'a.test.js', failure: { name: 'RangeError', message: 'at load' } }])
})

test('nothing, no tests and no report are no green run', async () => {
  const reasonOf = async (content: string, options = {}) => {
    const { file, outcome, start } = await readText(content, options, 'x.xml')
    expect(outcome).toMatchObject({ isBroken: true, status: 'failed', tests: 0 })
    return [file.problem?.reason, start !== undefined]
  }
  expect(await reasonOf('')).toEqual(['the file is empty', false])
  expect(await reasonOf(' \n ')).toEqual(['the file is empty: it contains only white space', false])
  expect(await reasonOf('hello')).toEqual([expect.stringMatching(/none of the known formats/), false])
  expect(await reasonOf(GOOD, { format: 'junitt' })).toEqual([
    expect.stringMatching(/^unknown format "junitt"; .*junit, trx/),
    false,
  ])
  const empty = await readText('<testsuites/>')
  expect(empty.outcome).toMatchObject({ isBroken: true, status: 'failed', tests: 0 })
  expect(empty.outcome).toMatchObject({ isEmpty: true, isBroken: true })
  expect(empty.file.warnings).toEqual(['It contains no tests.'])
  const missing = await readPaths([{ name: 'gone.xml', path: '/nowhere/gone.xml' }])
  expect(missing.file.problem).toEqual({ reason: 'the file does not exist' })
  const folder = await readPaths([{ name: 'tmp', path: tmpdir() }])
  expect(folder.file.problem).toEqual({ reason: 'it is a folder' })
})

test('encodings: by the mark, by the declaration, by the zeros beside the first character', async () => {
  const title = 'prüft Größe'
  const latin1 = (encoding: string) => Buffer.from(titled(title, encoding), 'latin1')
  const utf16 = (mark: string) => Buffer.from(mark + titled(title, 'utf-16'), 'utf16le')
  const files = {
    'bom.xml': Buffer.from(`\ufeff${titled(title, 'utf-8')}`),
    'latin1.xml': latin1('ISO-8859-1'),
    '1252.xml': latin1('Windows-1252'),
    '16le-bom.xml': utf16('\ufeff'),
    '16le.xml': utf16(''),
    '16be-bom.xml': utf16('\ufeff').swap16(),
    '16be.xml': utf16('').swap16(),
    'lies.xml': Buffer.from(titled(title, 'utf-16')),
  }
  for (const [name, content] of Object.entries(files)) {
    const read = await readText(content, {}, name)
    expect([name, ...testsOf(read)]).toEqual([name, [` | C | ${title}`, 'passed']])
    expect(repairs(read)).toEqual(name === 'lies.xml' ? ['declared as utf-16, but is not ×1 line 1'] : [])
  }
  const broken = await readText(latin1('utf-8'))
  expect(repairs(broken)).toEqual(['bytes that are not UTF-8 ×1 line undefined'])
  const unknown = await readText(titled(title, 'klingon'))
  expect(unknown.file.problem?.reason).toBe('its encoding klingon is not supported; convert it to UTF-8')
})

test('gzip is recognized by its content, and a decompression bomb is refused', async () => {
  expect(testsOf(await readText(gzipSync(GOOD)))).toEqual([[' | C | t', 'passed']])
  const cut = await readText(gzipSync(GOOD).subarray(0, -12))
  expect(cut.file.problem?.reason).toMatch(/^its gzip is damaged/)
  const bomb = gzipSync(`<testsuite><system-out>${' '.repeat(64 * 1024 * 1024)}</system-out></testsuite>`)
  expect((await readText(bomb)).file.problem?.reason).toBe('it decompresses to more than 250 times its size')
})

test('standard input and pipes are read like files', async () => {
  const stream = Readable.from([Buffer.from(GOOD.slice(0, 20)), Buffer.from(GOOD.slice(20))])
  expect(testsOf(await readPaths([{ name: '-', stream }]))).toEqual([[' | C | t', 'passed']])
  const none = await readPaths([{ name: '-', stream: Readable.from([]) }])
  expect(none.file.problem).toEqual({ reason: 'the file is empty' })
})

test.skipIf(process.platform === 'win32')('a pipe in a folder is refused, and not waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-fifo-'))
  try {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    const files = [{ name: 'pipe', path }]
    expect((await readPaths(files)).file.problem).toEqual({ reason: 'it is not a regular file' })
    expect(await contentId(files, [])).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('files that contain secrets are not sent, even if a report names them', async () => {
  const named = [
    '.git/config',
    'packages/a/.GIT/HEAD',
    'x/../.git/config',
    '.env',
    'web/.env.production',
    '.svc/journal/a.ndjson',
    'keys/server.pem',
    '/repo/.npmrc',
    'a/.netrc',
    'home/id_rsa.pub',
    '.aws/credentials',
    '.docker/config.json',
    'a/.pypirc',
    '.envrc',
    '.yarnrc.yml',
    'service.key',
  ]
  const lines = [...named, 'shot.png', 'environment.txt'].map(
    (path) => `[[ATTACHMENT|/repo/${path.replace('/repo/', '')}]]`,
  )
  const read = await readText(
    `<testsuite><testcase name="t"><system-out>${lines.join('\n')}</system-out></testcase></testsuite>`,
  )
  expect(read.tests[0]?.attempts[0]?.attachments?.map(({ name }) => name)).toEqual([
    'shot.png',
    'environment.txt',
  ])
  expect(read.file.repairs).toHaveLength(named.length)
  expect(read.file.repairs.slice(2, 4)).toEqual([
    { kind: 'attachment /repo/x/../.git/config left out: it is in .git', count: 1 },
    { kind: 'attachment /repo/.env left out: such files contain secrets', count: 1 },
  ])
  expect(read.warnings).toEqual([expect.stringContaining('/repo/.git/config left out: it is in .git')])
})

test('names that several reports have are reported, and count as tests of their own', async () => {
  const read = await readFiles({ 'node20.xml': GOOD, 'node22.xml': GOOD })
  expect(testsOf(read)).toEqual([
    [' | C | t', 'passed'],
    [' | C | t | #1', 'passed'],
  ])
  expect(read.warnings).toEqual([expect.stringMatching(/^1 tests .*in another report/)])
})

test('the earliest start of all reports is the start; without one, what is given or when they were written', async () => {
  const startedAt = (time: string) => GOOD.replace('name="S"', `timestamp="${time}"`)
  const read = await readFiles({
    'a.xml': startedAt('2026-01-02T00:00:00Z'),
    'b.xml': startedAt('2026-01-01T00:00:00Z'),
  })
  expect(read.start).toMatchObject({ startedAt: Date.UTC(2026, 0, 1), isStartReported: true })
  expect((await readText(GOOD, { startedAt: 7 })).start).toMatchObject({
    startedAt: 7,
    isStartReported: false,
  })
  const { start } = await readText(GOOD)
  expect(Math.abs((start?.startedAt ?? 0) - Date.now())).toBeLessThan(60_000)
})

test('the label is the variant where the report tells none, files are relative to the base', async () => {
  const text =
    '<testsuite><testcase name="t" file="src/a.test.js"/><testcase name="u" file="/repo/b.test.js"/></testsuite>'
  expect(testsOf(await readText(text, { variant: 'esm', base: '/repo/packages/web' }))).toEqual([
    ['packages/web/src/a.test.js | t | <esm>', 'passed'],
    ['b.test.js | u | <esm>', 'passed'],
  ])
  expect(
    testsOf(await readText(text, { map: [parseMap('^src/=web/src/'), parseMap('^web/=never/')] }))[0],
  ).toEqual(['web/src/a.test.js | t', 'passed'])
})

test('a format that is given and does not fit is reported, a file that it fits without looking so is read', async () => {
  const readAs = async (format: string, text: string) =>
    (await readText(text, { format })).file.problem?.reason
  expect(await readAs('trx', GOOD)).toBe('this is not trx: it looks like junit')
  expect(await readAs('playwright-json', GOOD)).toBe('this is not playwright-json: it looks like junit')
  expect(await readAs('junit', '{"a":1}')).toMatch(/XML/)
  expect(await readAs('ctrf', '{"a":1}')).toMatch(/ctrf|results/i)
  expect(await readAs('junit', GOOD)).toBeUndefined()
  const sorted = JSON.stringify({
    numTotalTests: 1,
    testResults: [{ assertionResults: [{ title: 'a', status: 'passed' }], name: 'a.js' }],
  })
  expect(await readAs('jest-json', sorted)).toBeUndefined()
})

test('a map that fits nothing is reported with the last report', async () => {
  const map = [parseMap('^C$=c.js'), parseMap('^Nobody$=n.js')]
  const read = await readFiles({ 'a.xml': GOOD, 'b.xml': GOOD.replace('"t"', '"u"') }, { map })
  expect(read.outcome.files.map(({ warnings }) => warnings)).toEqual([
    [],
    ['No file, class or suite of any report matches --map ^Nobody$.'],
  ])
  expect(read.warnings).toEqual(['b.xml: No file, class or suite of any report matches --map ^Nobody$.'])
})

test('a map that cannot be read says why', () => {
  expect(() => parseMap('nothing')).toThrow('"nothing" is not <pattern>=<replacement>')
  expect(() => parseMap('(=x')).toThrow(/"\(" is not a regular expression/)
  expect('a=b'.replace(parseMap('a\\=b=c').pattern, 'c')).toBe('c')
})

test('Bazel: each try of a target is a file, shards are distinguished', async () => {
  const target = (content: string, name = '//pkg:t') =>
    `<testsuites><testsuite name="${name}" tests="1"><testcase name="${name}" status="run" duration="1" time="1">${content}</testcase></testsuite></testsuites>`
  const failed = target('<error message="exited with error code 1"/>')
  const log = 'bazel-testlogs/pkg/t'
  const read = await readFiles({
    [`${log}/shard_1_of_2/test.xml`]: target(''),
    [`${log}/shard_1_of_2/test_attempts/attempt_1.xml`]: failed,
    [`${log}/shard_1_of_2/test_attempts/attempt_2.xml`]: failed,
    [`${log}/shard_2_of_2/test.xml`]: target(''),
  })
  expect(testsOf(read)).toEqual([
    [' | //pkg:t | shard 1 of 2', 'failed failed passed'],
    [' | //pkg:t | shard 2 of 2', 'passed'],
  ])
  expect(read.outcome).toMatchObject({ tests: 2, statuses: { passed: 1, flaky: 1 }, status: 'passed' })
  expect(read.warnings).toEqual([])
})

test('the execution lists corrections and files outside the root', async () => {
  const read = await readText(
    '<testsuite tests="3"><testcase name="t" file="/elsewhere/a.js" time="-1"/><testcase name="u" file="src\\b.js" time="-1"/></testsuite>',
  )
  expect(read.warnings).toEqual([
    'report.xml: repaired: negative time (2, first line 1: -1), file outside the root (1, first /elsewhere/a.js; use --map to rename it), wrong total (1, first line 1: tests says 3, has 2)',
  ])
  expect(testsOf(read).map(([name]) => name)).toEqual(['elsewhere/a.js | t', 'src/b.js | u'])
})

test('the number of tests of an execution is limited, whatever their names', async () => {
  const text = `<testsuite>${'<testcase name="t"/>'.repeat(LIMITS.results + 3)}</testsuite>`
  let attempts = 0
  const outcome = await readReports({
    files: [{ name: '-', stream: Readable.from([Buffer.from(text)]) }],
    options: {},
    begin: () => ({
      root: '/repo',
      file: (path) => path,
      attempt() {
        attempts += 1
      },
      error: () => undefined,
      warning: () => undefined,
    }),
  })
  expect([attempts, outcome.tests]).toEqual([LIMITS.results, LIMITS.results])
  expect(outcome.files[0]?.repairs).toEqual([
    { kind: `test beyond the first ${LIMITS.results} left out`, count: 3 },
  ])
})
