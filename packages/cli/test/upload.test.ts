// One file: its tests share one server.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { git } from '@svc/test-kit/git'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { BROKEN, green, NO_TESTS, PYTEST } from './reports.ts'
import { makeSetup } from './set-up.ts'
import { repository, svc } from './shop.ts'

const server = useServer()

interface Execution {
  id: string
  framework: string
  suite: string
  state: string
  branch: string | null
  testedSha: string | null
  build: string
  startedAt: string
  trust: string
  tags: string[]
  counts: Record<string, number>
}

/** One project a test, so that none sees what another sent. */
let last = 0
const place = (files: Record<string, string> = {}) => {
  last += 1
  const project = `p${last}`
  const folder = repository('feature/basket', { '.gitignore': '*\n!.gitignore\n' })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_PROJECT: project }
  return {
    folder,
    svc: (args: string[], more: Record<string, string> = {}, input?: string) =>
      svc(folder, args, { ...env, ...more }, input),
    executions: () => server.get<Execution[]>(`/api/executions?project=${project}`),
  }
}

test('files on disk become an execution of the branch and commit, and one command later a comparison', async () => {
  const { folder, svc, executions } = place({ 'junit.xml': PYTEST })
  const { code, out, err } = await svc(['upload', 'junit.xml', '--tag', 'nightly', '--tag', 'slow'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^junit\.xml \(junit, pytest\): 2 tests: 1 failed, 1 passed\n {4}note: .* run pytest with -o junit_family=xunit1.*\nsent 2 tests: 1 failed, 1 passed\nhttp:\S+\/executions\/([\w-]+)\nto compare: npx --no svc compare auto \1\n$/,
  )
  expect(await executions()).toMatchObject([
    {
      framework: 'pytest',
      branch: 'feature/basket',
      testedSha: git(folder, 'rev-parse', 'HEAD'),
      startedAt: '2026-03-01T10:00:00.000Z',
      trust: 'local',
      tags: ['nightly', 'slow'],
      counts: { total: 2, failed: 1, passed: 1 },
    },
  ])
  expect((await svc(['compare'])).out).toMatch(/^Base {2}none\n/m)
  const [, printed = ''] = /^to compare: npx --no svc (.*)$/m.exec(out) ?? []
  expect((await svc(printed.split(' '))).out).toMatch(/^Base {2}none\n/m)
  expect(readdirSync(join(folder, '.svc/journal'))).toEqual([])
})

test('the same files sent twice are one execution, other files another', { tags: 'thorough' }, async () => {
  const { folder, svc, executions } = place({ 'a.xml': green() })
  const urls = [await svc(['upload', 'a.xml']), await svc(['upload', 'a.xml'])].map(({ out }) => out)
  expect(urls[0]).toBe(urls[1])
  expect(await executions()).toHaveLength(1)
  writeFileSync(join(folder, 'a.xml'), green('0.011'))
  await svc(['upload', 'a.xml'])
  expect(await executions()).toHaveLength(2)
})

test('the same files read otherwise are another execution', { tags: 'thorough' }, async () => {
  const { svc, executions } = place({ 'a.xml': PYTEST })
  const urls = new Set<string>()
  for (const more of [
    [],
    ['--map', '^tests=test'],
    ['--tag', 'slow'],
    ['--format', 'junit'],
    ['--root', '.'],
  ])
    for (const _time of [1, 2])
      urls.add(JSON.parse((await svc(['upload', 'a.xml', '--json', ...more])).out).url)
  expect(urls.size).toBe(5)
  expect(await executions()).toHaveLength(5)
})

test('a test without a file is reported without empty brackets', { tags: 'thorough' }, async () => {
  const failing = '<testcase classname="com.acme.CartTest" name="pays"><failure message="no"/></testcase>'
  const { svc } = place({ 'a.xml': `<testsuite name="com.acme.CartTest">${failing}</testsuite>` })
  await svc(['upload', 'a.xml'])
  const { out } = await svc(['failures'])
  expect(out).toMatch(/- .*pays$/m)
  expect((await svc(['compare'])).out).not.toMatch(/^ +$/m)
})

test('of several jobs of a build one execution is made', { tags: 'thorough' }, async () => {
  const { svc, executions } = place({ 'a.xml': green(), 'b.xml': green('1', 'other') })
  const ci = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '77', GITHUB_REPOSITORY: 'acme/shop' }
  await svc(['upload', 'a.xml'], { ...ci, GITHUB_JOB: 'one' })
  await svc(['upload', 'b.xml', '--leg', 'windows'], { ...ci, GITHUB_JOB: 'two' })
  expect(await executions()).toMatchObject([{ build: '77', trust: 'ci', counts: { total: 4, passed: 4 } }])
})

