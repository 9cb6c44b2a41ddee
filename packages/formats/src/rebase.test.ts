import { expect, test } from 'vitest'
import { rebaseBetween } from './rebase.ts'

const stack = (...frames: string[]) =>
  ['Error: at (a.js:1:1) no frame', ...frames.map((each) => `    at ${each}`)].join('\n')

test('relative places go where the file of the test is, in causes and members too', () => {
  const rebase = rebaseBetween('shop.test.js', 'packages/web/shop.test.js')
  const inner = { message: 'inner', location: { file: '../lib/pay.js', line: 2 } }
  const here = stack(
    'shop.test.js:3:1',
    'pay (../lib/pay.js:2:1)',
    'async Cart.total [as x] (src/a b.js:1:1)',
  )
  const away = ['node:internal/x:1:1', 'run (/opt/x.js:1:1)', 'C:/x.js:1:1', 'eval (<anonymous>:1:1)']
  expect(rebase?.({ message: 'no', stack: here, cause: inner, errors: [inner] })).toEqual({
    message: 'no',
    stack: stack(
      'packages/web/shop.test.js:3:1',
      'pay (packages/lib/pay.js:2:1)',
      'async Cart.total [as x] (packages/web/src/a b.js:1:1)',
    ),
    cause: { message: 'inner', location: { file: 'packages/lib/pay.js', line: 2 } },
    errors: [{ message: 'inner', location: { file: 'packages/lib/pay.js', line: 2 } }],
  })
  expect(rebase?.({ message: 'no', stack: stack(...away) }).stack).toBe(stack(...away))
})

test.each([
  ['a.js', 'a.js'],
  ['./a.js', 'a.js'],
  ['/repo/a.js', 'repo/a.js'],
  ['com.acme.Cart', 'src/Cart.java'],
  ['', ''],
])('%s as %s moves nothing', (reported, placed) => {
  expect(rebaseBetween(reported, placed)).toBeUndefined()
})
