import { expect, test } from 'vitest'
import { eachVersion, expectWhatJestSays, runOnce } from './project.ts'

const files = {
  'thrown.test.js': `
    test('text', () => { throw 'just text' })
    test('an object', () => { throw { code: 42 } })
    test('undefined', () => { throw undefined })
    test('null', () => { throw null })
    test('a number', () => { throw 42 })
    test('a symbol', () => { throw Symbol('sign') })
    test('a function', () => { throw function handler() {} })
    test('a bigint', () => { throw 10n })
    test('a frozen error', () => { throw Object.freeze(new Error('cold')) })
    test('an error without stack', () => { const e = new Error('bare'); delete e.stack; e.stack = undefined; throw e })
    test('an error with an empty message', () => { throw new Error('') })
    test('an object like an error', () => { throw { message: 'looks like one', stack: 'no stack at all' } })
    test('an error of its own class', () => {
      class CartError extends Error { name = 'CartError' }
      throw new CartError('too full')
    })
    test('two at once', () => { expect.assertions(3); expect(1).toBe(2) })
    test('rejected', async () => { await Promise.reject(new Error('no')) })
    test('long', () => { throw new Error('m'.repeat(1e6)) })
    test('coloured', () => { throw new Error('\\u001b[31mred\\u001b[39m') })
    test('a secret', () => { throw new Error('token ghp_' + 'a1B2'.repeat(9)) })
    test('checked by a helper', () => { require('./helper.js')(1) })
    test('asserts', () => { require('node:assert').strictEqual(1, 2) })
  `,
  'helper.js': `module.exports = (total) => {
      expect(total).toBe(2)
    }
  `,
  'nested.test.js': `
    test('has a cause', () => {
      throw new Error('outer', { cause: new TypeError('middle', { cause: new RangeError('inner') }) })
    })
    test('has a cause that is text', () => { throw new Error('outer', { cause: 'because' }) })
    test('aggregate', () => { throw new AggregateError([new Error('first'), new TypeError('second')], 'both') })
    test('deep', () => {
      let error = new Error('level 0')
      for (let level = 1; level < 15; level++) error = new Error('level ' + level, { cause: error })
      throw error
    })
    test('wide', () => {
      throw new AggregateError(Array.from({ length: 300 }, (_, index) => new Error('member ' + index)), 'many')
    })
  `,
  'windows.test.js': `
    const thrown = (stack) => Object.assign(new Error('on Windows'), { stack: 'Error: on Windows\\n' + stack })
    test('a drive', () => { throw thrown('    at pay (C:\\\\Users\\\\me\\\\my shop\\\\cart (old).ts:12:34)') })
    test('a drive without a name', () => { throw thrown('    at C:\\\\shop\\\\cart.ts:12:34') })
    test('a URL', () => { throw thrown('    at async pay (file:///C:/shop/cart.mjs:12:34)') })
    test('a package', () => {
      throw thrown('    at f (C:\\\\shop\\\\node_modules\\\\left\\\\index.js:1:1)\\n    at pay (C:\\\\shop\\\\cart.ts:12:34)')
    })
  `,
  'output.test.js': `
    test('prints megabytes', () => {
      for (let line = 0; line < 200; line++) console.log('x'.repeat(20_000))
      process.stdout.write('direct\\n')
      throw new Error('after all that')
    })
  `,
}

