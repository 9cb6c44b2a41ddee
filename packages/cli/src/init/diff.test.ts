import { expect, test } from 'vitest'
import { diffLines } from './diff.ts'

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ sign, text }) => `${sign}${text}`)

test('a changed line has three lines of context', () => {
  expect(shown('a\nb\nc\nd\ne\nf\ng\nh\n', 'a\nb\nc\nd\nE\nf\ng\nh\n')).toEqual([
    '@@@ line 2 @@',
    ' b',
    ' c',
    ' d',
    '-e',
    '+E',
    ' f',
    ' g',
    ' h',
  ])
})

test('changes far apart are two hunks, near ones share a hunk', () => {
  const lines = Array.from({ length: 30 }, (_, index) => String(index))
  const far = lines.map((line) => (line === '2' || line === '25' ? `${line}!` : line))
  expect(shown(lines.join('\n'), far.join('\n')).filter((line) => line.startsWith('@'))).toHaveLength(2)
  const near = lines.map((line) => (line === '2' || line === '5' ? `${line}!` : line))
  const diff = shown(lines.join('\n'), near.join('\n'))
  expect(diff.filter((line) => line.startsWith('@'))).toHaveLength(1)
  expect(diff).toEqual(['@@@ line 1 @@', ' 0', ' 1', '-2', '+2!', ' 3', ' 4', '-5', '+5!', ' 6', ' 7', ' 8'])
})

test('a new file is all new, and equal texts differ nowhere', () => {
  expect(shown('', 'a\n')).toEqual(['@@@ line 1 @@', '+a'])
  expect(shown('a\r\nb', 'a\nb\n')).toEqual([])
})

test('a block that is added between equal lines is one block', () => {
  const before = 'a\n- b\n  if: x\n  with: y\n'
  const after = 'a\n- new\n  if: x\n  with: y\n- b\n  if: x\n  with: y\n'
  expect(shown(before, after).filter((line) => /^[+-]/.test(line))).toEqual([
    '+- new',
    '+  if: x',
    '+  with: y',
  ])
})
