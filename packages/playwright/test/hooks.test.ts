// @module-tag thorough

import { resultOf } from '@svc/test-kit/collect'
import { beforeAll, expect, test } from 'vitest'
import { expectEqualReports } from './json-report.ts'
import { eachVersion, HEAD, type Reported, runOnce } from './project.ts'

const FILES = {
  'hooks.spec.js': `${HEAD}
    test.describe('no set-up', () => {
      test.beforeAll(() => { throw new Error('database is down') })
      test('meets the hook', () => {})
      test('victim', () => {})
      test.skip('skipped anyway', () => {})
      test.fail('expected to fail', () => { throw new Error('never reached') })
    })
    test.describe('set-up of each', () => {
      test.beforeEach(() => { throw new Error('no account') })
      test('first', () => {})
      test('second', () => {})
    })
    test.describe('tear-down of each', () => {
      test.afterEach(() => { console.log('from the hook'); throw new Error('cannot delete') })
      test('passes, then fails', () => {})
      test('fails twice', () => { throw new Error('own error') })
    })
    test.describe('no tear-down', () => {
      test.afterAll(() => { throw new Error('cannot close') })
      test('before the last', () => {})
      test('last one', () => {})
    })
    test.describe('set-up skips', () => {
      test.beforeAll(() => { test.skip(true, 'no licence') })
      test('skipped by beforeAll', () => {})
      test('skipped as well', () => {})
    })
  `,
  'workers.spec.js': `${HEAD}
    const broken = test.extend({ server: [async ({}, use) => { throw new Error('port is taken'); await use() }, { scope: 'worker' }] })
    broken('needs the server', ({ server }) => {})
    broken('needs it too', ({ server }) => {})
    const leaking = test.extend({ db: [async ({}, use) => { await use(); throw new Error('still open') }, { scope: 'worker', auto: true }] })
    leaking('uses the database', ({ db }) => {})
  `,
  'crash.spec.js': `${HEAD}
    test('before the crash', () => {})
    test('exits', async () => {
      console.log('about to exit')
      await new Promise((resolve) => setTimeout(resolve, 50))
      process.exit(3)
    })
    test('after the exit', () => {})
    test('is killed', async () => {
      await test.step('pulls the plug', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}) })
    })
    test('after the kill', () => {})
    test('throws behind its back', async () => {
      setTimeout(() => { throw new Error('nobody waits for this') }, 10)
      await new Promise((resolve) => setTimeout(resolve, 60))
    })
    test('rejects behind its back', async () => {
      Promise.reject(new Error('nobody catches this'))
      await new Promise((resolve) => setTimeout(resolve, 60))
    })
  `,
  'serial.spec.js': `${HEAD}
    test.describe('stops', () => {
      test.describe.configure({ mode: 'serial' })
      test('breaks', () => { throw new Error('first of all') })
      test('depends on it', () => {})
    })
    test.describe('recovers', () => {
      test.describe.configure({ mode: 'serial', retries: 1 })
      test('one', () => {})
      test('two', ({}, info) => { expect(info.retry).toBe(1) })
      test('three', () => {})
    })
    test.describe('gets worse', () => {
      test.describe.configure({ mode: 'serial', retries: 1 })
      test('one', ({}, info) => { expect(info.retry).toBe(0) })
      test('two', () => {})
      test('three', () => { throw new Error('always') })
    })
    test.describe('never recovers', () => {
      test.describe.configure({ mode: 'serial', retries: 2 })
      test('one', () => {})
      test('two', ({}, info) => { throw new Error('try ' + info.retry) })
      test('three', () => {})
    })
  `,
}

