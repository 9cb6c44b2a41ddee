const head = `const { test, expect } = require('@playwright/test')`

/** Test files with one of everything. */
export const everything: Record<string, string> = {
  'kinds.spec.js': `${head}
    test('passes', () => {})
    test('fails', () => { expect(1).toBe(2) })
    test.skip('is skipped', () => {})
    test('skips itself', () => { test.skip(true, 'no printer here') })
    test.fixme('is to be fixed', () => {})
    test.fail('fails as expected', () => { throw new Error('known bug') })
    test.fail('passes unexpectedly', () => {})
    test('times out', async () => { test.setTimeout(30); await new Promise(() => {}) })
    test.describe('outer', () => { test.describe('inner', () => { test('is nested', () => {}) }) })
    test.describe(() => { test('is in a block without a title', () => {}) })
    for (const row of [1, 2]) test('row ' + row, () => { expect(row).toBe(1) })
    test('says something', { tag: '@fast', annotation: { type: 'issue', description: '#7' } }, async ({}, info) => {
      console.log('to stdout')
      console.error('to stderr')
      await info.attach('note', { body: 'abc', contentType: 'text/plain' })
      await test.step('pay', async () => { await test.step('by card', () => { throw new Error('declined') }) })
    })
  `,
  'retries.spec.js': `${head}
    test('is flaky', ({}, info) => { if (info.retry < 1) throw new Error('try ' + info.retry) })
    test('never passes', ({}, info) => { throw new Error('fail ' + info.retry) })
  `,
  'errors.spec.js': `${head}
    test('throws text', () => { throw 'just text' })
    test('throws an object', () => { throw { code: 42 } })
    test('throws nothing', () => { throw undefined })
    test('has a cause', () => {
      throw new Error('outer', { cause: new TypeError('middle', { cause: new RangeError('inner') }) })
    })
    const circular = new Error('round and round')
    circular.cause = circular
    test('is circular', () => { throw circular })
    test('aggregate', () => { throw new AggregateError([new Error('first'), new TypeError('second')], 'both') })
    test('soft', () => { expect.soft(1).toBe(2); expect.soft('a').toBe('b') })
  `,
  'hooks.spec.js': `${head}
    test.describe('no set-up', () => {
      test.beforeAll(() => { throw new Error('database is down') })
      test('meets the hook', () => {})
      test('victim', () => {})
      test.skip('skipped anyway', () => {})
    })
    test.describe('serial', () => {
      test.describe.configure({ mode: 'serial' })
      test('breaks', () => { throw new Error('first of all') })
      test('depends on it', () => {})
    })
    test.describe('no tear-down', () => {
      test.afterAll(() => { throw new Error('cannot close') })
      test('last one', () => {})
    })
  `,
}

export const small = (title: string, body = ''): string => `${head}\n    test('${title}', () => { ${body} })`
