import { resultOf } from '@svc/test-kit/collect'
import { beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, isAtLeast, type Reported, runOnce } from './project.ts'

const files = {
  'kinds.test.js': `
    import { describe, expect, test } from 'vitest'
    test('passes', () => {})
    test('fails', () => { expect({ total: 1 }).toEqual({ total: 2 }) })
    test.skip('is skipped', () => {})
    test('skips itself', (context) => context.skip('no printer here'))
    test('skips without a word', (context) => context.skip())
    test('skips itself after a while', async ({ skip }) => { await new Promise((next) => setTimeout(next, 40)); skip() })
    test.todo('comes later')
    test.skipIf(true)('is skipped by a condition', () => {})
    test.runIf(false)('is not run by a condition', () => {})
    test.runIf(true)('is run by a condition', () => {})
    describe.skipIf(true)('block', () => { test('in a skipped block', () => {}) })
    describe.todo('later', () => { test('in a block of later', () => {}) })
    test.fails('fails as expected', () => { throw new Error('known bug') })
    test.fails('fails as expected, again and again', { retry: 2 }, () => { throw new Error('known bug') })
    test.fails('passes unexpectedly', () => {})
    test('times out', { timeout: 20 }, () => new Promise(() => {}))
    test('asserts too little', () => { expect.assertions(2); expect(1).toBe(1) })
    test('asserts nothing', () => { expect.hasAssertions() })
    test('soft', () => { expect.soft(1).toBe(2); expect.soft('a').toBe('b') })
    describe.concurrent('at once', () => {
      for (const name of ['a', 'b', 'c'])
        test('concurrent ' + name, async () => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          if (name === 'b') throw new Error('b alone')
        })
    })
    const inOrder = describe.sequential ?? describe // gone from version 5 on
    inOrder('one by one', () => { test('sequential', () => {}) })
    describe.shuffle('in any order', () => { for (const n of [1, 2, 3, 4]) test('shuffled ' + n, () => {}) })
    const withDatabase = test.extend({
      database: async ({}, use) => {
        await new Promise((resolve) => setTimeout(resolve, 60))
        await use('open')
      },
      broken: async ({}, use) => { throw new Error('fixture is broken') },
    })
    withDatabase('waits for its fixture', ({ database }) => { expect(database).toBe('open') })
    withDatabase('has a broken fixture', ({ broken }) => {})
  `,
  'hooks.test.js': `
    import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
    describe('no set-up', () => {
      beforeAll(() => { throw new Error('database is down') })
      test('victim', () => {})
      test.skip('skipped anyway', () => {})
      test.todo('later anyway')
      describe('deep', () => { test('victim too', () => {}) })
    })
    describe('slow set-up', () => {
      beforeAll(() => new Promise(() => {}), 20)
      test('victim of slowness', () => {})
    })
    describe('no tear-down', () => {
      afterAll(() => { throw new Error('cannot close') })
      test('ran before', () => {})
    })
    describe('no set-up of each', () => {
      beforeEach(() => { throw new Error('not today') })
      test('is hit', () => {})
    })
    describe('no tear-down of each', () => {
      afterEach(() => { throw new Error('cannot clean') })
      test('is hit afterwards', () => {})
    })
    describe('slow set-up of each', () => {
      beforeEach(() => new Promise(() => {}), 20)
      test('waits in vain', () => {})
    })
  `,
  'file-hook.test.js': `
    import { beforeAll, test } from 'vitest'
    beforeAll(() => { throw new Error('whole file') })
    test('below', () => {})
  `,
  'only.test.js': `
    import { test } from 'vitest'
    test.only('alone', () => {})
    test('beside it', () => {})
  `,
  'does-not-load.test.js': `import './nowhere.js'`,
  'is-no-program.test.js': `const = 1`,
  'throws.test.js': `throw new Error('before any test')`,
  'breaks-in-describe.test.js': `
    import { describe, test } from 'vitest'
    test('before it', () => {})
    describe('breaks', () => { throw new Error('in describe') })
  `,
  'is-empty.test.js': ``,
  'has-no-test.test.js': `import { describe } from 'vitest'; describe('nothing', () => {})`,
  'in-source.js': `
    export const add = (a, b) => a + b
    if (import.meta.vitest) {
      const { expect, test } = import.meta.vitest
      test('adds in its own source', () => { expect(add(1, 1)).toBe(2) })
    }
  `,
}