for (const mode of ['--runInBand', '--maxWorkers=2'])
  eachVersion(`errors, ${mode}`, files, { args: [mode, '--verbose=false'] }, (jest) => {
    const errorsOf = (title: string) => jest.run.test(title).attempts[0]?.errors
    const messageOf = (title: string) => errorsOf(title)?.[0]?.message

    test('count as in the JSON report of Jest', () => expectWhatJestSays(jest.run))

    test('an error in a helper has the source of the test, too', () => {
      expect(errorsOf('checked by a helper')?.[0]).toMatchObject({
        snippet: expect.stringContaining('> 2 |       expect(total).toBe(2)'),
        frames: [
          {
            location: { file: 'thrown.test.js' },
            snippet: expect.stringMatching(/^> \d+ \| {5}test\('checked by a helper'/m),
          },
        ],
      })
    })

    test('whatever is thrown has a message', () => {
      expect(messageOf('text')).toBe('thrown: "just text"')
      expect(messageOf('an object')).toContain('"code": 42')
      expect(messageOf('undefined')).toBe('thrown: undefined')
      expect(messageOf('null')).toBe('thrown: null')
      expect(messageOf('a number')).toBe('thrown: 42')
      expect(messageOf('a symbol')).toContain('Symbol(sign)')
      expect(messageOf('a function')).toContain('handler')
      expect(messageOf('a bigint')).toContain('10')
      expect(messageOf('a frozen error')).toBe('cold')
      expect(messageOf('an error without stack')).toContain('bare')
      expect(messageOf('an error with an empty message')).toBe('')
      expect(messageOf('an object like an error')).toContain('no stack at all')
      expect(errorsOf('an error of its own class')).toMatchObject([
        { name: 'CartError', message: 'too full' },
      ])
      expect(errorsOf('two at once')).toHaveLength(2)
      expect(messageOf('rejected')).toBe('no')
      expect(messageOf('coloured')).toBe('red')
      expect(messageOf('asserts')).toContain('1')
    })

    test('what was thrown in place of an error still has a place', () => {
      expect(errorsOf('text')).toMatchObject([{ location: { file: 'thrown.test.js', line: 2 } }])
    })

    test('what is too long is cut and marked, and secrets are masked', () => {
      const [attempt] = jest.run.test('long').attempts
      expect(attempt?.truncated).toEqual(expect.arrayContaining(['message']))
      expect(messageOf('long')?.length).toBeLessThanOrEqual(16 * 1024)
      expect(messageOf('a secret')).not.toContain('a1B2a1B2')
    })

    test('causes and members are kept', () => {
      expect(messageOf('deep')).toBe('level 14')
      // Before Jest 30.5 they do not come through from a worker.
      if (jest.run.version < 30.5 && mode !== '--runInBand') return
      const middle = { message: 'middle', cause: { message: 'inner' } }
      expect(errorsOf('has a cause')).toMatchObject([{ message: 'outer', cause: middle }])
      expect(errorsOf('has a cause that is text')).toMatchObject([{ cause: { message: 'because' } }])
      const [aggregate] = errorsOf('aggregate') ?? []
      expect(aggregate).toMatchObject({ name: 'AggregateError', message: 'both' })
      expect(aggregate?.errors?.map(({ message }) => message)).toEqual(['first', 'second'])
      expect(errorsOf('wide')?.[0]?.errors?.length).toBeLessThanOrEqual(20)
    })

    test('paths of Windows are read', () => {
      const place = (title: string) => jest.run.test(title).attempts[0]?.errors?.[0]?.location
      expect(place('a drive')).toEqual({ file: 'C:/Users/me/my shop/cart (old).ts', line: 12, column: 34 })
      expect(place('a drive without a name')).toEqual({ file: 'C:/shop/cart.ts', line: 12, column: 34 })
      expect(place('a URL')?.file).toContain('C:/shop/cart.mjs')
      expect(place('a package')).toEqual({ file: 'C:/shop/cart.ts', line: 12, column: 34 })
    })

    test('what a test prints is not sent: Jest tells it by file', () => {
      expect(jest.run.test('prints megabytes').attempts[0]).toMatchObject({ status: 'failed' })
      expect(jest.run.test('prints megabytes').attempts[0]?.stdout).toBeUndefined()
    })
  })

test('an error that contains itself is reported once', async () => {
  const files = {
    'a.test.js': `
      const circular = new Error('round and round')
      circular.cause = circular
      test('is circular', () => { throw circular })
      const ring = new Error('ring', { cause: new Error('inner') })
      ring.cause.cause = ring
      test('is a ring', () => { throw ring })
      const members = new AggregateError([], 'of itself')
      members.errors.push(members, members, members)
      test('has itself as members', () => { throw members })
      const value = { name: 'value' }
      value.self = value
      test('throws a circle', () => { throw value })
    `,
  }
  // Jest itself cannot write its JSON report of such errors.
  for (const mode of ['--runInBand', '--workerIdleMemoryLimit=1GB']) {
    const run = await runOnce(files, { args: ['--json=false', mode] })
    const errorOf = (title: string) => run.test(title).attempts[0]?.errors?.[0]
    expect(errorOf('is circular')).toMatchObject({ name: 'Error', message: 'round and round' })
    expect(errorOf('is circular')?.cause).toBeUndefined()
    expect(errorOf('is a ring')).toMatchObject({ message: 'ring', cause: { message: 'inner' } })
    expect(errorOf('has itself as members')).toMatchObject({ message: 'of itself' })
    expect(errorOf('throws a circle')?.message).toContain('Circular')
  }
})
