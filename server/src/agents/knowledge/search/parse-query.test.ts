import { expect, test } from 'vitest'
import { Problem } from '../../../ground/kernel/problem.ts'
import { parseQuery } from './parse-query.ts'

const terms = (query: string) => parseQuery(query).terms.map(({ term }) => term)

test('words that say little count little, unless there are no others', () => {
  const { terms: found, sequence } = parseQuery('how to retry')
  expect(found.map(({ term, weight }) => [term, weight])).toEqual([
    ['how', 0.1],
    ['to', 0.1],
    ['retri', 1],
  ])
  expect(sequence).toEqual(['retri'])
  expect(parseQuery('to be or not').terms.map(({ weight }) => weight)).toEqual([1, 1, 1, 1])
})

test('quotes, minus, path and title are read; everything else is text', () => {
  const query = 'alpha "Exact  Phrase" -gamma path:docs/api title:"Get started" -"two words"'
  expect(parseQuery(query)).toMatchObject({
    phrases: ['exact phrase'],
    needed: ['exact', 'phrase'],
    excluded: ['gamma'],
    excludedPhrases: ['two words'],
    paths: ['docs/api'],
    titles: ['Get started'],
  })
  expect(terms(query)).toEqual(['alpha', 'exact', 'phrase'])
})

test.for([
  ['a" OR b:* AND NEAR(c d) NOT ^e', 'a or b and near c d not e'],
  ['--only-changed -1 -rf a-b', 'onli chang 1 rf a b'],
  ['path: x title:', 'path x titl'],
  ['"unclosed phrase', 'unclos phrase'],
  ["'; drop table chunk; --", 'drop tabl chunk'],
  ['\u0000 x \ud800', 'x'],
  ['svc_embeddings & | ! ( ) : <-> \\', 'svc embed svcembeddings'],
])('%s', ([query, expected]) => {
  expect(terms(query as string).join(' ')).toBe(expected)
})

test.for([
  ['在庫 -返金', ['返金'], []],
  ['환율 -환불', ['환불'], []],
  ['тест -он', ['он'], []],
  ['test -où', ['ou'], []],
  // Texts without spaces are indexed as pairs: only a pair is a term of its own.
  ['退款 -信用卡', [], ['信用卡']],
  ['数据库 -池', [], ['池']],
  ['設定 -APIキー', [], ['apiキー']],
  ['設定 -設定fooBar', [], ['設定foobar']],
] as const)('%s excludes', ([query, excluded, excludedPhrases]) => {
  expect(parseQuery(query)).toMatchObject({ excluded, excludedPhrases })
  expect(terms(query)).toEqual(terms(query.slice(0, query.indexOf(' '))))
})

test('a long query counts its first 32 words', () => {
  const words = Array.from({ length: 2_000 }, (_, at) => `word${at}x`).join(' ')
  expect(parseQuery(words.slice(0, 10_000)).terms).toHaveLength(32)
})

test.for(['', '   ', '"', '""', '🎉', '-word', '()&|!*', '\u0000'])('refuses %j', (query) => {
  expect(() => parseQuery(query)).toThrow(Problem)
})

test('an everyday phrase has the meaning that documents have words for; the longest phrase counts', () => {
  const meaningsOf = (text: string) =>
    parseQuery(text).terms.flatMap(({ term, meanings }) => (meanings.length > 0 ? [[term, meanings]] : []))
  expect(meaningsOf('How do users sign in')).toEqual([['sign', ['login', 'authent', 'session']]])
  expect(meaningsOf('runs at the same time')).toEqual([['time', ['parallel', 'concurr']]])
  expect(meaningsOf('sign the time')).toEqual([])
  // An article makes no other phrase.
  expect(meaningsOf('on first error')).not.toEqual([])
  expect(meaningsOf('on the first error')).toEqual(meaningsOf('on first error'))
})

test.for([
  [
    'the session storage',
    [
      ['session', ['sessionstorage', 'sessionstorag']],
      ['storag', ['sessionstorage', 'sessionstorag']],
    ],
  ],
  ['clean up', [['clean', ['cleanup']]]],
  ['time-out', [['time', ['timeout']]]],
  ['data within limits', [['data', ['datawithin']]]],
  // Neither a sign that ends a sentence nor a word that says little joins words.
  ['Clean. Test: in forms', []],
  ['sessionStorage item', []],
] as const)('%s may be written as one word', ([text, expected]) => {
  const joined = parseQuery(text).terms.filter((one) => one.joined.length > 0)
  expect(joined.map((one) => [one.term, one.joined])).toEqual(expected)
})

test.each([
  ['Cypress.dom.isVisible', 'dom'],
  ['before:browser:launch', 'browser'],
  ['--ci-build-id', 'ci'],
  ['--ci-build-id', 'build'],
  ['cy.click()', 'click'],
])('%s is code: %s means itself', (text, word) => {
  expect(parseQuery(text).terms.find(({ typed }) => typed === word)).toMatchObject({ isPart: true })
})

test('a word that says little counts in the name of an option', () => {
  const weights = (text: string) => parseQuery(text).terms.map(({ weight }) => weight)
  expect(weights('--only-changed')).toEqual([1, 1])
  expect(parseQuery('--only-changed').sequence).toEqual(['onli', 'chang'])
  expect(weights('only changed')).toEqual([0.1, 1])
})

test.each([
  [
    'set a cookie and clear local storage',
    [
      ['set', 'cooki'],
      ['clear', 'local', 'storag'],
    ],
  ],
  ['setup and teardown file', []],
  ['combine locator.and() with page.locator()', []],
  ['one two and three four or five six and seven eight and nine ten', []],
])('%s: what is asked', (text, parts) => {
  expect(parseQuery(text).parts).toEqual(parts)
})

test('words of a sentence are no code', () => {
  const { terms } = parseQuery(
    'Which browser? Chrome, or left/right. Click the button: it fails--then stops.',
  )
  expect(terms.filter(({ isPart }) => isPart)).toEqual([])
})

test.each([
  ['one word', 'x '.repeat(5_000)],
  ['letters', 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(190)],
  ['text that looks excluded', `${'-x '.repeat(3_300)}test`],
  ['code', 'cy.intercept.aaa.bbb.ccc.ddd('.repeat(300)],
])('%s repeated costs no more than a query of usual length', (_, query) => {
  const { terms, sequence } = parseQuery(query)
  expect(terms.length).toBeLessThanOrEqual(32)
  expect(sequence.length).toBeLessThanOrEqual(64)
})
