import { expect, test } from 'vitest'
import { cutPair } from './cut-pair.ts'

const rows = (count: number, changed: number) =>
  Array.from({ length: count }, (_, i) => `row ${i}: ${i === changed ? 'other' : 'same'}`).join('\n')

test('short values stay as they are', () => {
  expect(cutPair('a\nb', 'a\nc', 10, 2)).toEqual(['a\nb', 'a\nc'])
})

test('long values keep the lines around their difference', () => {
  const [one, other] = cutPair(rows(300, 250), rows(300, -1), 1_000, 30)
  expect(one).toBe('…\nrow 249: same\nrow 250: other\nrow 251: same\nrow 252: same\n…')
  expect(other).toBe('…\nrow 249: same\nrow 250: same\nrow 251: same\nrow 252: same\n…')
})

test('a long line is cut within', () => {
  const same = 'same '.repeat(1_000)
  const [one, other] = cutPair(`${same}yes${same}`, `${same}no${same}`, 100, 10)
  expect(one).toBe('…same same yessame same …')
  expect(other).toBe('…same same nosame same …')
})

test('one value may be the beginning of the other', () => {
  const [one, other] = cutPair(rows(200, -1), rows(201, -1), 1_000, 30)
  expect(one).toBe('…\nrow 198: same\nrow 199: same')
  expect(other).toBe('…\nrow 198: same\nrow 199: same\nrow 200: same')
})

test('values that differ in more than fits end with a whole line', () => {
  const one = Array.from({ length: 100 }, (_, i) => `one ${i}`).join('\n')
  const other = Array.from({ length: 100 }, (_, i) => `other ${i}`).join('\n')
  expect(cutPair(one, other, 20, 4)).toEqual(['one 0\none 1\none 2\n…', 'other 0\nother 1\n…'])
})

test('a character is not split', () => {
  for (let length = 1; length < 30; length++)
    for (const text of cutPair(`${'😀'.repeat(20)}a${'😀'.repeat(20)}`, '😀'.repeat(41), length, 3))
      expect(text.isWellFormed()).toBe(true)
})
