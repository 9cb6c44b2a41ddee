import { expect, test } from 'vitest'
import { cutTitle, fits, head, tail } from './cut.ts'

const bytes = (text: string) => Buffer.byteLength(text)

test('what fits is left as it is', () => {
  expect(head('naïve 😀', 20)).toBe('naïve 😀')
  expect(tail('naïve 😀', 20)).toBe('naïve 😀')
  expect(fits('ä'.repeat(8), 16)).toBe(true)
  expect(fits('ä'.repeat(8), 15)).toBe(false)
})

test.each(['a', 'é', '한', '😀', 'a😀é한', '👩‍👩‍👧'])('%s is never split', (unit) => {
  const text = unit.repeat(80)
  for (let limit = 0; limit < 60; limit += 1) {
    for (const cut of [head(text, limit), tail(text, limit)]) {
      expect(bytes(cut)).toBeLessThanOrEqual(limit)
      expect(bytes(cut)).toBeGreaterThan(limit - 4)
      expect(cut).not.toMatch(/\uFFFD/)
    }
    expect(text.startsWith(head(text, limit))).toBe(true)
    expect(text.endsWith(tail(text, limit))).toBe(true)
  }
})

test('two long titles that differ at the end stay two', () => {
  const one = cutTitle(`${'x'.repeat(200)}1`, 100)
  const other = cutTitle(`${'x'.repeat(200)}2`, 100)
  expect(one).not.toBe(other)
  expect(bytes(one)).toBeLessThanOrEqual(100)
})
