import { expect, test } from 'vitest'
import { drawBadge, widthOf } from './draw.ts'

const passing = { state: 'passing', passed: 1_234, failed: 0 } as const

test('nothing that a suite is called leaves its place', () => {
  const svg = drawBadge(passing, `</title><script>alert("1")</script>&'\u202e\u0000`)
  expect(svg).not.toContain('<script')
  expect(svg.match(/<title>/g)).toHaveLength(1)
  expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;')
  expect(svg).not.toMatch(/[\u202e\0]/)
})

test('it hides no character', () => {
  expect(drawBadge(passing, 'a\u115fb\u3164c\ufe0fd\u{e0041}')).toContain('>a b c d</text>')
})

test('a long name is cut, an empty one is omitted, and one of another alphabet fits', () => {
  expect(drawBadge(passing, 'x'.repeat(500))).toContain(`>${'x'.repeat(39)}…</text>`)
  expect(drawBadge(passing, '\u200b')).toContain('>tests</text>')
  expect(widthOf('測試', 11)).toBe(22)
})

test('it has a text alternative', () => {
  expect(drawBadge(passing, undefined)).toContain('role="img" aria-label="tests: 1,234 passing"')
  expect(drawBadge({ state: 'unknown', passed: 0, failed: 0 }, 'e2e')).toContain(
    '<title>e2e: unknown</title>',
  )
})

test('a text is as wide as its characters', () => {
  // Verdana at 2,048: t 807, e 1220, s 1067, t 807, s 1067.
  expect(widthOf('tests', 2_048)).toBe(4_968)
})
