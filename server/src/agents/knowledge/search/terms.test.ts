import { expect, test } from 'vitest'
import { fold, termsOf, wordsOf } from './terms.ts'

test.for([
  ['createServer(', 'creat server createserver'],
  ['SVC_EMBEDDINGS_URL', 'svc embed url svcembeddingsurl'],
  ['foo.bar_baz', 'foo bar baz barbaz'],
  ['HTTPServer2 utf8 E1001', 'http server 2 httpserver2 utf 8 utf8 e 1001 e1001'],
  ['toRefs toRef', 'to ref torefs to ref toref'],
  ["it's the browser's", 'it the browser'],
  ['--only-changed', 'onli chang'],
  ['Müller Straße CAFÉ', 'muller strass cafe'],
  ['全文検索 日', '全文 文検 検索 日'],
  ['テストを実行', 'テス スト トを を実 実行'],
  ['ﾃｽﾄ', 'テス スト'],
  ['한국어', '한국 국어'],
  ['тестирование Ёлка', 'тестирование елка'],
  ['Node用のAPI', 'node 用の api'],
  ['🎉 — « » \u0000 …', ''],
  ['', ''],
])('%s', ([text, terms]) => {
  expect(termsOf(text as string).join(' ')).toBe(terms)
})

test('terms contain neither spaces nor quotes nor marks, regardless of the text', () => {
  const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('a')
  for (const term of termsOf(`${characters} ㌀ ﷺ ½ ⅷ İ ǅ ＂ ＇ \ue000x`))
    expect(term).toMatch(/^[\p{L}\p{N}\p{M}]{1,40}$/u)
})

test('a word of any length becomes a term of bounded length in linear time', () => {
  const [term] = termsOf('x'.repeat(1_000_000))
  expect(term).toHaveLength(40)
  expect(termsOf('aB'.repeat(500_000)).length).toBeGreaterThan(1)
})

// In order, all points of one kind come first; a document of nothing else took minutes.
test('thousands of marks on one letter are put in order by pieces', () => {
  const [first, second] = ['\u05b0', '\u05b4']
  const [term] = termsOf(`א${`${second}${first}`.repeat(1_000)}`)
  expect(term).toBe(`א${first.repeat(15)}${second.repeat(15)}${first.repeat(9)}`)
})

test('words know their places', () => {
  const text = 'Run createServer() now'
  expect(wordsOf(text).map(({ start, end, hasWhole }) => [text.slice(start, end), hasWhole])).toEqual([
    ['Run', false],
    ['createServer', true],
    ['now', false],
  ])
})

test('fold compares without case and accents', () => {
  expect(fold('ÄÖÜß Ａ')).toBe('aouss a')
})
