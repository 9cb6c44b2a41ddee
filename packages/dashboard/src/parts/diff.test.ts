import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Diff } from './diff.tsx'

/** Each line with its sign; changed words in brackets. */
const lines = (expected: string, actual: string): string[] => {
  const html = renderToStaticMarkup(createElement(Diff, { expected, actual }))
  const [, body = ''] = /<section[^>]*>(.*)<\/section>/s.exec(html) ?? []
  return [...body.matchAll(/<div[^>]*><span[^>]*>(.)<\/span>(.*?)<\/div>/gs)].map(
    ([, sign, text = '']) => `${sign}${text.replaceAll('<mark>', '[').replaceAll('</mark>', ']')}`,
  )
}

test('a changed line is there twice, with the words that differ', () => {
  expect(lines('{\n  amount: 4999,\n}', '{\n  amount: 4998,\n}')).toEqual([
    ' {',
    '−  amount: [4999],',
    '+  amount: [4998],',
    ' }',
  ])
})

test('removed and added lines have no partner', () => {
  expect(lines('a\nb\nc', 'a\nc')).toEqual([' a', '−b', ' c'])
  expect(lines('a', 'a\nb\nc')).toEqual([' a', '+b', '+c'])
  expect(lines('', 'b')).toEqual(['−', '+[b]'])
})

test('many equal lines are left out, with three around each difference', () => {
  const many = Array.from({ length: 20 }, (_, i) => `line ${i}`)
  expect(lines(['x', ...many, 'y'].join('\n'), ['X', ...many, 'Y'].join('\n'))).toEqual([
    '−[x]',
    '+[X]',
    ' line 0',
    ' line 1',
    ' line 2',
    ' 14 equal lines',
    ' line 17',
    ' line 18',
    ' line 19',
    '−[y]',
    '+[Y]',
  ])
})

test('texts that differ in nothing that is seen say so', () => {
  expect(lines('a\nb\n', 'a\nb')).toEqual([' a', ' b', ' Only the line break at the end differs'])
  expect(lines('a', 'a')).toEqual([' a'])
})

test('texts with too many edits are whole, and a hostile one is text', () => {
  const of = (name: string) => Array.from({ length: 400 }, (_, i) => `${name} ${i}`).join('\n')
  expect(lines(of('a'), of('b'))[0]).toBe('−a 0')
  expect(lines('<b>x</b>', '<i>x</i>').join('')).not.toContain('<b>')
})

test('lines with many changed words are compared while there is work left for all of them', () => {
  const line = (from: number) =>
    Array.from({ length: 140 }, (_, i) => String.fromCodePoint(from + i)).join(' ')
  const many = (from: number) => Array.from({ length: 30 }, (_, i) => line(from + 200 * i)).join('\n')
  const shown = lines(many(0x4e00), many(0x7530)).filter((each) => each.startsWith('+'))
  expect(shown).toHaveLength(30)
  const marked = shown.filter((each) => each.includes('['))
  expect(marked.length).toBeGreaterThan(0)
  expect(marked.length).toBeLessThan(6)
})
