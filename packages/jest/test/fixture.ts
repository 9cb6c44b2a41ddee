/** Test files with one of everything. */
export const everything: Record<string, string> = {
  'kinds.test.js': `
    test('passes', () => {})
    test('fails', () => { expect({ total: 1 }).toEqual({ total: 2 }) })
    test.skip('is skipped', () => {})
    test.todo('comes later')
    test.failing('fails as expected', () => { throw new Error('known bug') })
    test.failing('passes unexpectedly', () => {})
    test('times out', () => new Promise(() => {}), 20)
    describe('outer', () => { describe('inner', () => { test('is nested', () => {}) }) })
    test.each([1, 1, 2])('row %s', (row) => { expect(row).toBe(1) })
    describe('twice', () => { test('same', () => {}) })
    describe('twice', () => { test('same', () => { throw new Error('the second') }) })
    describe('thrice', () => {
      test('same', () => {})
      test.skip('same', () => {})
      test('same', () => {})
    })
  `,
  'retries.test.js': `
    jest.retryTimes(2)
    let tries = 0
    test('is flaky', () => {
      tries += 1
      if (tries < 3) throw new Error('try ' + tries)
    })
    let fails = 0
    test('never passes', () => { throw new Error('fail ' + ++fails) })
    const counts = [0, 0]
    for (const index of [0, 1]) {
      test('both flaky', () => { if (++counts[index] < 2 + index) throw new Error(index + '/' + counts[index]) })
    }
  `,
  'errors.test.js': `
    test('throws text', () => { throw 'just text' })
    test('throws an object', () => { throw { code: 42 } })
    test('throws nothing', () => { throw undefined })
    test('has a cause', () => {
      throw new Error('outer', { cause: new TypeError('middle', { cause: new RangeError('inner') }) })
    })
    test('aggregate', () => { throw new AggregateError([new Error('first'), new TypeError('second')], 'both') })
  `,
  'hooks.test.js': `
    describe('no set-up', () => {
      beforeAll(() => { throw new Error('database is down') })
      test('victim', () => {})
      test.skip('skipped anyway', () => {})
      describe('deep', () => { test('victim too', () => {}) })
    })
    describe('no tear-down', () => {
      afterAll(() => { throw new Error('cannot close') })
      test('ran before', () => {})
    })
    describe('no tear-down either', () => {
      afterAll(() => { throw new Error('cannot close that') })
      test('ran before that', () => {})
    })
    describe('no set-up of each', () => {
      beforeEach(() => { throw new Error('not today') })
      test('is hit', () => {})
    })
  `,
  'does-not-load.test.js': `require('./nowhere.js')`,
  'does-not-compile.test.js': `
    const error = new Error('cart.ts:3:7 - error TS2307')
    error.stack = ''
    throw error
  `,
  'has-no-tests.test.js': '',
}
