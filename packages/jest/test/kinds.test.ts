import { resultOf } from '@svc/test-kit/collect'
import { expect, test } from 'vitest'
import { eachVersion, expectWhatJestSays, twinsOf } from './project.ts'

const files = {
  'kinds.test.js': `
    test('passes', () => {})
    test('fails', () => { expect({ total: 1 }).toEqual({ total: 2 }) })
    test.skip('is skipped', () => {})
    test.todo('comes later')
    test.failing('fails as expected', () => { throw new Error('known bug') })
    test.failing('passes unexpectedly', () => {})
    test('times out', () => new Promise(() => {}), 20)
    describe('outer', () => { describe('inner', () => { test('is nested', () => {}) }) })
    describe.skip('left out', () => { test('too', () => {}) })
    xit('is skipped the old way', () => {})
    test('waits for done', (done) => { setTimeout(done, 5) })
    test('is told done twice', (done) => { done(); done(new Error('again')) })
    test('expects more', () => { expect.assertions(2); expect(1).toBe(1) })
    test('times out on done', (done) => {}, 20)
  `,
  'failing-rows.test.js': `
    const each = test.failing.each
    if (each) each([1, 2])('fails for %s', (row) => { if (row === 1) throw new Error('bug 1') })
    else test('has no rows of failing tests', () => {})
  `,
  'only.test.js': `
    test.only('the only one', () => {})
    test('another', () => {})
    describe('more', () => { test('of them', () => {}); test.only('chosen', () => {}) })
  `,
  'does-not-load.test.js': `require('./nowhere.js')`,
  'does-not-parse.test.js': `test('never', () => { const = 1 })`,
  'does-not-compile.test.js': `
    const error = new Error('cart.ts:3:7 - error TS2307')
    error.stack = ''
    throw error
  `,
  'throws-text.test.js': `throw 'only text'`,
  'has-no-tests.test.js': '',
  'ends-twice.test.js': `
    test('is innocent', () => {})
    describe('late', () => { throw new Error('in describe') })
  `,
  'types.test.ts': `const n: number = 'not a number'\ntest('typed', () => {})`,
  'ts-transform.cjs': `
    exports.process = (source, path) => {
      if (!path.endsWith('.ts')) return { code: source }
      const error = new Error(path + ':1:7 - error TS2322: Type string is not assignable to type number.')
      error.stack = ''
      throw error
    }
  `,
}

// What is thrown takes another way in each: as it is in one process, serialised from workers and from threads.
const modes: [string, string[], object][] = [
  ['in one process', ['--runInBand'], {}],
  ['in workers', ['--maxWorkers=2'], {}],
  ['in threads', ['--maxWorkers=2'], { workerThreads: true }],
]

for (const [mode, args, config] of modes)
  eachVersion(
    `tests of all kinds ${mode}`,
    files,
    { args, config: { ...config, transform: { '\\.ts$': './ts-transform.cjs' } } },
    (jest) => {
      test('count as in the JSON report of Jest', () => expectWhatJestSays(jest.run))

      test('say what they are a part of', () => {
        expect(jest.run.part.open).toMatchObject({
          project: 'fixture',
          root: 'git',
          runner: { name: 'jest', version: jest.runner.version },
          client: { name: '@svc/jest' },
          part: { package: '', config: 'jest.config.json' },
        })
        expect(jest.run.part.end).toMatchObject({ status: 'failed' })
        expect(jest.run.warnings).toEqual([])
      })

      test('a plain pass is nothing but a pass', () => {
        expect(jest.run.test('passes')).toEqual({
          file: 'kinds.test.js',
          titles: ['passes'],
          variant: '',
          occurrence: 0,
          attempts: [{ status: 'passed', startMs: expect.any(Number), durationMs: expect.any(Number) }],
        })
      })

      test('a failure has message, stack, place and what was compared', () => {
        const [error] = jest.run.test('fails').attempts[0]?.errors ?? []
        expect(error).toMatchObject({
          message: expect.stringContaining('toEqual'),
          stack: expect.stringContaining('kinds.test.js:3:'),
          location: { file: 'kinds.test.js', line: 3 },
        })
        // A thread hands over an error without what matchers add to it.
        const compared = mode === 'in threads' ? [undefined, undefined] : ['{ total: 2 }', '{ total: 1 }']
        expect([error?.expected, error?.actual]).toEqual(compared)
        expect(error?.stack).not.toContain('jest-circus')
      })

      test('skipped and todo tests are reported with their kind', () => {
        const kindOf = (...titles: string[]) => jest.run.test(...titles).attempts.map(({ skip }) => skip)
        expect(kindOf('is skipped')).toEqual([{ kind: 'skip' }])
        expect(kindOf('is skipped the old way')).toEqual([{ kind: 'skip' }])
        expect(kindOf('left out', 'too')).toEqual([{ kind: 'skip' }])
        expect(kindOf('comes later')).toEqual([{ kind: 'todo' }])
        expect(kindOf('another')).toEqual([{ kind: 'skip' }])
        expect(resultOf(jest.run.test('more', 'chosen'))).toBe('passed')
      })

      test('an expected failure passes and says so where Jest does; one that passes is a failure', () => {
        const mark = jest.run.version < 30 ? [undefined] : [true]
        const marks = (title: string) =>
          jest.run.test(title).attempts.map(({ expectedFailure }) => expectedFailure)
        expect(resultOf(jest.run.test('fails as expected'))).toBe('passed')
        expect(marks('fails as expected')).toEqual(mark)
        expect(jest.run.test('passes unexpectedly').attempts).toMatchObject([
          { status: 'failed', errors: [{ message: expect.stringContaining('supposed to fail') }] },
        ])
        const rows = twinsOf(jest.run, 'fails for 1').concat(twinsOf(jest.run, 'fails for 2'))
        if (rows.length > 0) expect(rows.map(resultOf)).toEqual(['passed', 'failed'])
        const lost = [30, 30.5].filter((since) => jest.run.version < since)
        expect(jest.run.part.warnings.length).toBe(lost.length)
      })

      test('a time-out is distinguished from a failure, and where', () => {
        const message = expect.stringContaining('Exceeded timeout of 20 ms')
        expect(jest.run.test('times out').attempts).toMatchObject([
          { status: 'timedOut', errors: [{ message, location: { file: 'kinds.test.js', line: 8 } }] },
        ])
        expect(jest.run.test('times out on done').attempts).toMatchObject([{ status: 'timedOut' }])
      })

      test('what does not load, parse, compile or hold a test is an error of its file', () => {
        const errors = jest.run.part.errors.map(({ file, failure }) => [file, failure.message])
        expect(errors.sort()).toEqual([
          ['does-not-compile.test.js', expect.stringContaining('cart.ts:3:7 - error TS2307')],
          ['does-not-load.test.js', expect.stringContaining('nowhere.js')],
          ['does-not-parse.test.js', expect.stringContaining("Unexpected token '='")],
          ['ends-twice.test.js', 'in describe'],
          ['has-no-tests.test.js', expect.stringContaining('must contain at least one test')],
          ['throws-text.test.js', expect.stringContaining('only text')],
          ['types.test.ts', expect.stringContaining('error TS2322')],
        ])
      })
    },
  )
