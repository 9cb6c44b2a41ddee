import { expect, test } from 'vitest'
import { jsx, jsxs } from './jsx-runtime.ts'
import { shown } from './shown.ts'

test('a character that nobody sees stands as its number', () => {
  expect(shown('admin\u202egnp.exe')).toBe('admin[U+202E]gnp.exe')
  expect(shown('s\u200bvc\u2066 \u2069\ufeff')).toBe('s[U+200B]vc[U+2066] [U+2069][U+FEFF]')
  expect(shown('a\u{e0041}b')).toBe('a[U+E0041]b')
  expect(shown('\u001b[31mred')).toBe('[U+001B][31mred')
})

test('nor does one that is of use elsewhere, where it is of none', () => {
  expect(shown('ma\u200ein')).toBe('ma[U+200E]in')
  expect(shown('ma\u200d\u200fin')).toBe('ma[U+200D][U+200F]in')
  expect(shown('\u061cmain')).toBe('[U+061C]main')
  expect(shown('те\u200cст')).toBe('те[U+200C]ст')
  expect(shown('main\ufe01\u{e0101}')).toBe('main[U+FE01][U+E0101]')
  expect(shown('ma\u00adin\u034f\u2800')).toBe('ma[U+00AD]in[U+034F][U+2800]')
  expect(shown('a\u200f\u200d ב')).toBe('a\u200f[U+200D] ב')
})

test('lines, scripts that need joiners and marks, and emoji stay', () => {
  for (const text of [
    'a\tb\r\nc',
    'می\u200cخواهم',
    'שלום\u200f!',
    'שלום (abc)\u200f!',
    '1\ufe0f\u20e3',
    '©\ufe0f',
    '葛\u{e0100}',
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

test('a right-to-left text is isolated: what stands beside it keeps its place', () => {
  const bdi = (text: string) => expect.objectContaining({ type: 'bdi', props: { children: text } })
  for (const name of ['בדיקה 7', 'اختبار', 'unit בדיקה', '\u{10cc0}']) {
    expect(jsx('b', { children: name }).props).toEqual({ children: bdi(name) })
    expect(jsxs('p', { children: [name, ' 12 failed'] }).props).toEqual({
      children: [bdi(name), ' 12 failed'],
    })
    // Only text may stand in these.
    for (const type of ['option', 'title', 'textarea'] as const)
      expect(jsx(type, { children: name, title: name }).props).toEqual({ children: name, title: name })
    expect(jsx(() => null, { children: name }).props).toEqual({ children: name })
  }
  expect(jsx('b', { children: 'main · יחידה 7 · 3 tests' }).props).toEqual({
    children: expect.objectContaining({
      props: { children: ['main', ' · ', bdi('יחידה 7'), ' · ', '3 tests'] },
    }),
  })
  expect(jsx('b', { children: 'ב\u202eא' }).props).toEqual({ children: bdi('ב[U+202E]א') })
  expect(jsx('b', { children: 'Größe 測試 тест' }).props).toEqual({ children: 'Größe 測試 тест' })
})
