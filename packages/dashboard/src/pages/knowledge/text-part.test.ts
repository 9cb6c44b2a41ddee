import { expect, test } from 'vitest'
import { lineAt, partEnd, partStart, typedEnd } from './text-part.ts'

const LINES = 'line\n'.repeat(12_000)

test('a text is one part, or parts of whole lines that a field can show', () => {
  for (const text of ['', 'a', 'a\n', '\n', 'a\nb'.repeat(100)]) expect(partEnd(text, 0)).toBe(text.length)
  expect([0, 25_000, 50_000].map((from) => partEnd(LINES, from))).toEqual([25_000, 50_000, 60_000])
  expect([60_000, 35_000, 10_000].map((to) => partStart(LINES, to))).toEqual([35_000, 10_000, 0])
  expect([0, 25_000, 60_000].map((place) => lineAt(LINES, place))).toEqual([1, 5_001, 12_001])
})

test('long lines make parts, too', () => {
  const long = `${'x'.repeat(150_000)}\n${'y'.repeat(150_000)}\n`
  expect(partEnd(long, 0)).toBe(150_001)
  expect(partEnd('x'.repeat(500_000), 200_000)).toBe(400_000)
  expect(partStart('x'.repeat(500_000), 500_000)).toBe(300_000)
  expect(partStart(long, 300_002)).toBe(150_001)
})

test('parts that follow one another have every character once', () => {
  for (const text of [LINES, 'x'.repeat(450_001), `${'a'.repeat(90_000)}\n`.repeat(5), '\n'.repeat(10_001)]) {
    let [whole, from] = ['', 0]
    while (from < text.length) {
      const to = partEnd(text, from)
      expect(to).toBeGreaterThan(from)
      whole += text.slice(from, to)
      from = to
    }
    expect(whole === text).toBe(true)
    for (let to = text.length; to > 0; ) {
      const start = partStart(text, to)
      expect(start).toBeLessThan(to)
      to = start
    }
  }
})

test('a part grows by what is typed, and not by a large text that is dropped into it', () => {
  const typed = 'line\n'.repeat(7_000)
  expect(typedEnd(typed, 0, typed.length)).toBe(typed.length)
  expect(typedEnd(LINES, 0, LINES.length)).toBe(25_000)
  expect(typedEnd(LINES, 0, 10)).toBe(10)
})
