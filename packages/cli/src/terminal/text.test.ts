import { expect, test } from 'vitest'
import { GLUE } from './glue.ts'
import { text } from './print.ts'
import { cut, hanging, oneLine, padEnd, safeLines, widthOf, wrap } from './text.ts'
import { ago, took } from './time.ts'

test('letters of East Asia and emoji take two cells, marks none', () => {
  expect(['abc', '日本', '한글', 'ｱ', 'Ａ', '👩‍👩‍👧', '✓', 'é', 'e\u0301', 'a\u200bb'].map(widthOf)).toEqual([
    3, 4, 4, 1, 2, 2, 1, 1, 1, 2,
  ])
  expect(padEnd('日', 4)).toBe('日  ')
  expect(cut('日本語テスト', 8)).toBe('日本...')
  expect(cut('日本語', 6)).toBe('日本語')
})

test('lines break between words, within scripts that have none, never within a path', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('日本語のテスト', 6)).toEqual(['日本語', 'のテス', 'ト'])
  expect(wrap('see src/a/very/long/path.ts now', 10)).toEqual(['see', 'src/a/very/long/path.ts', 'now'])
  expect(hanging('  - ', 'one two three four five', 24)).toEqual(['  - one two three four', '    five'])
  const [line = ''] = wrap(`took 12${GLUE}ms`, 6).slice(1)
  expect(text([line])).toBe('12 ms\n')
})

test('text of others is made harmless', () => {
  expect(oneLine('a\u001b[31mb\u001b]0;title\u0007c\r\n\td\u202ee\u0000')).toBe('abc de')
  expect(safeLines('a\r\n\u001b[2Jb\tc\rd\n')).toEqual(['a', 'b  c', 'd', ''])
})

test('text of others commands no runner of CI', () => {
  expect(oneLine(' \u200b::add-mask::a ##[error]b')).toBe(': :add-mask::a ## [error]b')
  expect(safeLines('a\n  ::stop-commands::b\n::c\n##vso[d]')).toEqual([
    'a',
    '  : :stop-commands::b',
    ': :c',
    '## vso[d]',
  ])
})

test('unended terminal commands cost no time of their own', () => {
  const commands = '\u001b]'.repeat(100_000)
  expect(oneLine(commands)).toMatch(/^(?:\] ){2000,}\]?\.\.\.$/)
  expect(safeLines(commands)).toEqual([' ]'.repeat(100_000)])
})

test('times read as people say them', () => {
  const now = Date.parse('2031-05-04T12:00:00Z')
  const lines = [
    '2031-05-04T11:59:30Z',
    '2031-05-04T11:01:00Z',
    '2031-05-03T12:00:00Z',
    '2031-05-01T12:00:00Z',
  ]
  expect(lines.map((time) => ago(time, now).replaceAll(GLUE, ' '))).toEqual([
    'just now',
    '59 min ago',
    '24 h ago',
    '3 days ago',
  ])
  expect(ago('2031-01-01T00:00:00Z', now)).toBe('on 2031-01-01')
  expect(
    [0.4, 999, 1_234, 59_600, 125_000, 3_600_000, 7_500_000].map((ms) => took(ms).replaceAll(GLUE, ' ')),
  ).toEqual(['0 ms', '999 ms', '1.2 s', '1 min', '2 min 5 s', '1 h', '2 h 5 min'])
})