test('patterns find files, also outside of the folder, and leave some out', {
  tags: 'thorough',
}, async () => {
  const elsewhere = makeSetup({ 'deep/er/c.xml': green('0.3', 'c'), 'node_modules/x/d.xml': green() })
  const { folder, svc } = place({
    'r/a.xml': green('0.1', 'a'),
    'r/b.xml': green('0.2', 'b'),
    'r/.hidden/e.xml': green('1', 'e'),
  })
  writeFileSync(join(folder, 'r/packed.xml.gz'), gzipSync(green('0.4', 'packed')))
  const names = async (...args: string[]) => {
    const { out } = await svc(['upload', '--dry-run', '--json', ...args], { SVC_API_KEY: '' })
    return JSON.parse(out).files.map(({ name }: { name: string }) => name)
  }
  expect(await names('r/*.xml')).toEqual(['r/a.xml', 'r/b.xml'])
  expect(await names('**/*.xml', '!r/b.xml', 'r/a.xml')).toEqual(['r/.hidden/e.xml', 'r/a.xml'])
  expect(await names('r/packed.xml.gz')).toEqual(['r/packed.xml.gz'])
  expect(await names(`${elsewhere}/**/*.xml`)).toEqual([join(elsewhere, 'deep/er/c.xml')])
})

test('a broken file is named with its place, the others continue, and the execution is not green', async () => {
  const { svc, executions } = place({ 'a.xml': green(), 'b.xml': BROKEN, 'c.xml': '', 'd.txt': 'hello' })
  const { code, out, err } = await svc(['upload', '*.xml', 'd.txt', 'none-*.xml'])
  expect(code).toBe(1)
  expect(err).toMatch(
    /^svc: b\.xml:3:\d+: \S.*\nsvc: c\.xml: the file is empty\nsvc: d\.txt: .*none of the known formats \(.*\)\nsvc: none-\*\.xml: no file matches\nsvc: 3 files could not be read and 1 name matches no file; /,
  )
  expect(out).toMatch(/^sent \d tests/m)
  const [execution] = await executions()
  expect(execution).toMatchObject({ state: expect.not.stringMatching('passed') })
  expect(execution?.counts.errors).toBeGreaterThan(0)
})

test('a dry run names files as the upload does, and paths as they will be', {
  tags: 'thorough',
}, async () => {
  const at = '<testcase classname="x" file="/home/ci/build/shop/web/cart.test.js" name="adds" time="1"/>'
  const { folder, svc } = place({
    'web/a.xml': `<testsuite name="x">${at}</testsuite>`,
    'web/cart.test.js': '',
  })
  const notes = async (...more: string[]) => {
    const { out } = await svc(['upload', 'web/a.xml', '--json', ...more])
    return JSON.parse(out).files[0].repairs
  }
  const dry = await notes('--dry-run')
  expect(dry).toMatchObject([{ detail: expect.stringMatching(/ is web\/cart\.test\.js; /) }])
  expect(dry).toEqual(await notes())
  // Below the repository's own folder names are relative to that, wherever the command is typed.
  writeFileSync(
    join(folder, 'web/b.xml'),
    `<testsuite name="x">${at.replace('/home/ci/build/shop/web/', `${folder}/web/`)}</testsuite>`,
  )
  const { out } = await svc(['upload', 'web/b.xml', '--dry-run', '--json'])
  expect(JSON.parse(out).files[0].repairs).toEqual([])
})

