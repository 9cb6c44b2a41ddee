import { resultOf } from '@svc/test-kit/collect'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectEqualReports } from './json-report.ts'
import { eachVersion, HEAD, type Reported, runOnce } from './project.ts'

const FILES = {
  'plain.spec.js': `${HEAD}
    test('passes', () => {})
    test('fails', () => { expect(1).toBe(2) })
    test.describe.configure({ retries: 1 })
    test('is flaky', ({}, info) => { if (info.retry < 1) throw new Error('try ' + info.retry) })
    test('never passes', ({}, info) => { throw new Error('fail ' + info.retry) })
    test.describe(() => {
      test.describe.configure({ retries: 2 })
      test('passes at the third try', ({}, info) => { expect(info.retry).toBe(2) })
    })
    test.describe('outer', () => { test.describe('inner', () => { test('is nested', () => {}) }) })
    for (const row of [1, 2]) test('row ' + row, () => { expect(row).toBe(1) })
    test('takes its time', async () => { await new Promise((resolve) => setTimeout(resolve, 120)) })
  `,
  'expected.spec.js': `${HEAD}
    test.fail('fails as expected', () => { throw new Error('known bug') })
    test.fail('passes unexpectedly', () => {})
    test('times out', async () => { test.setTimeout(50); await new Promise(() => {}) })
    test('says inside that it fails', () => { test.fail(true, 'known since May'); throw new Error('known') })
    test('does not mean this run', () => { test.fail(false, 'not here') })
    test('says inside that it fails, and passes', () => { test.fail() })
    test.fail('fails softly as expected', () => { expect.soft(1).toBe(2) })
    test.describe('block', () => {
      test.fail()
      test('fails with its block', () => { throw new Error('known, too') })
    })
    test.fail.skip?.('is not reached', () => {})
  `,
  'skips.spec.js': `${HEAD}
    test.skip('is skipped', () => {})
    test('skips itself', () => { test.skip(true, 'no printer here') })
    test('skips itself without a word', () => { test.skip() })
    test('does not skip', () => { test.skip(false, 'never') })
    test.fixme('is to be fixed', () => {})
    test('is to be fixed, it says', () => { test.fixme(true, 'flickers') })
    test.describe.skip('block', () => { test('is skipped with its block', () => {}) })
    test.describe.fixme('broken block', () => { test('is to be fixed with its block', () => {}) })
    test.describe('conditional', () => {
      test.skip(({ browserName }) => browserName === 'chromium', 'not in chromium')
      test('is skipped by a fixture', () => {})
    })
    test.describe('before', () => {
      test.beforeEach(() => { test.skip(true, 'the hook says so') })
      test('is skipped by a hook', () => {})
    })
    test.describe('again', () => {
      test.describe.configure({ retries: 1 })
      test('skips when it runs again', ({}, info) => {
        test.skip(info.retry > 0, 'not twice')
        throw new Error('the first time')
      })
    })
    test('skips, but its tear-down fails', () => { test.skip() })
    test.afterEach(({}, { title }) => { if (title.endsWith('tear-down fails')) throw new Error('after the skip') })
    test('swallows its skip', () => { try { test.skip() } catch {} })
    test('is slow', () => { test.slow(true, 'big file') })
  `,
}

// Most of these cost a worker of Playwright each.
const TIMEOUTS = {
  'timeouts.spec.js': `${HEAD}
    const never = () => new Promise(() => {})
    test.fail('times out though it may fail', async () => { test.setTimeout(50); await never() })
    test('asserts in vain', async () => { await expect(async () => { expect(1).toBe(2) }).toPass({ timeout: 60 }) })
    test('polls in vain', async () => { await expect.poll(() => 3, { timeout: 60 }).toBe(4) })
    test('polls at last', async () => { let n = 0; await expect.poll(() => ++n).toBe(2) })
    test.describe('hook', () => {
      test.beforeAll(async () => { test.setTimeout(50); await never() })
      test('waits for its set-up', () => {})
      test('waits as well', () => {})
    })
    const slow = test.extend({
      opens: [async ({}, use) => { await never(); await use() }, { timeout: 50 }],
      closes: [async ({}, use) => { await use(); await never() }, { timeout: 50 }],
      costs: async ({}, use) => { await new Promise((r) => setTimeout(r, 80)); await use(); await new Promise((r) => setTimeout(r, 80)) },
    })
    slow('a fixture does not open', ({ opens }) => {})
    slow('a fixture does not close', ({ closes }) => {})
    slow('a fixture takes its time', ({ costs }) => {})
  `,
}

const TIMED_OUT = { status: 'timedOut', errors: [{ message: 'Test timeout of 50ms exceeded.' }] }

