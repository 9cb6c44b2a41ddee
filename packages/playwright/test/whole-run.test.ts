// @module-tag thorough
import { describe, expect, test } from 'vitest'
import { expectEqualCounts, expectEqualReports } from './json-report.ts'
import { eachVersion, HEAD, isSince, type Reported, runOnce } from './project.ts'

const one = (title: string, body = '') => `${HEAD}test(${JSON.stringify(title)}, async () => { ${body} })`
const failures = ({ part }: Reported) => part.errors.map(({ failure }) => failure.message)

eachVersion('a run that goes wrong as a whole', (version) => {
  test('global set-up fails: an error, and no test', async () => {
    const run = await runOnce(
      version,
      { 'a.spec.js': one('a'), 'set-up.js': `module.exports = () => { throw new Error('no database') }` },
      { globalSetup: './set-up.js' },
    )
    expectEqualReports(run.part, run.report)
    expect(failures(run)).toEqual(['no database'])
    expect(run.part.tests).toEqual([])
    expect([run.code, run.part.end?.status]).toEqual([1, 'failed'])
  })

  test('global tear-down fails: an error beside the results', async () => {
    const run = await runOnce(
      version,
      { 'a.spec.js': one('a'), 'end.js': `module.exports = () => { throw new Error('cannot stop') }` },
      { globalTeardown: './end.js' },
    )
    expectEqualReports(run.part, run.report)
    expect(failures(run)).toEqual(['cannot stop'])
    expect(run.test('a').attempts).toMatchObject([{ status: 'passed' }])
    expect([run.code, run.part.end?.status]).toEqual([1, 'failed'])
  })

  test('files that do not load, for any reason, are errors with their file', async () => {
    const run = await runOnce(version, {
      'a.spec.js': one('a'),
      'missing.spec.js': `require('./nowhere')`,
      'syntax.spec.ts': `import { test } from '@playwright/test'\ntest('b', () => { const = 1 })`,
      'throws.spec.ts': `import { test } from '@playwright/test'\nthrow new TypeError('while loading')`,
      'twice.spec.js': `${HEAD}test('same', () => {})\ntest.describe(() => { test('same', () => {}) })`,
    })
    expectEqualReports(run.part, run.report)
    const told = run.part.errors
      .map(({ file, failure }) => `${file} ${failure.message.split('\n')[0]}`)
      .sort()
    expect(told).toEqual([
      expect.stringMatching(/^missing\.spec\.js Cannot find module '\.\/nowhere'/),
      expect.stringMatching(/^syntax\.spec\.ts .*(?:Unexpected|syntax)/i),
      expect.stringMatching(/^throws\.spec\.ts while loading/),
      expect.stringMatching(/^twice\.spec\.js duplicate test title "same"/),
    ])
    expect(run.part.end?.status).toBe('failed')
  })

  test('a type error does not fail Playwright, which does not check types', async () => {
    const run = await runOnce(version, {
      'a.spec.ts': `import { test, expect } from '@playwright/test'\ntest('typed', () => { const n: number = 'x' as any; const m: string = 1; expect(m).toBe(1) })`,
    })
    expectEqualReports(run.part, run.report)
    expect(run.test('typed').attempts).toMatchObject([{ status: 'passed' }])
  })

  test('the time for the whole run is up: what runs is cut off, the rest did not begin', async () => {
    const files = {
      'a.spec.js': `${one('quick')}\ntest('long', async () => { await new Promise(() => {}) })`,
      'b.spec.js': one('later'),
    }
    const runFor = (globalTimeout: number) =>
      runOnce(version, files, { globalTimeout, workers: 1, timeout: 300_000 })
    const hasBegun = ({ part }: Reported) =>
      part.tests.some(({ titles, attempts }) => titles[0] === 'quick' && attempts[0]?.status === 'passed')
    // Until it is enough for a busy machine to come to the long one.
    let seconds = 4
    let run = await runFor(4_000)
    for (; !hasBegun(run) && seconds < 100; run = await runFor(seconds * 1_000)) seconds *= 2
    // The JSON report is written before the test in flight has ended, and calls it skipped.
    expectEqualCounts(run.part, run.report)
    expect(run.test('quick').attempts).toMatchObject([{ status: 'passed' }])
    expect(run.test('long').attempts).toMatchObject([{ status: 'interrupted' }])
    expect(run.test('later').attempts).toMatchObject([
      { status: 'skipped', skip: { kind: 'interrupted', reason: expect.stringContaining('time') } },
    ])
    expect(failures(run)[0]).toContain(`Timed out waiting ${seconds}s`)
    expect(run.part.end?.status).toBe('failed')
  })

  test('Ctrl-C: tests in flight are interrupted, and so is the run', async () => {
    const run = await runOnce(
      version,
      {
        'a.spec.js': `${one('quick')}\ntest('long', async () => { console.log('in flight'); await new Promise(() => {}) })`,
        'b.spec.js': one('later'),
      },
      { workers: 1, timeout: 300_000 },
      {
        until: /in flight/,
        signal: 'SIGINT',
        args: ['--reporter=json,@svc/playwright,line'],
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' },
      },
    )
    expectEqualReports(run.part, run.report)
    expect(run.test('quick').attempts).toMatchObject([{ status: 'passed' }])
    expect(run.test('long').attempts).toMatchObject([{ status: 'interrupted', stdout: 'in flight\n' }])
    expect(run.test('later').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'interrupted' } }])
    expect([run.code, run.part.end?.status]).toEqual([130, 'interrupted'])
  })

  test('the maximum of failures: the rest was filtered', async () => {
    const files = {
      'a.spec.js': one('a', `throw new Error('stop')`),
      'b.spec.js': one('b', `await new Promise((resolve) => setTimeout(resolve, 60_000))`),
      'c.spec.js': one('c'),
    }
    const run = await runOnce(version, files, { workers: 2, timeout: 90_000 }, { args: ['-x'] })
    expectEqualReports(run.part, run.report)
    expect(run.test('a').attempts).toMatchObject([{ status: 'failed' }])
    expect(run.test('c').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'filtered' } }])
    expect(['skipped', 'interrupted']).toContain(run.test('b').attempts[0]?.status)
    expect(run.part.end?.status).toBe('failed')
  })

  describe('nothing to run', () => {
    const empty = { 'a.spec.js': HEAD, 'b.spec.js': one('b') }

    test('is an error', async () => {
      const run = await runOnce(version, empty, {}, { args: ['a.spec'] })
      expectEqualReports(run.part, run.report)
      expect(failures(run)).toEqual([expect.stringContaining('No tests found')])
      expect([run.code, run.part.end?.status]).toEqual([1, 'failed'])
    })

    test('unless that is allowed', async () => {
      const run = await runOnce(version, empty, {}, { args: ['a.spec', '--pass-with-no-tests'] })
      expectEqualReports(run.part, run.report)
      expect([run.code, run.part.end?.status, run.part.tests]).toEqual([0, 'passed', []])
    })
  })

  test('an only where it is forbidden is an error of its file', async () => {
    const run = await runOnce(
      version,
      { 'a.spec.js': `${HEAD}test.only('a', () => {})` },
      {},
      { args: ['--forbid-only'] },
    )
    expectEqualReports(run.part, run.report)
    expect(run.part.errors).toMatchObject([
      { file: 'a.spec.js', failure: { message: expect.stringContaining("'.only' is not allowed") } },
    ])
  })

  test('a list of tests is not a run', async () => {
    const run = await runOnce(version, { 'a.spec.js': one('a') }, {}, { args: ['--list'] })
    expect(run.parts).toEqual([])
    expect(run.output).not.toContain('svc:')
  })

  test('an outcome that another reporter changes is the one that holds', async () => {
    const reporter = `module.exports = class { onEnd() { return { status: 'passed' } } }`
    const run = await runOnce(
      version,
      { 'a.spec.js': one('a', `throw new Error('forgiven')`), 'forgive.js': reporter },
      {},
      {
        args: ['--reporter=json,@svc/playwright,./forgive.js'],
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' },
      },
    )
    expect(run.code).toBe(0)
    expect(run.part.end?.status).toBe('passed')
    expect(run.test('a').attempts).toMatchObject([{ status: 'failed' }])
  })

  if (isSince(version, '1.62'))
    test('what another reporter does to the tests before they run is reported', async () => {
      const reporter = `module.exports = class {
        async preprocess({ suite, testRun }) {
          const [a, b, c, d] = suite.allTests()
          testRun.skip(a, 'quarantined')
          testRun.fail(b, 'known')
          testRun.exclude(c)
          testRun.fixme(d, 'soon')
        }
      }`
      const run = await runOnce(
        version,
        {
          'a.spec.js': `${HEAD}for (const t of ['a', 'b', 'c', 'd']) test(t, () => { throw new Error(t) })`,
          'before.js': reporter,
        },
        {
          reporter: [
            ['json', { outputFile: 'report.json' }],
            ['@svc/playwright', { project: 'fixture' }],
            ['./before.js'],
          ],
        },
      )
      expectEqualReports(run.part, run.report)
      expect(run.test('a').attempts).toMatchObject([{ skip: { kind: 'skip', reason: 'quarantined' } }])
      expect(run.test('b').attempts).toMatchObject([{ status: 'passed', expectedFailure: true }])
      expect(run.test('d').attempts).toMatchObject([{ skip: { kind: 'skip', reason: 'soon' } }])
      expect(run.part.tests).toHaveLength(3)
    })
})
