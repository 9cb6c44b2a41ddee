import { beforeAll, expect, test } from 'vitest'
import { eachVersion, errorsOf, expectSame, isAtLeast, type Reported, runOnce } from './project.ts'

const files = {
  'errors.test.js': `
    import { expect, test } from 'vitest'; import { expectTotal } from './helper.js'
    test('compares', () => { expect({ total: 1 }).toEqual({ total: 2 }) })
    const thrown = {
      text: 'just text', nothing: undefined, null: null, number: 42, big: 42n, symbol: Symbol('odd'),
      function: function named() {}, object: { code: 42 }, array: [1, 'two'], regexp: /x/, date: new Date(0),
      map: new Map([[1, 2]]), false: false, empty: '', 'an object without prototype': Object.create(null, { a: { value: 1, enumerable: true } }),
    }
    for (const [name, value] of Object.entries(thrown)) test('throws ' + name, () => { throw value })
    test('has a cause', () => {
      throw new Error('outer', { cause: new TypeError('middle', { cause: new RangeError('inner') }) })
    })
    test('has a cause of text', () => { throw new Error('outer', { cause: 'the reason' }) })
    test('is caused by itself', () => {
      const circular = new Error('round and round')
      circular.cause = circular
      throw circular
    })
    test('holds itself', () => { throw Object.assign(new Error('holds itself'), { get self() { return this } }) })
    test('aggregate', () => { throw new AggregateError([new Error('first'), new TypeError('second')], 'both') })
    test('aggregate as a cause', () => {
      throw new Error('outer', { cause: new AggregateError([new Error('first'), 'second'], 'both') })
    })
    test('proxy that throws', () => {
      throw new Proxy(new Error('behind a proxy'), { ownKeys() { throw new Error('no keys') } })
    })
    test('getter that throws', () => {
      throw Object.defineProperty(new Error('has a getter'), 'more', { enumerable: true, get() { throw new Error('no') } })
    })
    test('message that is no text', () => { throw Object.assign(new Error('x'), { message: { code: 1 } }) })
    test('no stack', () => { const error = new Error('without a stack'); error.stack = undefined; throw error })
    test('own class', () => { class PaymentError extends Error { name = 'PaymentError' } throw new PaymentError('declined') })
    test('enormous', () => { throw new Error('x'.repeat(3_000_000)) })
    test('colourful', () => { throw new Error('\\u001b[31mred\\u001b[39m') })
    test('compares what is circular', () => {
      const one = { name: 'one' }
      one.self = one
      expect(one).toEqual({ name: 'two' })
    })
    test('Windows path', () => {
      const error = new Error('on Windows')
      error.stack = 'Error: on Windows\\n    at pay (C:\\\\shop\\\\src\\\\pay.js:3:7)\\n    at file:///C:/shop/src/main.js:9:1'
      throw error
    })
    const stacks = {
      'within Node': ['node:internal/deps/undici/undici:13510:13', 'async /shop/src/pay.js:3:7'],
      'within Node, in a method': ['Object.run (node:internal/process/task_queues:105:5)', 'pay (/shop/src/pay.js:3:7)'],
      'folder with a space': ['Cart.pay [as total] (/my shop/(cart)/pay.js:3:7)'],
      'evaluated code': ['eval (eval at run (/shop/src/run.js:1:1), <anonymous>:1:1)', 'pay (/shop/src/pay.js:3:7)'],
      'an address': ['pay (http://localhost:5173/src/pay.js:3:7)'],
    }
    for (const [name, frames] of Object.entries(stacks)) test(name, () => {
      const cause = new Error('inner')
      cause.stack = ['Error: inner', ...frames.map((frame) => '    at ' + frame)].join('\\n')
      throw new Error('outer', { cause })
    })
    test('checked by a helper', () => {
      expectTotal(1)
    })
    test('rejects', async () => { await Promise.reject(new Error('rejected')) })
    test('soft', () => { expect.soft(1).toBe(2); expect.soft('a').toBe('b') })
    test('many', () => { for (let n = 0; n < 50; n++) expect.soft(n).toBe(-1) })
    test('snapshot', () => { expect('new').toMatchInlineSnapshot('"old"') })
    test('deep', () => {
      let error = new Error('level 0')
      for (let n = 1; n < 30; n++) error = new Error('level ' + n, { cause: error })
      throw error
    })
    test('still passes', () => {})
  `,
  'helper.js': `import { expect } from 'vitest'
    export function expectTotal(total) {
      expect(total).toBe(2)
    }
  `,
}

// Before 3.1 this ends the file: Vitest itself stumbles over it.
const unreadable = {
  'unreadable.test.js': `
    import { test } from 'vitest'
    test('message that throws', () => {
      throw Object.defineProperty(new Error(), 'message', { get() { throw new Error('no message') } })
    })
    test('after it', () => {})
  `,
}

