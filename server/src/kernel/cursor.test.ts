import { expect, test } from 'vitest'
import { makeCursors } from './cursor.ts'

const cursors = makeCursors('a key', 1)
const REFUSED = /^cursor takes the nextCursor of an earlier page/

test('a cursor gives back what went in, and goes into an address as it is', () => {
  const cursor = cursors.encode([1_770_000_000_000, 'naïve ✓', -3])
  expect(cursor).toBe(encodeURIComponent(cursor))
  expect(cursors.decode(cursor, ['number', 'string', 'number'])).toEqual([1_770_000_000_000, 'naïve ✓', -3])
})

test('one of another list has other parts, and is refused', () => {
  for (const parts of [['1', 'a'], [1], [1, 'a', 2], [1.5, 'a']])
    expect(() => cursors.decode(cursors.encode(parts), ['number', 'string'])).toThrow(REFUSED)
})

test('a changed byte, wherever it is, is refused; so are none and too few', () => {
  const good = Buffer.from(cursors.encode([1, 'a']), 'base64url')
  for (let at = 0; at < good.length; at++) {
    const changed = Buffer.from(good)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => cursors.decode(changed.toString('base64url'), ['number', 'string'])).toThrow(REFUSED)
    const short = good.subarray(0, at).toString('base64url')
    expect(() => cursors.decode(short, ['number', 'string'])).toThrow(REFUSED)
  }
})

test('one of another organization, or of another database, is refused', () => {
  const foreign = [makeCursors('a key', 2), makeCursors('another key', 1)]
  for (const other of foreign)
    expect(() => cursors.decode(other.encode([1, 'a']), ['number', 'string'])).toThrow(REFUSED)
})