test('with --json what went wrong has a code, a message and what to do', { tags: 'thorough' }, async () => {
  const { svc } = place({ 'a.xml': BROKEN, 'none.xml': NO_TESTS })
  const errorOf = async (args: string[], more = {}) => {
    const { code, out } = await svc([...args, '--json'], more)
    expect(code).toBe(1)
    const { error } = JSON.parse(out)
    expect(error).toMatchObject({ message: expect.stringMatching(/./), next: expect.stringMatching(/./) })
    return error.code
  }
  expect(await errorOf(['upload', 'a.xml'])).toBe('BROKEN_FILES')
  expect(await errorOf(['upload', 'none.xml'])).toBe('NO_TESTS')
  expect(await errorOf(['upload', 'missing.xml'])).toBe('NO_FILES')
  expect(await errorOf(['upload', 'a.xml'], { SVC_API_KEY: '' })).toBe('NOT_SET_UP')
})

test('a folder and a loop of links among the names are reported, and the others are read', {
  tags: 'thorough',
}, async () => {
  const { folder, svc } = place({ 'r/a.xml': green(), 'r/deep/b.xml': green() })
  symlinkSync('loop.xml', join(folder, 'r/loop.xml'))
  const names = ['r/a.xml', 'r/deep', 'r/loop.xml']
  const { code, out, err } = await svc(['upload', '--dry-run', ...names])
  expect(code).toBe(1)
  expect(out).toMatch(/^r\/a\.xml .*: 2 tests: 2 passed$/m)
  expect(err).toMatch(/^svc: r\/deep: it is a folder; .*: 'r\/deep\/\*\*\/\*\.xml'$/m)
  expect(err).toMatch(/^svc: r\/loop\.xml: .*loop; /m)
})

test('nothing is sent where there is nothing: never a green run', { tags: 'thorough' }, async () => {
  const { svc, executions } = place({
    'empty.xml': '',
    'none.xml': NO_TESTS,
    'broken.xml': BROKEN.slice(0, 30),
  })
  const one = async (...names: string[]) => {
    const { code, err } = await svc(['upload', ...names])
    expect(code).toBe(1)
    return err
  }
  expect(await one('missing.xml', '*.json')).toMatch(
    /^svc: no file matches missing\.xml, \*\.json\nnext: .*tests write/,
  )
  expect(await one('empty.xml')).toBe(
    'svc: empty.xml: the file is empty\nsvc: 1 file could not be read; nothing was sent\n',
  )
  expect(await one('--dry-run', 'empty.xml')).toBe(
    'svc: empty.xml: the file is empty\nsvc: 1 file could not be read\n',
  )
  expect(await one('none.xml')).toMatch(/no tests; nothing was sent\n$/)
  expect(await one('broken.xml')).toMatch(/nothing was sent\n$/)
  expect(await one('.')).toMatch(/^svc: \.: it is a folder\nnext: name the reports in it: /)
  expect(await executions().catch(() => [])).toEqual([])
})

test('standard input is read, and what cannot be sent is kept and flushed', async () => {
  const { folder, svc, executions } = place()
  expect(await svc(['upload', '-'], {}, PYTEST)).toMatchObject({ code: 0 })
  writeFileSync(join(folder, 'a.xml'), green())
  const kept = await svc(['upload', 'a.xml', '--json', '--timeout', '2'], { SVC_URL: 'http://127.0.0.1:1' })
  expect(kept).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^svc: not sent: http:.*\.svc\/journal.*; to send them: npx --no svc flush\n$/,
    ),
  })
  expect(JSON.parse(kept.out)).toMatchObject({
    state: 'postponed',
    tests: 2,
    path: expect.stringContaining('.ndjson'),
  })
  const late = await svc(['upload', 'a.xml', '--timeout', '0'])
  expect(late).toMatchObject({ code: 1, err: expect.stringMatching(/^svc: not sent: .* raise --timeout;/) })
  expect(await svc(['flush'])).toMatchObject({ code: 0, out: expect.stringMatching(/^sent → /) })
  expect(await executions()).toHaveLength(2)
})

