import { expect, test } from 'vitest'
import { sliceText } from './slice.ts'

test.for([
  ['ASCII in one line', 'a'.repeat(5_000), 64],
  ['lines', 'one line\n'.repeat(700), 100],
  ['characters of two halves', '😀'.repeat(900), 7],
  ['a character that is larger than the room', '😀😀😀', 0],
  ['an empty text', '', 10],
] as const)('the parts of %s make the whole text, each of whole characters', ([, text, room]) => {
  let all = ''
  for (let offset: number | null = 0, parts = 0; offset !== null; parts++) {
    expect(parts).toBeLessThan(text.length + 1)
    const slice = sliceText(text, offset, (part) => part.length <= room)
    expect(slice).toMatchObject({ offset: all.length, totalCharacters: text.length })
    expect(slice.content.isWellFormed()).toBe(true)
    expect(slice.content.length).toBeLessThanOrEqual(Math.max(room, 2))
    all += slice.content
    offset = slice.nextOffset
  }
  expect(all).toBe(text)
})

test('an offset within a character or beyond the end still returns text', () => {
  expect(sliceText('a😀b', 2, () => true)).toMatchObject({ content: '😀b', offset: 1, nextOffset: null })
  expect(sliceText('abc', 99, () => true)).toMatchObject({ content: '', offset: 3, nextOffset: null })
})
