import { expect, test } from 'vitest'
import { countRows } from '../../testing/count-rows.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'

interface Detail {
  project: string
  suite: string
  framework: string
  build: string
  branch: string | null
  testedSha: string | null
  trust: string
  startedAt: string
  durationMs: number
  counts: Record<string, number>
  results: { file: string; titles: string[]; variant: string; status: string; attempts: Attempt[] }[]
}
interface Attempt {
  status: string
  durationMs: number
  errors?: { message: string; stack?: string }[]
  skip?: { kind: string; reason?: string }
  tags?: string[]
  stdout?: string
}

const SHA = '0123456789abcdef0123456789abcdef01234567'
const START = Date.parse('2026-03-02T08:00:00Z')

const report = (tests: unknown[], more: object = {}) => ({
  reportFormat: 'CTRF',
  specVersion: '0.0.0',
  results: {
    tool: { name: 'Cypress', version: '15.1.0', extra: { anything: true } },
    summary: {
      tests: tests.length,
      passed: 0,
      failed: 0,
      skipped: 0,
      pending: 0,
      other: 0,
      start: START,
      stop: START + 30_000,
    },
    tests,
    ...more,
  },
})

async function stored(app: TestApp, document: unknown, query = '?project=shop'): Promise<Detail> {
  const { data, error } = await app.post<{ execution: { id: string } }>(`/api/test-results${query}`, document)
  if (error) throw new Error(error.message)
  return (await app.get<Detail>(`/api/executions/${data.execution.id}`)).data
}

