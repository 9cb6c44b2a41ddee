import { HEAD } from './project.ts'

export const LONG_TITLE = 'long '.repeat(2_000)

/** Titles that are no plain words. */
export const ODD_TITLES = [
  'ünï 日本語 👩‍👩‍👧‍👦',
  'مرحبا بالعالم',
  'two\nlines',
  'a › b > c',
  '"quotes" \\ and / slashes',
  '__proto__',
  '{"json":[1]}',
  '[project=a] % $& .* %s',
]

const title = (text: string) => JSON.stringify(text)

/** Test files with everything that can be told of a test. */
export const FILES = {
  'errors.spec.js': `${HEAD}
    // The line of the next test is looked at.
    test('compares', () => { expect(1).toBe(2) })
    const expectTotal = (total) => {
      expect(total).toBe(2)
    }
    test('is checked by a helper', () => { expectTotal(1) })
    test('throws text', () => { throw 'just text' })
    test('throws an object', () => { throw { code: 42 } })
    test('throws nothing', () => { throw undefined })
    test('throws null', () => { throw null })
    test('throws a circular object', () => { const it = { name: 'it' }; it.self = it; throw it })
    test('throws a getter that throws', () => { throw { get message() { throw new Error('from the getter') } } })
    test('throws an error without a message', () => { throw new Error() })
    test('has a cause', () => {
      throw new Error('outer', { cause: new TypeError('middle', { cause: new RangeError('inner') }) })
    })
    const own = new Error('round and round')
    own.cause = own
    test('is its own cause', () => { throw own })
    test('aggregate', () => { throw new AggregateError([new Error('first'), new TypeError('second')], 'both') })
    test('fails softly', () => { expect.soft(1).toBe(2); expect.soft('a').toBe('b') })
    test('fails softly in a step', async () => { await test.step('inside', () => { expect.soft(1).toBe(2) }) })
    test('fails softly, then hard', () => { expect.soft(1).toBe(2); throw new Error('enough') })
    test('comes from Windows', () => {
      const error = new Error('no such drive')
      error.stack = 'Error: no such drive\\n    at buy (C:\\\\build\\\\shop\\\\cart.ts:7:13)'
      throw error
    })
    test('has much to say', () => { throw new Error('blah '.repeat(500_000)) })
  `,
  'output.spec.js': `${HEAD}
    test('prints megabytes', () => {
      for (let i = 0; i < 40; i++) process.stdout.write('x'.repeat(100_000))
      console.log('the end ünï')
      console.error('to stderr')
      throw new Error('enough')
    })
    test('prints bytes', async () => {
      const euro = Buffer.from('€')
      process.stdout.write(euro.subarray(0, 1))
      await new Promise((resolve) => setTimeout(resolve, 20))
      process.stdout.write(euro.subarray(1))
      process.stdout.write(Buffer.from(' in two pieces'))
      throw new Error('enough')
    })
    test('prints and passes', () => { process.stdout.write('x'.repeat(1_000_000)); console.error('nobody reads this') })
    test.describe('hooks', () => {
      test.beforeEach(() => { console.log('before each') })
      test.afterEach(() => { console.log('after each') })
      test('is surrounded', () => { console.log('body'); throw new Error('look at the output') })
    })
  `,
  'attachments.spec.js': `${HEAD}
    const fs = require('node:fs')
    test('attaches', async ({}, info) => {
      await info.attach('note', { body: 'abc', contentType: 'text/plain' })
      await info.attach('big', { body: Buffer.alloc(10 * 1024 * 1024), contentType: 'application/octet-stream' })
      const path = info.outputPath('log.txt')
      fs.writeFileSync(path, 'a line')
      await info.attach('a file', { path, contentType: 'text/plain' })
      info.attachments.push({ name: 'by hand', contentType: 'text/x-odd', path: __dirname + '/never-written.txt' })
      throw new Error('look at the attachments')
    })
    test('attaches and passes', async ({}, info) => { await info.attach('kept', { body: 'ok' }) })
  `,
  'steps.spec.js': `${HEAD}
    test('takes steps', async () => {
      await test.step('passes', () => {})
      if (test.step.skip) await test.step.skip('left out', () => {})
      await test.step('boxed', async () => {}, { box: true, location: { file: __filename, line: 1, column: 1 } })
      await test.step('pay', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        await test.step('by card', () => { throw new Error('declined') })
      })
    })
    test('takes steps and passes', async () => { await test.step('one', () => {}) })
    test('is annotated @title', { tag: '@fast', annotation: { type: 'issue', description: '#7' } }, ({}, info) => {
      info.annotations.push({ type: 'at run time', description: 'retry ' + test.info().retry }, { type: 'bare' })
    })
    test.describe('group', { tag: '@block' }, () => { test('is slow', () => { test.slow() }) })
  `,
  'tests/ünï dir/titles.spec.js': `${HEAD}
    ${ODD_TITLES.map((each) => `test(${title(each)}, () => {})`).join('\n    ')}
    test(${title(`${LONG_TITLE}1`)}, () => {})
    test(${title(`${LONG_TITLE}22`)}, () => {})
    test.describe('', () => { test('below an empty title', () => {}) })
    test.describe(() => { test('below no title', () => {}) })
  `,
}