eachVersion('what goes wrong around tests', (version) => {
  let run: Reported
  const attemptsOf = (...titles: string[]) => run.test(...titles).attempts
  const DID_NOT_RUN = { status: 'skipped', skip: { kind: 'hook' } }

  beforeAll(async () => {
    run = await runOnce(version, FILES)
  })

  test('counts, results, attempts and durations are those of the JSON reporter', () => {
    expectEqualReports(run.part, run.report)
  })

  test('the first test behind a failed beforeAll meets its error, the others did not run', () => {
    expect(attemptsOf('no set-up', 'meets the hook')).toMatchObject([
      { status: 'failed', errors: [{ message: 'database is down' }] },
    ])
    expect(attemptsOf('no set-up', 'victim')).toMatchObject([DID_NOT_RUN])
    expect(attemptsOf('no set-up', 'expected to fail')).toMatchObject([DID_NOT_RUN])
    expect(attemptsOf('no set-up', 'skipped anyway')).toMatchObject([{ skip: { kind: 'skip' } }])
  })

  test('what a hook of each test throws is an error of the test', () => {
    for (const title of ['first', 'second'])
      expect(attemptsOf('set-up of each', title)).toMatchObject([
        { status: 'failed', errors: [{ message: 'no account' }] },
      ])
    expect(attemptsOf('tear-down of each', 'passes, then fails')).toMatchObject([
      { status: 'failed', errors: [{ message: 'cannot delete' }], stdout: 'from the hook\n' },
    ])
    expect(attemptsOf('tear-down of each', 'fails twice')).toMatchObject([
      { errors: [{ message: 'own error' }, { message: 'cannot delete' }] },
    ])
  })

  test('a failed afterAll is an error of the last test', () => {
    expect(attemptsOf('no tear-down', 'before the last')).toMatchObject([{ status: 'passed' }])
    expect(attemptsOf('no tear-down', 'last one')).toMatchObject([
      { status: 'failed', errors: [{ message: 'cannot close' }] },
    ])
  })

  test('a beforeAll that skips gives its reason to all', () => {
    for (const title of ['skipped by beforeAll', 'skipped as well'])
      expect(attemptsOf('set-up skips', title)[0]?.skip).toEqual({ kind: 'skip', reason: 'no licence' })
  })

  test('a fixture of the worker fails the test that needs it, its tear-down is reported', () => {
    expect(attemptsOf('needs the server')[0]?.errors).toMatchObject([{ message: 'port is taken' }])
    expect(run.part.errors).toMatchObject([
      { failure: { message: expect.stringMatching(/^still open\n[\s\S]*uses the database/) } },
    ])
  })

  test('the test in which a worker dies has failed, those behind it run', () => {
    expect(attemptsOf('exits')[0]).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('code=3') }],
      stdout: 'about to exit\n',
    })
    expect(attemptsOf('is killed')[0]).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('signal=SIGKILL') }],
    })
    for (const title of ['before the crash', 'after the exit', 'after the kill'])
      expect(resultOf(run.test(title)), title).toBe('passed')
    expect(attemptsOf('throws behind its back')[0]?.errors).toMatchObject([
      { message: 'nobody waits for this' },
    ])
  })

  test('the rest of a serial group did not run because of the one that failed', () => {
    const [attempt] = attemptsOf('stops', 'depends on it')
    expect(attempt).toMatchObject(DID_NOT_RUN)
    // Older versions do not tell their reporters which groups are serial.
    if (version.isNewest) expect(attempt?.skip?.reason).toContain('serial')
  })

  test('a serial group is run again as a whole, and every attempt is kept', () => {
    const statusesOf = (group: string) =>
      ['one', 'two', 'three'].map((title) => [
        resultOf(run.test(group, title)),
        ...attemptsOf(group, title).map(({ status }) => status),
      ])
    expect(statusesOf('recovers')).toEqual([
      ['passed', 'passed', 'passed'],
      ['flaky', 'failed', 'passed'],
      ['passed', 'skipped', 'passed'],
    ])
    expect(statusesOf('gets worse')).toEqual([
      ['failed', 'passed', 'failed'],
      ['passed', 'passed', 'skipped'],
      ['failed', 'failed', 'skipped'],
    ])
    expect(statusesOf('never recovers')[1]).toEqual(['failed', 'failed', 'failed', 'failed'])
  })
})
