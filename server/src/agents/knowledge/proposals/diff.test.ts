import { applyPatch } from 'diff'
import { expect, test } from 'vitest'
import { diffOf } from './diff.ts'

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

const OLD = lines(2_000, (i) => `old line ${i}`)
const NEW = lines(2_100, (i) => `new line ${i}`)

test.each([
  ['all lines changed', OLD, NEW],
  ['a new document', '', NEW],
  ['all lines removed', OLD, ''],
  ['every second line changed', lines(4_000, (i) => `${i}`), lines(4_000, (i) => `${i % 2 ? i : -i}`)],
  ['the middle changed', `a\nb\nc\nd\n${OLD}e\nf\ng\nh\n`, `a\nb\nc\nd\n${NEW}e\nf\ng\nh\n`],
  ['the end has no line feed', `a\n${OLD}e`, `a\n${NEW}e`],
  ['only the old end has no line feed', `a\n${OLD}e`, `a\n${NEW}e\n`],
  ['added in the middle', 'a\nb\nc\nd\ne\nf\ng\nh\n', `a\nb\nc\nd\n${NEW}e\nf\ng\nh\n`],
])('the difference of very different texts makes the one of the other: %s', (_, before, after) => {
  const { diff, diffIsCut } = diffOf({ path: 'a.md', before, after })
  expect(diffIsCut).toBe(false)
  expect(applyPatch(before, diff)).toBe(after)
})

test('between the first and the last of very many differences, all lines are shown as replaced', () => {
  const same = lines(100, (i) => `same ${i}`)
  const { diff } = diffOf({ path: 'a.md', before: same + OLD + same, after: same + NEW + same })
  expect(diff).toContain('@@ -98,2006 +98,2106 @@\n same 97\n same 98\n same 99\n-old line 0\n')
  expect(diff).toContain('+new line 2099\n same 0\n same 1\n same 2\n')
})

test('a long difference is cut', () => {
  const { diff, diffIsCut } = diffOf({ path: 'a.md', before: '', after: lines(30_000, (i) => `line ${i}`) })
  expect([diff.length, diffIsCut]).toEqual([200_000, true])
})