test('wrong use is reported with what is meant', { tags: 'thorough' }, async () => {
  const { svc } = place({ 'a.xml': green() })
  for (const [args, said] of [
    [
      ['a.xml', '--format', 'junt'],
      /^error: .*format junt\n.*junit, .*\nnext: did you mean junit\? npx --no svc help upload\n$/s,
    ],
    [['a.xml', '--map', 'nothing'], /^error: option '--map': "nothing" is not <pattern>=<replacement>/],
    [['a.xml', '--map', '(=x'], /is not a regular expression/],
    [['a.xml', '--root', 'no-such'], /^error: folder not found: /],
    [['a.xml', '--sute', 'x'], /did you mean --suite/],
    [[], /missing required argument 'files'/],
  ] as const)
    expect(await svc(['upload', ...args])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(said),
    })
  expect((await svc(['upload', 'a.xml', '--url', 'ftp://x'])).err).toMatch(/; check SVC_URL or --url\n/)
  expect(await svc(['upload', 'a.xml'], { SVC_API_KEY: '' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^svc: SVC_API_KEY is not set\nnext: /),
  })
})

const CTRF_TEST = { name: 'pays', status: 'passed', duration: 5, filePath: 'cart.cy.ts' }
const ctrf = (environment: object, start = Date.parse('2026-03-02T08:00:00Z')) => {
  const summary = { tests: 1, passed: 1, start, stop: start + 5 }
  return JSON.stringify({
    reportFormat: 'CTRF',
    results: { tool: { name: 'Cypress' }, summary, tests: [CTRF_TEST], environment },
  })
}