eachVersion('what was thrown', (version) => {
  let run: Reported

  beforeAll(async () => {
    run = await runOnce({ ...files, ...unreadable }, {}, { version })
  })

  test('fails the tests that its own report says failed', () => {
    expectSame(run.part, run.report)
  })

  test('an assertion has message, name, stack, place and what was compared', () => {
    const [error] = errorsOf(run, 'compares') ?? []
    expect(error).toMatchObject({
      message: expect.stringContaining('to deeply equal'),
      name: 'AssertionError',
      stack: expect.stringContaining('errors.test.js:3:'),
      location: { file: 'errors.test.js', line: 3 },
      expected: expect.stringContaining('2'),
      actual: expect.stringContaining('1'),
    })
    expect(error?.stack).not.toContain('node_modules')
  })

  test('an error in a helper has the source of the test, too', () => {
    expect(errorsOf(run, 'checked by a helper')?.[0]).toMatchObject({
      location: { file: 'helper.js', line: 3 },
      snippet: expect.stringContaining('> 3 |       expect(total).toBe(2)'),
      frames: [
        {
          location: { file: 'errors.test.js' },
          snippet: expect.stringMatching(/^> \d+ \| {7}expectTotal\(1\)$/m),
        },
      ],
    })
  })

  test('a thrown array is its elements, as Vitest takes it', () => {
    expect(errorsOf(run, 'throws array')).toMatchObject([{ message: '1' }, { message: 'two' }])
  })

  test.each([
    ['text', 'just text'],
    ['nothing', 'undefined'],
    ['null', 'null'],
    ['number', '42'],
    ['big', /^42n?$/],
    ['symbol', 'Symbol(odd)'],
    ['function', /named/],
    ['object', '{ code: 42 }'],
    ['regexp', /./],
    ['date', /./],
    ['map', /./],
    ['false', 'false'],
    ['empty', ''],
    ['an object without prototype', '{ a: 1 }'],
  ])('thrown %s is told', (name, message) => {
    const errors = errorsOf(run, `throws ${name}`)
    expect(errors).toHaveLength(1)
    if (typeof message === 'string') expect(errors?.[0]?.message).toBe(message)
    else expect(errors?.[0]?.message).toMatch(message)
  })

  test('causes and members are kept, as deep as the limit', () => {
    expect(errorsOf(run, 'has a cause')).toMatchObject([
      { message: 'outer', cause: { name: 'TypeError', message: 'middle', cause: { message: 'inner' } } },
    ])
    expect(errorsOf(run, 'has a cause of text')).toMatchObject([
      { message: 'outer', cause: { message: 'the reason' } },
    ])
    expect(errorsOf(run, 'is caused by itself')).toMatchObject([{ message: 'round and round' }])
    expect(errorsOf(run, 'aggregate as a cause')).toMatchObject([
      { message: 'outer', cause: { message: 'both', errors: [{ message: 'first' }, { message: 'second' }] } },
    ])
    expect(errorsOf(run, 'deep')).toMatchObject([{ message: 'level 29', cause: { message: 'level 28' } }])
  })

  test('an aggregate is reported as its members, or as a whole', () => {
    const [first, second] = errorsOf(run, 'aggregate') ?? []
    if (second)
      expect([first, second]).toMatchObject([{ message: 'first' }, { name: 'TypeError', message: 'second' }])
    else
      expect(first).toMatchObject({ message: 'both', errors: [{ message: 'first' }, { message: 'second' }] })
  })

  test('what cannot be read fails its test and nothing else', () => {
    for (const title of [
      'proxy that throws',
      'getter that throws',
      'message that is no text',
      'holds itself',
    ])
      expect([title, run.test(title).attempts]).toMatchObject([
        title,
        [{ status: 'failed', errors: [{ message: expect.any(String) }] }],
      ])
    expect(errorsOf(run, 'no stack')).toMatchObject([{ message: 'without a stack' }])
    expect(errorsOf(run, 'own class')).toMatchObject([{ name: 'PaymentError', message: 'declined' }])
    expect(run.test('still passes').attempts).toMatchObject([{ status: 'passed' }])
  })

  test('an error that cannot be read at all fails its test', () => {
    expect(run.test('message that throws').attempts).toMatchObject([{ status: 'failed' }])
    const rest = isAtLeast(version, '3.2.0')
      ? { status: 'passed' }
      : { status: 'skipped', skip: { kind: 'interrupted' } }
    expect(run.test('after it').attempts).toMatchObject([rest])
  })

  test('megabytes are cut and marked, colours are taken away', () => {
    const [attempt] = run.test('enormous').attempts
    expect(attempt?.truncated).toContain('message')
    expect(attempt?.errors?.[0]?.message.length).toBe(16 * 1024)
    expect(errorsOf(run, 'colourful')).toMatchObject([{ message: 'red' }])
  })

  test('paths of Windows are places like others', () => {
    const [error] = errorsOf(run, 'Windows path') ?? []
    expect(error?.stack).toContain('pay.js:3:7')
    expect(error?.location).toMatchObject({
      line: 3,
      column: 7,
      file: expect.stringMatching(/shop\/src\/pay\.js$/),
    })
  })

  test.each([
    ['within Node', /shop\/src\/pay\.js$/],
    ['within Node, in a method', /shop\/src\/pay\.js$/],
    ['folder with a space', /my shop\/\(cart\)\/pay\.js$/],
    ['evaluated code', /shop\/src\/pay\.js$/],
    ['an address', undefined],
  ])('the place of a cause is one of a file: %s', (name, file) => {
    const [error] = errorsOf(run, name) ?? []
    const place = file && { line: 3, column: 7, file: expect.stringMatching(file) }
    expect(error?.cause).toMatchObject({ message: 'inner' })
    expect(error?.cause?.location).toEqual(place)
  })

  test('soft assertions are several errors of one attempt, twenty at most', () => {
    expect(errorsOf(run, 'soft')).toHaveLength(2)
    expect(errorsOf(run, 'many')).toHaveLength(20)
    expect(run.test('many').attempts[0]?.truncated).toContain('errors')
    expect(errorsOf(run, 'snapshot')?.[0]?.message).toContain('Snapshot')
  })
})
