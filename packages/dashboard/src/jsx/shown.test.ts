import { expect, test } from 'vitest'
import { jsx, jsxs } from './jsx-runtime.ts'
import { shown } from './shown.ts'

test('a character that nobody sees stands as its number', () => {
  expect(shown('admin\u202egnp.exe')).toBe('admin[U+202E]gnp.exe')
  expect(shown('s\u200bvc\u2066 \u2069\ufeff')).toBe('s[U+200B]vc[U+2066] [U+2069][U+FEFF]')
  expect(shown('a\u{e0041}b')).toBe('a[U+E0041]b')
  expect(shown('\u001b[31mred')).toBe('[U+001B][31mred')
})

test('lines, scripts that need joiners and marks, and emoji stay', () => {
  for (const text of [
    'a\tb\r\nc',
    'می\u200cخواهم',
    'שלום\u200f!',
    '👩\u200d💻',
    '❤\ufe0f',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
  ])
    expect(shown(text)).toBe(text)
})

test('texts and read attributes of elements show them; what a component gets and what is sent do not change', () => {
  const hostile = 'a\u202eb'
  expect(jsx('b', { children: hostile, title: hostile, 'data-id': hostile }).props).toEqual({
    children: 'a[U+202E]b',
    title: 'a[U+202E]b',
    'data-id': hostile,
  })
  expect(jsxs('p', { children: ['x ', hostile, jsx('i', {}, 'i')] }).props).toMatchObject({
    children: ['x ', 'a[U+202E]b', { type: 'i' }],
  })
  expect(jsx('input', { value: hostile }).props).toEqual({ value: hostile })
  expect(jsx(() => null, { children: hostile }).props).toEqual({ children: hostile })
})
