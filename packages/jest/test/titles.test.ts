import { resultOf } from '@svc/test-kit/collect'
import { expect, test } from 'vitest'
import { eachVersion, expectWhatJestSays, triesOf, twinsOf } from './project.ts'

const long = 'long '.repeat(2000)

const files = {
  'rows.test.js': `
    test.each([1, 1, 2])('row %s', (row) => { expect(row).toBe(1) })
    test.each\`
      a    | b    | sum
      \${1} | \${1} | \${2}
      \${1} | \${2} | \${4}
    \`('$a + $b is $sum', ({ a, b, sum }) => { expect(a + b).toBe(sum) })
    test.each([{ a: { b: 1 } }, { a: { b: 2 } }])('of $a.b, number $#', () => {})
    test.each([[{ deep: [1, 'two'] }, null]])('with %p and %p', () => {})
    test.each([['%', 100]])('%s of %i %%', () => {})
    describe.each([1, 1])('block %s', () => { test('same', () => {}) })
  `,
  'twins.test.js': `
    describe('twice', () => { test('same', () => {}) })
    describe('twice', () => { test('same', () => { throw new Error('the second') }) })
    describe('thrice', () => {
      test('same', () => {})
      test.skip('same', () => {})
      test('same', () => {})
    })
    describe('apart', () => { test('a b', () => {}) })
    describe('apart a', () => { test('b', () => { throw new Error('not the other') }) })
  `,
  'concurrent.test.js': `
    const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    test.concurrent('same', async () => { await after(150); throw new Error('slow') })
    test.concurrent('same', async () => { await after(10) })
    test.concurrent('same', async () => { await after(70); throw new Error('middle') })
    test.concurrent('alone', async () => { await after(20) })
    test.concurrent.each([1, 2])('row %s', async (row) => { await after(20 - row) })
  `,
  'concurrent-retries.test.js': `
    jest.retryTimes(2)
    const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const tries = [0, 0]
    test.concurrent('same', async () => { await after(60); if (++tries[0] < 3) throw new Error('slow ' + tries[0]) })
    test.concurrent('same', async () => { await after(10); if (++tries[1] < 2) throw new Error('fast ' + tries[1]) })
  `,
  'odd.test.js': `
    test('ünïcødé 日本語 🎉 👩‍👩‍👧', () => {})
    test('\\u202bמימין לשמאל\\u202c', () => {})
    test('line one\\nline two\\r\\n\\tline three', () => {})
    test(${JSON.stringify(long)}, () => {})
    test(${JSON.stringify(long)} + '!', () => { throw new Error('one more') })
    test('', () => {})
    test('  spaces  ', () => {})
    test('\\u001b[31mred\\u001b[39m', () => {})
    test('lone \\ud800 surrogate', () => {})
    test('null \\u0000 byte', () => {})
    test(42, () => {})
    test(class Cart {}, () => {})
    describe(function checkout() {}, () => { test('named by a function', () => {}) })
    test('__proto__', () => {})
    describe('constructor', () => { test('toString', () => {}) })
  `,
  'deeply/nested folder/with (brackets)/a+b.test.js': `test('is found', () => { throw new Error('here') })`,
}

for (const mode of ['--runInBand', '--maxWorkers=2'])
  eachVersion(`titles, ${mode}`, files, { args: [mode] }, (jest) => {
    const resultsOf = (...titles: string[]) =>
      twinsOf(jest.run, ...titles).map((each) => [each.occurrence, resultOf(each)])

    test('count as in the JSON report of Jest', () => {
      expectWhatJestSays(jest.run)
      expect(jest.run.warnings).toEqual([])
    })

    test('equal ones are distinguished, in the order of their declaration', () => {
      expect(resultsOf('row 1').filter(([, result]) => result === 'passed').length).toBe(3)
      expect(resultsOf('twice', 'same')).toEqual([
        [0, 'passed'],
        [1, 'failed'],
      ])
      expect(resultsOf('thrice', 'same')).toEqual([
        [0, 'passed'],
        [1, 'passed'],
        [2, 'skipped'],
      ])
      expect(resultsOf('block 1', 'same')).toEqual([
        [0, 'passed'],
        [1, 'passed'],
      ])
      expect(resultsOf('apart', 'a b')).toEqual([[0, 'passed']])
      expect(resultsOf('apart a', 'b')).toEqual([[0, 'failed']])
    })

    test('equal concurrent ones are distinguished, whichever ends first', () => {
      const [first, second, third, ...more] = twinsOf(jest.run, 'same').filter(
        ({ file }) => file === 'concurrent.test.js',
      )
      expect(more).toEqual([])
      expect([first, second, third].map(triesOf)).toEqual([['failed: slow'], ['passed'], ['failed: middle']])
    })

    test('equal concurrent ones keep their tries', () => {
      const twins = twinsOf(jest.run, 'same').filter(({ file }) => file === 'concurrent-retries.test.js')
      const tries = twins.map((each) => each.attempts.map(({ status }) => status))
      // Before Jest 30 a concurrent test is not run anew: each try has the outcome of the first.
      const last = jest.run.version < 30 ? ['failed', 'failed'] : ['passed']
      expect(tries).toEqual([
        ['failed', 'failed', last[0]],
        ['failed', ...last],
      ])
    })

    test('rows of a table have the titles Jest makes of them', () => {
      const titles = jest.run.part.tests.map((each) => each.titles.join(' > '))
      expect(titles).toEqual(
        expect.arrayContaining(['1 + 1 is 2', '1 + 2 is 4', 'of 1, number 0', '% of 100 %']),
      )
      expect(titles.filter((title) => /^with \{"deep": .*\} and null$/.test(title))).toHaveLength(1)
    })

    test('any text is a title', () => {
      expect(resultOf(jest.run.test('ünïcødé 日本語 🎉 👩‍👩‍👧'))).toBe('passed')
      expect(resultOf(jest.run.test('line one\nline two\r\n\tline three'))).toBe('passed')
      expect(resultOf(jest.run.test(long))).toBe('passed')
      expect(resultOf(jest.run.test(`${long}!`))).toBe('failed')
      expect(resultOf(jest.run.test('checkout', 'named by a function'))).toBe('passed')
    })

    test('any path is a path', () => {
      const file = 'deeply/nested folder/with (brackets)/a+b.test.js'
      expect(jest.run.test('is found')).toMatchObject({
        file,
        attempts: [{ errors: [{ message: 'here', location: { file, line: 1 } }] }],
      })
    })
  })
