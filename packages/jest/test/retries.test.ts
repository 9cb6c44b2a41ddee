import { resultOf } from '@svc/test-kit/collect'
import { expect, test } from 'vitest'
import { eachVersion, expectWhatJestSays, triesOf, twinsOf } from './project.ts'

const failing = `
  let tries = 0
  test('is flaky', () => {
    tries += 1
    if (tries < 3) throw new Error('try ' + tries)
  })
  let fails = 0
  test('never passes', () => { throw new Error('fail ' + ++fails) })
`

const files = {
  'retries.test.js': `
    jest.retryTimes(2)
    ${failing}
    const counts = [0, 0]
    for (const index of [0, 1]) {
      test('both flaky', () => { if (++counts[index] < 2 + index) throw new Error(index + '/' + counts[index]) })
    }
    test('passes at once', () => {})
    describe('behind a hook', () => {
      beforeAll(() => { throw new Error('no set-up') })
      test('is not tried again', () => {})
    })
    describe('after a beforeEach', () => {
      let runs = 0
      beforeEach(() => { if (++runs === 1) throw new Error('once') })
      test('is tried again', () => {})
    })
    let waits = 0
    test('times out once', () => new Promise((resolve) => { if (++waits > 1) resolve() }), 20)
  `,
  'logged.test.js': `
    jest.retryTimes(2, { logErrorsBeforeRetry: true })
    ${failing}
  `,
  // Versions that do not know an option leave it alone.
  'options.test.js': `
    jest.retryTimes(2, { retryImmediately: true, waitBeforeRetry: 5 })
    ${failing}
    test('comes after them', () => {})
  `,
  // Jest has no repeats: people write a loop, or retry for ever.
  'many.test.js': `
    jest.retryTimes(120)
    for (let round = 0; round < 120; round++) test('in a loop', () => {})
    let many = 0
    test('tried often', () => { if (++many < 110) throw new Error('try ' + many) })
  `,
  'blocks.test.js': `
    describe('whole', () => {
      jest.retryTimes(3, { entireDescribe: true })
      let runs = 0
      beforeAll(() => {
        runs += 1
        if (runs === 1) throw new Error('first set-up')
      })
      test('same', () => {})
      test('same', () => { if (runs < 3) throw new Error('second of run ' + runs) })
      test('alone', () => {})
    })
    test('outside', () => {})
  `,
}

for (const mode of ['--runInBand', '--maxWorkers=2'])
  eachVersion(`retries, ${mode}`, files, { args: [mode] }, (jest) => {
    const inFile = (file: string, ...titles: string[]) =>
      twinsOf(jest.run, ...titles)
        .filter((each) => each.file === file)
        .map(triesOf)

    test('count as in the JSON report of Jest', () => {
      expectWhatJestSays(jest.run)
      expect(jest.run.warnings).toEqual([])
    })

    test.each(['retries.test.js', 'logged.test.js', 'options.test.js'])(
      'keep the error of each try, %s',
      (file) => {
        expect(inFile(file, 'is flaky')).toEqual([['failed: try 1', 'failed: try 2', 'passed']])
        expect(inFile(file, 'never passes')).toEqual([['failed: fail 1', 'failed: fail 2', 'failed: fail 3']])
        expect(resultOf(jest.run.part.tests.find((each) => each.file === file) as never)).toBe('flaky')
      },
    )

    test('and loops are all kept, however many', () => {
      expect(inFile('many.test.js', 'in a loop')).toEqual(Array.from({ length: 120 }, () => ['passed']))
      const [tries] = inFile('many.test.js', 'tried often')
      expect(tries).toEqual([...Array.from({ length: 109 }, (_, i) => `failed: try ${i + 1}`), 'passed'])
    })

    test('of tests with equal titles stay apart', () => {
      expect(inFile('retries.test.js', 'both flaky')).toEqual([
        ['failed: 0/1', 'passed'],
        ['failed: 1/1', 'failed: 1/2', 'passed'],
      ])
    })

    test('are not made behind a beforeAll, but after a beforeEach', () => {
      expect(inFile('retries.test.js', 'behind a hook', 'is not tried again')).toEqual([['skipped']])
      expect(inFile('retries.test.js', 'after a beforeEach', 'is tried again')).toEqual([
        ['failed: once', 'passed'],
      ])
      expect(jest.run.test('times out once').attempts.map(({ status }) => status)).toEqual([
        'timedOut',
        'passed',
      ])
    })

    test('of a whole block repeat the tests that passed as well', () => {
      const [first, second] = inFile('blocks.test.js', 'whole', 'same')
      const alone = inFile('blocks.test.js', 'whole', 'alone')
      if (jest.run.version < 30.5) {
        // Without the option they are tests of their own, behind a hook or not.
        expect(first).toEqual(['skipped'])
        return
      }
      expect(first).toEqual(['skipped', 'passed', 'passed'])
      expect(second).toEqual(['skipped', 'failed: second of run 2', 'passed'])
      expect(alone).toEqual([['skipped', 'passed', 'passed']])
      expect(inFile('blocks.test.js', 'outside')).toEqual([['passed']])
    })

    test('begin one after the other', () => {
      for (const { attempts } of jest.run.part.tests) {
        const starts = attempts.map(({ startMs }) => startMs)
        expect(starts).toEqual([...starts].sort((one, other) => one - other))
      }
    })
  })
