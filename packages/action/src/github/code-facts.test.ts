import { expect, test } from 'vitest'
import { changedLines } from './code-facts.ts'

test('the changed lines of a patch, as the new version counts them', () => {
  const patch = [
    '@@ -1,7 +1,8 @@ function total(items) {',
    ' a',
    '-b',
    '+b2',
    '+b3',
    ' c',
    '@@ -40,6 +41,5 @@',
    ' d',
    ' e',
    '-gone',
    ' f',
    '+last',
    '\\ No newline at end of file',
  ].join('\n')
  expect(changedLines(patch)).toEqual([
    { from: 1, to: 3 },
    { from: 42, to: 42 },
    { from: 44, to: 44 },
  ])
  expect(changedLines('@@ -0,0 +1,2 @@\n+a\n+b')).toEqual([{ from: 1, to: 2 }])
  expect(changedLines('@@ -1 +0,0 @@\n-a')).toEqual([{ from: 1, to: 1 }])
  expect(changedLines('Binary files differ')).toEqual([])
})

test('of many changes the last range covers the rest', () => {
  const patch = Array.from({ length: 50 }, (_, at) => `@@ -${at * 10} +${at * 10 + 1} @@\n+x`).join('\n')
  const ranges = changedLines(patch)
  expect(ranges).toHaveLength(20)
  expect(ranges.at(-1)).toEqual({ from: 191, to: 491 })
})
