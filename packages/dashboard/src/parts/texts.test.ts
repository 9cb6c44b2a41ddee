import { expect, test } from 'vitest'
import { readSnippet } from './code.tsx'
import { colourCode } from './colour-code.ts'
import { piecesOf } from './output.tsx'
import { timeText } from './time.tsx'

test('a code frame has its numbers, its line and its caret', () => {
  expect(readSnippet('  47 | const a\n> 48 | expect(a)\n     | ^\n  49 | })')).toEqual([
    { number: '47', text: 'const a', kind: 'code' },
    { number: '48', text: 'expect(a)', kind: 'here' },
    { number: '', text: '^', kind: 'caret' },
    { number: '49', text: '})', kind: 'code' },
  ])
})

test('colouring keeps every character', () => {
  const line = "const a = await pay(cart, 'x') // 4.5"
  expect(
    colourCode(line)
      .map(({ text }) => text)
      .join(''),
  ).toBe(line)
  expect(colourCode(line).filter(({ kind }) => kind === 'fn')).toEqual([{ text: 'pay', kind: 'fn' }])
})

test('output has colours and no other codes', () => {
  expect(
    piecesOf('\u001b[31mred\u001b[0m\u001b[2K plain \u001b]8;;javascript:x\u0007link\u001b]8;;\u0007'),
  ).toEqual([
    { content: 'red', className: 'failed' },
    { content: ' plain link', className: '' },
  ])
})

test('times are words up to a month ago', () => {
  const now = Date.parse('2026-03-02T09:00:00Z')
  expect(timeText('2026-03-02T08:59:40Z', now)).toBe('just now')
  expect(timeText('2026-03-02T08:48:00Z', now)).toBe('12 minutes ago')
  expect(timeText('2026-02-28T09:00:00Z', now)).toBe('2 days ago')
})