test('what a CTRF report says of its run is taken, behind options and before what is checked out', {
  tags: 'thorough',
}, async () => {
  const environment = { commit: '4e5f'.repeat(10), branchName: 'origin/topic', buildNumber: '812' }
  const { svc, executions } = place({ 'a.json': ctrf(environment) })
  const { code, out, err } = await svc(['upload', 'a.json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/ --wait$/m)
  expect(await executions()).toMatchObject([
    { framework: 'cypress', branch: 'topic', testedSha: '4e5f'.repeat(10), build: '812' },
  ])
  expect((await svc(['failures'])).err).toBe('')
  const asked = ['--branch', 'asked', '--commit', 'abcdef0', '--build', '9']
  await svc(['upload', 'a.json', ...asked])
  expect(await executions()).toMatchObject([{ branch: 'asked', testedSha: 'abcdef0', build: '9' }, {}])
})

test('suites of 70 KiB above each of 1,200 tests: every result arrives', { tags: 'thorough' }, async () => {
  const suite = Array.from({ length: 10 }, (_, level) => `${level} `.padEnd(7 * 1024, 'block '))
  const tests = Array.from({ length: 1_200 }, (_, index) => ({ ...CTRF_TEST, name: `pays ${index}`, suite }))
  const report = JSON.parse(ctrf({}))
  const { svc, executions } = place({
    'a.json': JSON.stringify({ ...report, results: { ...report.results, tests } }),
  })
  // A slow machine shows progress.
  const err = expect.stringMatching(/^(svc: (reading|sending): .*\n)*$/)
  expect(await svc(['upload', 'a.json'])).toMatchObject({ code: 0, err })
  expect(await executions()).toMatchObject([{ counts: { total: 1_200, passed: 1_200 } }])
})

test('old reports are of the branch and commit that they tell, unless an option says otherwise', {
  tags: 'thorough',
}, async () => {
  const environment = { commit: '4e5f'.repeat(10), branchName: 'topic' }
  const files = {
    'old/a.json': ctrf(environment),
    'old/b.json': ctrf({}, Date.parse('2026-03-01T08:00:00Z')),
  }
  const { svc, executions } = place(files)
  expect(await svc(['import', 'old'])).toMatchObject({ code: 0 })
  expect(await executions()).toMatchObject([
    { branch: 'topic', testedSha: '4e5f'.repeat(10), trust: 'ci', framework: 'cypress' },
    { branch: 'main', testedSha: null },
  ])
  const other = place(files)
  await other.svc(['import', 'old', '--branch', 'release'])
  expect(await other.executions()).toMatchObject([{ branch: 'release' }, { branch: 'release' }])
})

test('a report of errors alone is sent as a run that failed', { tags: 'thorough' }, async () => {
  const broken = {
    name: 'src/cart.test.js',
    status: 'failed',
    assertionResults: [],
    message: '  ● Test suite failed to run\n\n    SyntaxError: Unexpected token (3:1)\n',
  }
  const report = {
    numRuntimeErrorTestSuites: 1,
    numTotalTests: 0,
    startTime: Date.parse('2026-03-02T08:00:00Z'),
    success: false,
    testResults: [broken],
  }
  const { svc, executions } = place({ 'jest.json': JSON.stringify(report) })
  const { code, out, err } = await svc(['upload', 'jest.json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^jest\.json \(jest-json, jest\): 0 tests: 1 error outside tests$/m)
  expect(out).toMatch(/^sent 0 tests: 1 error outside tests$/m)
  const [execution] = await executions()
  expect(execution).toMatchObject({ state: 'failed', counts: { total: 0, failed: 0 } })
  const { errors } = await server.get<{ errors: { file: string; message: string }[] }>(
    `/api/executions/${execution?.id}`,
  )
  expect(errors).toMatchObject([{ file: 'src/cart.test.js' }])
  expect(JSON.stringify(errors)).toContain('Unexpected token (3:1)')
  const asJson = JSON.parse((await svc(['upload', 'jest.json', '--json'])).out)
  expect(asJson).toMatchObject({ state: 'sent', tests: 0, errors: 1 })
  expect(asJson).not.toHaveProperty('error')
})

test('old runs are imported with their dates, once, and those before --since are left out', {
  tags: 'thorough',
}, async () => {
  const sha = 'ab'.repeat(20)
  const { folder, svc, executions } = place({
    'old/2026-01-05.xml': green('0.1'),
    'old/2026-02-05T0930/a.xml': green('0.2', 'a'),
    'old/2026-02-05T0930/deep/b.xml': green('0.3', 'b'),
    [`old/1772000000-${sha}/a.xml`]: green('0.4', 'fine'),
    'old/told.xml': PYTEST,
    'old/package.json': '{"name":"x"}',
    'old/broken.xml': BROKEN,
  })
  const dry = await svc(['import', 'old', '--dry-run'], { SVC_API_KEY: '' })
  expect(dry.out).toMatch(/^2026-01-05 00:00 {2}2026-01-05\.xml: 2 tests: 2 passed$/m)
  expect(dry.out).toMatch(
    /^not sent \(--dry-run\): 5 runs with \d+ tests\nskipped files that are not reports: package\.json$/m,
  )
  const since = ['import', 'old', '--since', '2026-02-01', '--branch', 'trunk', '--json']
  const first = JSON.parse((await svc(since)).out)
  expect(first.leftOut).toEqual(['2026-01-05.xml'])
  const found = await executions()
  expect(found.map(({ startedAt }) => startedAt)).toEqual(
    expect.arrayContaining([
      '2026-03-01T10:00:00.000Z',
      '2026-02-05T09:30:00.000Z',
      '2026-02-25T06:13:20.000Z',
    ]),
  )
  for (const execution of found) expect(execution).toMatchObject({ branch: 'trunk', trust: 'ci' })
  const byStart = (start: string) => found.find(({ startedAt }) => startedAt.startsWith(start))
  expect(byStart('2026-02-05')).toMatchObject({ counts: { total: 4 }, testedSha: null })
  expect(byStart('2026-02-25')).toMatchObject({ testedSha: sha })
  const again = await svc(since)
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^svc: .*broken\.xml:3:\d+: /) })
  expect(again.out).toMatch(/"isKnown": true/)
  expect(again.out).not.toMatch(/"isKnown": false/)
  expect(await executions()).toHaveLength(found.length)
  expect(readdirSync(join(folder, '.svc/journal'))).toEqual([])
})

test('reports of a run and of its re-runs are one execution, in which a test that passed again is flaky', async () => {
  const suite = (time: string, cases: string) =>
    `<testsuites><testsuite name="pytest" timestamp="${time}">${cases}</testsuite></testsuites>`
  const failed = (name: string) =>
    `<testcase classname="test_pay" name="${name}"><failure message="no">E</failure></testcase>`
  const passed = (name: string) => `<testcase classname="test_pay" name="${name}"/>`
  const { svc, executions } = place({
    'last-failed.xml': suite('2026-03-01T10:01:00', passed('pays') + failed('refunds')),
    'whole.xml': suite('2026-03-01T10:00:00', failed('pays') + failed('refunds') + passed('adds')),
  })
  const { code, out, err } = await svc(['upload', '*.xml', '--reruns'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/: 2 further attempts$/m)
  expect(await executions()).toMatchObject([
    { state: 'failed', counts: { total: 3, passed: 1, failed: 1, flaky: 1 } },
  ])
  // Without the option they are other results, not the same upload.
  await svc(['upload', '*.xml'])
  expect(await executions()).toMatchObject([{ counts: { total: 5, failed: 3, flaky: 0 } }, {}])
})

test('a re-run with a command of its own joins the run by --attempt, which needs its build', async () => {
  const suite = (cases: string) => `<testsuites><testsuite name="pytest">${cases}</testsuite></testsuites>`
  const failed = (name: string) =>
    `<testcase classname="test_pay" name="${name}"><failure message="no">E</failure></testcase>`
  const passed = (name: string) => `<testcase classname="test_pay" name="${name}"/>`
  const { svc, executions } = place({
    'whole.xml': suite(failed('pays') + failed('refunds') + passed('adds')),
    'again.xml': suite(passed('pays') + failed('refunds')),
  })
  const build = ['--build', '12']
  expect((await svc(['upload', 'whole.xml', ...build])).code).toBe(0)
  const again = ['upload', 'again.xml', '--attempt', '2']
  const alone = await svc(again)
  expect(alone.code).toBe(2)
  expect(alone.err).toContain('--attempt joins an earlier upload by its build: give both commands the same')
  expect((await svc([...again, ...build])).code).toBe(0)
  // Sent twice, it is one attempt.
  expect((await svc([...again, ...build])).code).toBe(0)
  expect(await executions()).toMatchObject([{ counts: { total: 3, passed: 1, failed: 1, flaky: 1 } }])
  expect((await svc(['upload', 'again.xml', '--attempt', '0'])).code).toBe(2)
})

test('a further attempt says that it joins nothing, has unknown tests, or replaces itself', async () => {
  const report = (...cases: [name: string, isFailed: boolean][]) =>
    `<testsuites><testsuite name="pytest">${cases
      .map(
        ([name, isFailed]) =>
          `<testcase classname="test_pay" name="${name}">${isFailed ? '<failure message="no">E</failure>' : ''}</testcase>`,
      )
      .join('')}</testsuite></testsuites>`
  const { svc, executions } = place({
    'whole.xml': report(['pays', true], ['adds', false]),
    'again.xml': report(['pays', false]),
    'once-more.xml': report(['pays', true], ['renamed', false]),
  })
  const build = ['--build', '12']
  const alone = await svc(['upload', 'again.xml', '--attempt', '2', '--reruns', ...build])
  expect(alone.code).toBe(0)
  expect(alone.out).toMatch(
    /note: This is attempt 2, but build 12 has no earlier attempt in the suite default on the leg /,
  )
  const unit = await svc(['upload', 'whole.xml', '--suite', 'unit', ...build])
  expect(unit.out).not.toMatch(/note: .*attempt/)
  const elsewhere = await svc(['upload', 'again.xml', '--attempt', '3', '--leg', 'mac', ...build])
  expect(elsewhere.out).toMatch(/; it has the legs .* and the suites unit\. If the earlier attempt follows/)
  const joined = await svc(['upload', 'again.xml', '--attempt', '2', '--suite', 'unit', ...build])
  expect(joined.out).not.toMatch(/note: .*attempt/)
  const twice = await svc(['upload', 'once-more.xml', '--attempt', '2', '--suite', 'unit', ...build])
  expect(twice.out).toContain(
    'note: Attempt 2 of this leg was sent before: the tests of this one replace it.',
  )
  expect(twice.out).toMatch(
    /note: No earlier attempt on this leg has ".* › renamed"\. It counts as a further test/,
  )
  expect((await executions()).filter(({ suite }) => suite === 'unit')).toMatchObject([
    { counts: { total: 3, failed: 1, passed: 2, flaky: 0 } },
  ])
})

test("Playwright's JUnit, whose files are relative to testDir, hints at --root", async () => {
  const report = `<testsuites id="" name="" tests="1" failures="0" skipped="0" errors="0" time="0.1">
<testsuite name="pay.spec.ts" timestamp="2026-03-01T10:00:00.000Z" hostname="chromium" tests="1" failures="0" skipped="0" time="0.1" errors="0">
<testcase name="pays" classname="pay.spec.ts" time="0.1"></testcase></testsuite></testsuites>`
  const { svc } = place({ 'junit.xml': report, 'e2e/pay.spec.ts': '' })
  const without = await svc(['upload', 'junit.xml', '--dry-run'])
  expect(without.out).toContain('Files in this report are relative to testDir: use --root <testDir>')
  const rooted = await svc(['upload', 'junit.xml', '--dry-run', '--root', 'e2e'])
  expect(rooted.out).not.toContain('--root')
})

test('equal reports of different nights are runs of their own, and a second import says that they are there', {
  tags: 'thorough',
}, async () => {
  const { svc, executions } = place({
    'old/nightly/2026-02-01/a.xml': green(),
    'old/nightly/2026-02-02/deep/a.xml': green(),
    'old/nightly/b.xml': green(),
  })
  const first = await svc(['import', 'old'])
  expect(first.out).toMatch(/^imported: 3 runs with 6 tests$/m)
  expect(first.out).toMatch(/^dated by [^:]*: nightly$/m)
  const starts = (await executions()).map(({ startedAt }) => startedAt.slice(0, 10))
  expect(starts).toEqual(expect.arrayContaining(['2026-02-01', '2026-02-02']))
  expect(starts).toHaveLength(3)
  const again = await svc(['import', 'old'])
  expect(again.out).toMatch(/^imported: 3 runs with 6 tests, all of them already on the server$/m)
  expect(await executions()).toHaveLength(3)
})

test('an import stops when nothing can be sent, and lists the runs it did not try', {
  tags: 'thorough',
}, async () => {
  const { svc } = place({ 'old/a.xml': green('1'), 'old/b.xml': green('2'), 'old/c.xml': green('3') })
  const { code, err } = await svc(['import', 'old', '--timeout', '1'], { SVC_URL: 'http://127.0.0.1:1' })
  expect(code).toBe(1)
  expect(err).toMatch(/^svc: a\.xml: not sent: .*ECONNREFUSED.*\nsvc: 2 runs not tried; /)
  expect(await svc(['import', 'none'])).toMatchObject({ code: 2 })
  expect(await svc(['import', 'old', '--since', 'lately'])).toMatchObject({ code: 2 })
})
