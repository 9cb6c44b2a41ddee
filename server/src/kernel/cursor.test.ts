import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

test('a cursor gives back what went in, and goes into an address as it is', () => {
  const cursor = encodeCursor([1_770_000_000_000, 'naïve ✓', -3])
  expect(cursor).toBe(encodeURIComponent(cursor))
  expect(decodeCursor(cursor, ['number', 'string', 'number'])).toEqual([1_770_000_000_000, 'naïve ✓', -3])
})

test('anything else is refused as a cursor', () => {
  const good = encodeCursor([1, 'a'])
  const others = [
    '',
    'x',
    good.slice(0, -2),
    encodeCursor(['1', 'a']),
    encodeCursor([1]),
    encodeCursor([1, 'a', 2]),
  ]
  others.push(Buffer.from('[1e999,"a"]').toString('base64url'), Buffer.from('{"0":1}').toString('base64url'))
  for (const other of others) {
    expect(() => decodeCursor(other, ['number', 'string'])).toThrow(
      /^cursor takes the nextCursor of an earlier page/,
    )
  }
})