// These hooks exist from 4.1 on.
const around = {
  'around.test.js': `
    import { aroundAll, aroundEach, describe, test } from 'vitest'
    describe('ring around all', () => {
      aroundAll(async (runSuite) => { throw new Error('no ring') })
      test('is not reached', () => {})
    })
    describe('ring around each', () => {
      aroundEach(async (runTest) => { throw new Error('no ring today') })
      test('is not begun', () => {})
    })
    describe('slow ring', () => {
      aroundEach(async (runTest) => { await new Promise(() => {}) }, 20)
      test('waits for the ring', () => {})
    })
    describe('ring that works', () => {
      aroundEach(async (runTest) => { await runTest() })
      test('is surrounded', () => {})
    })
  `,
}

eachVersion('what became of a test', (version) => {
  let run: Reported

  beforeAll(async () => {
    const hasAround = isAtLeast(version, '4.1.0')
    run = await runOnce(
      { ...files, ...(hasAround ? around : {}) },
      { includeSource: ['in-source.js'], allowOnly: true },
      { version },
    )
  })

  const skipOf = (...titles: string[]) => run.test(...titles).attempts.map(({ skip }) => skip)

  test('is what its own report says, in every test', () => {
    expectSame(run.part, run.report)
    expect(run.code).toBe(1)
    expect(run.part.end).toMatchObject({ status: 'failed' })
    expect(run.part.warnings).toEqual([])
  })

  test('a plain pass is nothing but a pass', () => {
    expect(run.test('passes')).toEqual({
      file: 'kinds.test.js',
      titles: ['passes'],
      variant: '',
      occurrence: 0,
      attempts: [{ status: 'passed', startMs: expect.any(Number), durationMs: expect.any(Number) }],
    })
  })

  test('what a test took until it skipped itself is kept', () => {
    const [attempt] = run.test('skips itself after a while').attempts
    expect(attempt?.status).toBe('skipped')
    // Versions before 5.1.1 tell reporters nothing of it.
    if (version.isNewest) expect(attempt?.durationMs).toBeGreaterThan(30)
  })

  test('a skip tells its kind and its reason', () => {
    expect(skipOf('is skipped')).toEqual([{ kind: 'skip' }])
    expect(skipOf('skips itself')).toEqual([{ kind: 'skip', reason: 'no printer here' }])
    expect(skipOf('skips without a word')).toEqual([{ kind: 'skip' }])
    expect(skipOf('is skipped by a condition')).toEqual([{ kind: 'skip' }])
    expect(skipOf('is not run by a condition')).toEqual([{ kind: 'skip' }])
    expect(skipOf('block', 'in a skipped block')).toEqual([{ kind: 'skip' }])
    expect(skipOf('comes later')).toEqual([{ kind: 'todo' }])
    expect(skipOf('later', 'in a block of later')).toEqual([{ kind: 'todo' }])
  })

  test("one left out by another one's only says so from version 5 on", () => {
    expect(resultOf(run.test('alone'))).toBe('passed')
    expect(skipOf('beside it')).toEqual([{ kind: isAtLeast(version, '5.0.0') ? 'filtered' : 'skip' }])
  })

  test('an expected failure passes and says so, however often it is tried; one that passes is a failure', () => {
    const expected = [{ status: 'passed', expectedFailure: true }]
    expect(run.test('fails as expected').attempts).toMatchObject(expected)
    expect(run.test('fails as expected, again and again').attempts).toMatchObject(expected)
    expect(resultOf(run.test('fails as expected, again and again'))).toBe('passed')
    expect(run.test('passes unexpectedly').attempts).toMatchObject([
      { status: 'failed', errors: [{ message: 'Expect test to fail' }] },
    ])
  })

  test('a time-out is distinguished from a failure, in hooks too', () => {
    expect(run.test('times out').attempts).toMatchObject([
      { status: 'timedOut', errors: [{ message: expect.stringContaining('timed out in 20ms') }] },
    ])
    expect(run.test('slow set-up of each', 'waits in vain').attempts).toMatchObject([
      { status: 'timedOut', errors: [{ message: expect.stringContaining('Hook timed out in 20ms') }] },
    ])
  })

  test('tests behind a failed beforeAll did not run', () => {
    expect(skipOf('no set-up', 'victim')).toEqual([{ kind: 'hook', reason: 'database is down' }])
    expect(skipOf('no set-up', 'deep', 'victim too')).toEqual([{ kind: 'hook', reason: 'database is down' }])
    expect(skipOf('below')).toEqual([{ kind: 'hook', reason: 'whole file' }])
    expect(skipOf('slow set-up', 'victim of slowness')).toMatchObject([{ kind: 'hook' }])
    expect(skipOf('no set-up', 'skipped anyway')).toEqual([{ kind: 'skip' }])
    expect(skipOf('no set-up', 'later anyway')).toEqual([{ kind: 'todo' }])
  })

  test('a failing beforeEach, afterEach or fixture fails its test, a failing afterAll does not', () => {
    const messages = (...titles: string[]) =>
      run.test(...titles).attempts.map(({ errors }) => errors?.map(({ message }) => message))
    expect(messages('no set-up of each', 'is hit')).toEqual([['not today']])
    expect(messages('no tear-down of each', 'is hit afterwards')).toEqual([['cannot clean']])
    expect(messages('has a broken fixture')).toEqual([['fixture is broken']])
    expect(resultOf(run.test('no tear-down', 'ran before'))).toBe('passed')
  })

  test.runIf(isAtLeast(version, '4.1.0'))('hooks around all and around each are hooks', () => {
    expect(skipOf('ring around all', 'is not reached')).toEqual([{ kind: 'hook', reason: 'no ring' }])
    expect(run.test('ring around each', 'is not begun').attempts).toMatchObject([
      { status: 'failed', errors: [{ message: 'no ring today' }] },
    ])
    expect(run.test('slow ring', 'waits for the ring').attempts).toMatchObject([{ status: 'timedOut' }])
    expect(resultOf(run.test('ring that works', 'is surrounded'))).toBe('passed')
  })

  test('the time of a fixture belongs to the test, as Vitest counts it', () => {
    const theirs = run.report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .find(({ title }) => title === 'waits for its fixture')
    const [attempt] = run.test('waits for its fixture').attempts
    expect(attempt?.durationMs).toBeGreaterThan(55)
    expect(attempt?.durationMs).toBeCloseTo(theirs?.duration ?? 0, -0.5)
  })

  test('what fails outside of tests is an error of its file', () => {
    const errors = run.part.errors.map(({ file, failure }) => [file, failure.message])
    expect(errors.sort()).toEqual(
      [
        ['does-not-load.test.js', expect.stringContaining('nowhere.js')],
        ['is-no-program.test.js', expect.stringMatching(/parse|syntax|expected|unexpected/i)],
        ['throws.test.js', 'before any test'],
        ['breaks-in-describe.test.js', 'in describe'],
        ['is-empty.test.js', expect.stringContaining('No test suite found')],
        ['has-no-test.test.js', 'No test found in suite has-no-test.test.js'],
        ['has-no-test.test.js', 'No test found in suite nothing'],
        ['file-hook.test.js', 'whole file'],
        ['hooks.test.js', 'cannot close'],
        ['hooks.test.js', 'database is down'],
        ['hooks.test.js', expect.stringContaining('Hook timed out in 20ms')],
        ...(isAtLeast(version, '4.1.0') ? [['around.test.js', 'no ring']] : []),
      ].sort(),
    )
  })
})
