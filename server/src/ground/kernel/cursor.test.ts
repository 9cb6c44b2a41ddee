import { expect, test } from 'vitest'
import { listOf, makeCursors } from './cursor.ts'

const cursors = makeCursors('a key', 1, 'tests')
const REFUSED = /^cursor must be the nextCursor of an earlier page/

test('a cursor gives back what went in, and goes into an address as it is', () => {
  const cursor = cursors.encode([1_770_000_000_000, 'naïve ✓', -3])
  expect(cursor).toBe(encodeURIComponent(cursor))
  expect(cursors.decode(cursor, ['number', 'string', 'number'])).toEqual([1_770_000_000_000, 'naïve ✓', -3])
})

test('one of another list has other parts, and is refused', () => {
  for (const parts of [['1', 'a'], [1], [1, 'a', 2], [1.5, 'a']])
    expect(() => cursors.decode(cursors.encode(parts), ['number', 'string'])).toThrow(REFUSED)
})

test('a changed byte at any position is refused, and so are empty and truncated texts', () => {
  const good = Buffer.from(cursors.encode([1, 'a']), 'base64url')
  for (let index = 0; index < good.length; index++) {
    const changed = Buffer.from(good)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => cursors.decode(changed.toString('base64url'), ['number', 'string'])).toThrow(REFUSED)
    const short = good.subarray(0, index).toString('base64url')
    expect(() => cursors.decode(short, ['number', 'string'])).toThrow(REFUSED)
  }
})

test('one of another organization, another database or another list is refused', () => {
  const foreign = [
    makeCursors('a key', 2, 'tests'),
    makeCursors('another key', 1, 'tests'),
    makeCursors('a key', 1, 'runs'),
  ]
  for (const other of foreign)
    expect(() => cursors.decode(other.encode([1, 'a']), ['number', 'string'])).toThrow(REFUSED)
})

test('text that decodes to the same bytes is not the same cursor', () => {
  const good = cursors.encode([1, 'a'])
  for (const more of ['=', '==', '%', '!', ' ', '\n', 'A'])
    expect(() => cursors.decode(good + more, ['number', 'string'])).toThrow(REFUSED)
})

test('a list is its path and filters, regardless of their order and whichever piece is asked for', () => {
  const list = listOf('/api/tests', { project: 'shop', q: 'pays', limit: 50 })
  expect(listOf('/api/tests', { q: 'pays', project: 'shop', limit: 2, cursor: 'x', group: 'y' })).toBe(list)
  expect(listOf('/api/tests', { q: 'pays', project: 'pw' })).not.toBe(list)
  expect(listOf('/api/runs', { project: 'shop', q: 'pays' })).not.toBe(list)
})