eachVersion('what tests come to', (version) => {
  let run: Reported
  const attemptsOf = (...titles: string[]) => run.test(...titles).attempts
  const errorsOf = (...titles: string[]) => attemptsOf(...titles).map(({ errors }) => errors?.[0]?.message)

  beforeAll(async () => {
    run = await runOnce(version, FILES, { use: { browserName: 'chromium' } })
  })

  test('counts, results, attempts and durations are those of the JSON reporter', () => {
    expectEqualReports(run.part, run.report)
    expect(run.report.stats.expected).toBeGreaterThan(10)
  })

  test('a plain pass is nothing but a pass', () => {
    expect(run.test('passes')).toEqual({
      file: 'plain.spec.js',
      titles: ['passes'],
      variant: '',
      occurrence: 0,
      attempts: [{ status: 'passed', startMs: expect.any(Number), durationMs: expect.any(Number) }],
    })
  })

  test('every attempt keeps its own error', () => {
    expect(errorsOf('is flaky')).toEqual(['try 0', undefined])
    expect(errorsOf('never passes')).toEqual(['fail 0', 'fail 1'])
    expect(attemptsOf('passes at the third try').map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'passed',
    ])
    expect(resultOf(run.test('is flaky'))).toBe('flaky')
  })

  test('an expected failure passes and says so; one that passes is a failure', () => {
    const titles = [
      ['fails as expected'],
      ['says inside that it fails'],
      ['fails softly as expected'],
      ['block', 'fails with its block'],
    ]
    for (const each of titles)
      expect(attemptsOf(...each), each.join()).toMatchObject([
        { status: 'passed', expectedFailure: true, errors: [{}] },
      ])
    const failed = { status: 'failed', errors: [{ message: 'Expected to fail, but passed.' }] }
    expect(attemptsOf('passes unexpectedly')).toMatchObject([failed])
    expect(attemptsOf('says inside that it fails, and passes')).toMatchObject([failed])
    expect(attemptsOf('does not mean this run')).toMatchObject([{ status: 'passed' }])
  })

  test('a time-out is distinguished from a failure', () => {
    expect(attemptsOf('times out')).toMatchObject([TIMED_OUT])
  })

  test('a skip tells its reason', () => {
    const skipOf = (...titles: string[]) => attemptsOf(...titles).at(-1)?.skip
    expect(skipOf('is skipped')).toEqual({ kind: 'skip' })
    expect(skipOf('skips itself without a word')).toEqual({ kind: 'skip' })
    expect(skipOf('skips itself')).toEqual({ kind: 'skip', reason: 'no printer here' })
    expect(skipOf('conditional', 'is skipped by a fixture')).toEqual({
      kind: 'skip',
      reason: 'not in chromium',
    })
    expect(skipOf('before', 'is skipped by a hook')).toEqual({ kind: 'skip', reason: 'the hook says so' })
    expect(skipOf('block', 'is skipped with its block')).toEqual({ kind: 'skip' })
    expect(skipOf('is to be fixed, it says')).toEqual({ kind: 'skip', reason: 'flickers' })
  })

  test('what is to be fixed says so beside its skip', () => {
    for (const titles of [['is to be fixed'], ['broken block', 'is to be fixed with its block']])
      expect(attemptsOf(...titles)).toMatchObject([
        { status: 'skipped', skip: { kind: 'skip' }, annotations: [{ type: 'fixme' }] },
      ])
  })

  test('a skip that is not one: swallowed, or with a failing tear-down', () => {
    expect(attemptsOf('swallows its skip')[0]).toMatchObject({
      status: 'failed',
      errors: [{ message: 'Expected to be skipped, but passed.' }],
    })
    expect(attemptsOf('skips, but its tear-down fails')[0]).toMatchObject({
      status: 'failed',
      errors: [{ message: 'after the skip' }],
    })
  })

  test('a test that skips itself on its retry is flaky, as in Playwright', () => {
    const { attempts } = run.test('again', 'skips when it runs again')
    expect(attempts).toMatchObject([
      { status: 'failed' },
      { status: 'passed', annotations: [{ type: 'skip', description: 'not twice' }] },
    ])
  })

  test('a test takes its time', () => {
    expect(attemptsOf('takes its time')[0]?.durationMs).toBeGreaterThanOrEqual(115)
  })

  describe('time-outs', { tags: 'thorough' }, () => {
    beforeAll(async () => {
      run = await runOnce(version, TIMEOUTS)
    })

    test('counts, results, attempts and durations are those of the JSON reporter', () => {
      expectEqualReports(run.part, run.report)
    })

    test('of fixtures and polls are told, also where a failure was expected', () => {
      expect(attemptsOf('times out though it may fail')).toMatchObject([TIMED_OUT])
      expect(errorsOf('a fixture does not open')[0]).toMatch(/opens.*timeout of 50ms/)
      expect(errorsOf('a fixture does not close')[0]).toMatch(/closes.*timeout of 50ms/)
      expect(errorsOf('polls in vain')[0]).toContain('Timeout')
    })

    test('the time of fixtures belongs to the test', () => {
      expect(attemptsOf('a fixture takes its time')[0]?.durationMs).toBeGreaterThanOrEqual(155)
    })
  })
})
