import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

const of = (message: string, stack?: string) =>
  fingerprint({ message, name: 'Error', ...(stack ? { stack } : {}) })
const at = (frame: string) => `Error: x\n    at ${frame}`

test.each([
  ['numbers', 'timed out after 5000 ms', 'timed out after 7 ms'],
  ['ids', 'no user 3f2b8c1e-0d4a-4c6f-9a51-77f0a1b2c3d4', 'no user 00000000-0000-4000-8000-000000000000'],
  ['hashes', 'commit 9fceb02d0ae5 is gone', 'commit 1234567890ab is gone'],
  ['times', 'expired at 2026-01-02T03:04:05Z', 'expired at 2027-11-12T13:14:15.678Z'],
  ['paths', 'cannot read /home/a/shop/data.json', 'cannot read /builds/7/shop/other.json'],
  ['addresses', 'refused http://127.0.0.1:4812/x', 'refused http://10.0.0.7:80/y?z=1'],
  ['colours', '\u001b[31mwrong\u001b[39m', 'wrong'],
  ['compared values', 'toBe\n\nExpected: "ab"\nReceived: "cd"', 'toBe\n\nExpected: 12\nReceived: null'],
  ['differences', 'differs\n- one\n+ two', 'differs\n- three\n- four\n+ five'],
])('%s do not make another error', (_, one, other) => {
  expect(of(one)).toBe(of(other))
})

test('other words, another class and another place of the own code do', () => {
  expect(of('cannot read')).not.toBe(of('cannot write'))
  expect(fingerprint({ message: 'x', name: 'TypeError' })).not.toBe(
    fingerprint({ message: 'x', name: 'Error' }),
  )
  expect(of('x', at('pay (src/cart.ts:1:2)'))).not.toBe(of('x', at('ship (src/cart.ts:1:2)')))
})

test('the place is the first frame of the own code, whatever its line', () => {
  const library = 'at assert (/x/node_modules/lib/index.js:1:1)\n    at '
  expect(of('x', at(`${library}pay (/a/src/cart.ts:10:2)`))).toBe(of('x', at('pay (/b/src/cart.ts:99:7)')))
})
