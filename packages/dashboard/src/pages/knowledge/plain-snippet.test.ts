import { expect, test } from 'vitest'
import { plainSnippet } from './plain-snippet.ts'

const plain = (text: string) =>
  plainSnippet(text, [])
    .map((piece) => piece.text)
    .join('')

test('a snippet shows the words of a document without its Markdown', () => {
  expect(plain('## Retries\n\nRetry **twice**, see [the style](guides/style.md "Style").')).toBe(
    'Retries\nRetry twice, see the style.',
  )
  expect(plain('- [x] never `await` *twice*\n> so it is ~~not~~ said')).toBe(
    'never await twice\nso it is not said',
  )
  expect(plain('| answer | what |\n|---|:-:|\n| 402 | wait |')).toBe(' answer | what \n 402 | wait ')
  expect(plain('```ts\nawait pay(cart)\n```')).toBe('\nawait pay(cart)\n')
})

test('names of code, products and formulas stay as they are', () => {
  for (const text of [
    'snake_case_name and a__b__c',
    'a * b * c',
    '2 - 1',
    'rows[0] of C#',
    'src/**/*.test.ts',
  ])
    expect(plain(text)).toBe(text)
})

test('a match keeps its place, also beside and within marks', () => {
  const text = '…see [the **style** guide](a.md) now'
  const start = text.indexOf('**style**')
  expect(plainSnippet(text, [{ start, end: start + '**style**'.length }])).toEqual([
    { text: '…see the ', isMatch: false },
    { text: 'style', isMatch: true },
    { text: ' guide now', isMatch: false },
  ])
})
