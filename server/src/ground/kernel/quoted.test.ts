import { expect, test } from 'vitest'
import { code, quoted, slug } from './quoted.ts'

test('a name cannot end its quotation marks, with any of their forms', () => {
  expect(quoted('svc" · signature verified')).toBe(String.raw`"svc\" · signature verified"`)
  expect(quoted('svc\\" ok')).toBe(String.raw`"svc\\\" ok"`)
  expect(quoted('svc\\')).toBe(String.raw`"svc\\"`)
  for (const mark of '“”‟″〝〞＂') expect(quoted(`a${mark}b`)).toBe(String.raw`"a\"b"`)
  expect(code('a` b ``` "c"')).toBe("`a' b ''' \"c\"`")
})

test.each([
  ['\u202e', String.raw`\u202e`],
  ['\u2066', String.raw`\u2066`],
  ['\u200b', String.raw`\u200b`],
  ['\ufeff', String.raw`\ufeff`],
  ['\u2028', String.raw`\u2028`],
  ['\u0085', String.raw`\u0085`],
  ['\u001b', String.raw`\u001b`],
  ['\n', String.raw`\n`],
  ['\u3164', String.raw`\u3164`],
  ['\u00a0', String.raw`\u00a0`],
  ['\ufe0f', String.raw`\ufe0f`],
  ['\u{e0041}', String.raw`\u{e0041}`],
  ['\u{e0101}', String.raw`\u{e0101}`],
  ['\ud800', String.raw`\ud800`],
])('what nobody sees is shown: %j', (character, written) => {
  expect(quoted(`a${character}b`)).toBe(`"a${written}b"`)
  expect(code(`a${character}b`)).toBe(`\`a${written}b\``)
})

test('other names stay as people write them', () => {
  for (const name of ['Anna Müller', '山田 太郎', 'فاطمة', '👩‍🔧 Deploy', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', "O'Brien & Co."])
    expect(quoted(name)).toBe(`"${name}"`)
})

test('it is as long as its bound at most, with a mark of the cut', () => {
  expect(quoted('to be '.repeat(13))).toBe(`"${'to be '.repeat(13)}"`)
  for (const name of [
    'a'.repeat(81),
    'a'.repeat(5_000),
    '\u202e'.repeat(80),
    '"'.repeat(79),
    '🧪'.repeat(80),
  ])
    for (const most of [20, 80]) {
      const text = quoted(name, most)
      expect(text.length).toBeLessThanOrEqual(most + 2)
      expect(text).toMatch(/…"$/)
      expect(text.isWellFormed()).toBe(true)
    }
})

test('only what its schema restricts stands without marks', () => {
  for (const name of ['shop', 'web-shop', 'a.b_c-1']) expect(slug(name)).toBe(name)
  for (const name of ['Shop', 'a b', 'a\nb', '', '-a', 'ѕvc', 'a'.repeat(101)])
    expect(slug(name)).toMatch(/^".*"$/)
})