onEachDatabase('CTRF', (makeApp) => {
  test('six reports of one commit in which a test passes and fails by turns make it flaky', async () => {
    const app = await makeApp()
    const outcomes = ['passed', 'failed', 'passed', 'failed', 'passed', 'failed']
    for (const [nth, status] of outcomes.entries()) {
      const tests = [
        { name: 'turns', status, duration: 5, ...(status === 'failed' && { message: 'wrong' }) },
        { name: 'breaks', status: 'failed', duration: 5, message: 'broken' },
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, status: 'passed', duration: 5 })),
      ]
      const environment = { buildNumber: `${nth}`, commit: SHA, branchName: 'main' }
      await stored(app, report(tests, { environment }))
    }
    app.advance(60_000)
    expect(await app.sweep()).toBe(outcomes.length)
    const { data } = await app.get<{ titles: string[]; flakinessRate: object }[]>(
      '/api/flaky-tests?project=shop',
    )
    expect(data).toMatchObject([{ titles: ['turns'], flakinessRate: { numerator: 3, denominator: 6 } }])
  })

  test('a report is taken as tools write it', async () => {
    const app = await makeApp()
    const detail = await stored(
      app,
      report([
        { name: 'pays', status: 'passed', duration: 12, suite: ['Shop', 'Cart'], filePath: 'cart.cy.ts' },
        { name: 'ships', status: 'passed', duration: 3.5, suite: 'Shop > Cart', filePath: 'cart.cy.ts' },
        {
          name: 'breaks',
          status: 'failed',
          duration: 40,
          message: 'expected 1 to be 2',
          trace: 'Error: expected 1 to be 2\n    at cart.cy.ts:3:1',
          line: 3,
          filePath: 'cart.cy.ts',
          rawStatus: 'FAILED',
          ai: 'because',
          screenshot: 'aGVsbG8=',
          extra: { owner: 'me' },
          tags: ['@smoke', 'p1'],
          stdout: ['one', 'two'],
        },
        { name: 'waits', status: 'pending', duration: 0 },
        { name: 'sits out', status: 'skipped', duration: 0, message: 'not on CI' },
        { name: 'is odd', status: 'other', duration: 0 },
        { name: 'is broken', status: 'other', rawStatus: 'broken', duration: 0, message: 'no browser' },
        { name: 'no file', status: 'passed', duration: 1, browser: 'firefox' },
      ]),
    )
    expect(detail).toMatchObject({
      framework: 'cypress',
      trust: 'local',
      startedAt: '2026-03-02T08:00:00.000Z',
      durationMs: 30_000,
      counts: { total: 8, passed: 3, failed: 2, skipped: 3 },
    })
    expect(detail.results).toMatchObject([
      { file: 'cart.cy.ts', titles: ['Shop', 'Cart', 'pays'], attempts: [{ durationMs: 12 }] },
      { titles: ['Shop', 'Cart', 'ships'], attempts: [{ durationMs: 3.5 }] },
      {
        titles: ['breaks'],
        status: 'failed',
        attempts: [
          {
            status: 'failed',
            errors: [{ message: 'expected 1 to be 2', stack: expect.stringContaining('cart.cy.ts:3:1') }],
            tags: ['@smoke', 'p1'],
            stdout: 'one\ntwo',
          },
        ],
      },
      { titles: ['waits'], status: 'skipped', attempts: [{ skip: { kind: 'todo' } }] },
      { titles: ['sits out'], attempts: [{ skip: { kind: 'skip', reason: 'not on CI' } }] },
      { titles: ['is odd'], status: 'skipped' },
      { titles: ['is broken'], status: 'failed', attempts: [{ errors: [{ message: 'no browser' }] }] },
      { file: '', titles: ['no file'], variant: 'firefox' },
    ])
  })

  test('retries come out the same however a tool lists them', async () => {
    const app = await makeApp()
    const final = { status: 'passed', duration: 10, retries: 2, flaky: true, filePath: 'a.cy.ts' }
    const tried = (attempt: number, status: string) => ({
      attempt,
      status,
      duration: attempt,
      message: `${attempt}`,
    })
    const detail = await stored(
      app,
      report([
        { ...final, name: 'without the last', retryAttempts: [tried(1, 'failed'), tried(2, 'failed')] },
        {
          ...final,
          name: 'with the last',
          retryAttempts: [tried(1, 'failed'), tried(2, 'failed'), tried(3, 'passed')],
        },
        { ...final, name: 'counted only' },
        {
          name: 'failed thrice',
          status: 'failed',
          duration: 1,
          message: 'third',
          retries: 2,
          retryAttempts: [tried(1, 'failed'), tried(2, 'failed')],
        },
        // infopulse/pytest-common-test-report-json#11: rows of one name are written as attempts.
        { ...final, name: 'a row failed', retryAttempts: [tried(1, 'passed'), tried(2, 'failed')] },
        { ...final, name: 'all rows passed', retryAttempts: [tried(1, 'passed'), tried(2, 'passed')] },
      ]),
    )
    expect(
      detail.results.map(({ titles, status, attempts }) => [
        titles[0],
        status,
        attempts.map((attempt) => attempt.status).join(' '),
      ]),
    ).toEqual([
      ['without the last', 'flaky', 'failed failed passed'],
      ['with the last', 'flaky', 'failed failed passed'],
      ['counted only', 'flaky', 'failed passed'],
      ['failed thrice', 'failed', 'failed failed failed'],
      ['a row failed', 'failed', 'passed passed failed'],
      ['all rows passed', 'passed', 'passed passed passed'],
    ])
    expect(detail.results[3]?.attempts.map((attempt) => attempt.errors?.[0]?.message)).toEqual([
      '1',
      '2',
      'third',
    ])
  })

  test('identity comes from its environment, and the query goes before it', async () => {
    const app = await makeApp()
    const environment = {
      appName: 'Web Shop',
      buildName: 'main',
      buildNumber: 812,
      buildUrl: 'https://ci.example/812',
      repositoryName: 'acme/web-shop',
      commit: SHA,
      branchName: 'topic',
      osPlatform: 'linux',
      testEnvironment: 'staging',
    }
    const test = { name: 'a', status: 'passed', duration: 1 }
    expect(await stored(app, report([test], { environment }), '')).toMatchObject({
      project: 'web-shop',
      build: '812',
      branch: 'topic',
      testedSha: SHA,
      trust: 'ci',
    })
    expect(
      await stored(
        app,
        report([test], { environment }),
        '?project=shop&suite=e2e&build=9&branch=main&leg=win',
      ),
    ).toMatchObject({ project: 'shop', suite: 'e2e', build: '9', branch: 'main' })
    expect(
      await stored(
        app,
        report([test], { environment: { ...environment, buildNumber: '813', commit: 'HEAD' } }),
        '',
      ),
    ).toMatchObject({ testedSha: null })
  })

  test('paths of any machine become posix and relative, as in an upload', async () => {
    const app = await makeApp()
    const testIn = (name: string, filePath: string) => ({ name, status: 'passed', duration: 1, filePath })
    const detail = await stored(
      app,
      report([
        testIn('a', 'C:\\repo\\a.cy.ts'),
        testIn('b', '/repo/b.cy.ts'),
        testIn('c', './e2e\\x/../c.cy.ts'),
        testIn('d', 'e2e\\d.cy.ts'),
      ]),
    )
    const files = Object.fromEntries(detail.results.map(({ titles, file }) => [titles[0], file]))
    expect(files).toEqual({ a: 'repo/a.cy.ts', b: 'repo/b.cy.ts', c: 'c.cy.ts', d: 'e2e/d.cy.ts' })
    expect(detail.framework).toBe('cypress')
  })

  test('long texts of other tools are cut, not refused', async () => {
    const app = await makeApp()
    const long = 'ä'.repeat(40_000)
    const detail = await stored(
      app,
      report([{ name: 'a', status: 'failed', duration: 1, message: long, trace: long, stdout: [long] }]),
    )
    const [attempt] = detail.results[0]?.attempts ?? []
    expect(Buffer.byteLength(attempt?.errors?.[0]?.message ?? '')).toBeLessThanOrEqual(16 * 1024)
    expect(Buffer.byteLength(attempt?.errors?.[0]?.stack ?? '')).toBeLessThanOrEqual(32 * 1024)
    expect(attempt?.errors?.[0]?.message).toMatch(/^ä+$/)
    expect(attempt?.stdout).toMatch(/^ä+$/)
  })

  test('what is wrong is named, and nothing of it is stored', async () => {
    const app = await makeApp()
    const before = await countRows(app)
    const test = { name: 'a', status: 'passed', duration: 1 }
    const year = 366 * 86_400_000
    const cases: [unknown, string | RegExp][] = [
      [{ reportFormat: 'CTRF' }, 'results: expected an object.'],
      [{ reportFormat: 'CTRF', results: { tool: { name: 'x' } } }, 'results.tests: expected an array.'],
      [{ results: { tests: [] } }, 'results.tool: expected an object.'],
      [report([{ ...test, name: 5 }]), 'results.tests[0].name: expected a string, not 5.'],
      [
        report([test, { ...test, status: 'ok' }]),
        /^results\.tests\[1\]\.status: expected one of passed, failed/,
      ],
      [report([{ ...test, duration: 'long' }]), /^results\.tests\[0\]\.duration: expected a number/],
      [report([{ ...test, duration: year + 1 }]), /^results\.tests\[0\]\.duration: expected a number from 0/],
      [report([{ ...test, suite: [5] }]), 'results.tests[0].suite[0]: expected a string, not 5.'],
      [
        report([{ ...test, retryAttempts: [{ status: 'x' }] }]),
        /retryAttempts\[0\]\.status: expected one of/,
      ],
      [report([{ ...test, tags: 'smoke' }]), 'results.tests[0].tags: expected an array, not "smoke".'],
    ]
    for (const [document, message] of cases)
      expect(await app.post('/api/test-results?project=shop', document), `${message}`).toMatchObject({
        status: 400,
        error: {
          code: 'INVALID_REQUEST',
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        },
      })
    expect(await countRows(app)).toEqual(before)
  })

  test('a clock that was set while it ran makes no report unreadable', async () => {
    const app = await makeApp()
    const document = report([{ name: 'a', status: 'passed', duration: 1, start: 9e15, stop: 9e15 }])
    Object.assign(document.results.summary, { start: 1, stop: 9e15 })
    expect(await stored(app, document)).toMatchObject({ counts: { passed: 1 } })
  })
})
